// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reader of the kernel's CPU lists.
#include "topology/cpu_list.h"

#include "topology/file_reader.h"

namespace muster::topology {
namespace {

bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }

// Reads a number of which `byte` is the first digit; leaves in `byte` what follows it.
bool read_number(FileReader& file, int& byte, std::uint32_t& number) {
  if (!is_digit(byte)) {
    return false;
  }
  number = 0;
  for (; is_digit(byte); byte = file.next()) {
    number = number * 10 + static_cast<std::uint32_t>(byte - '0');
    if (number >= kMaxCpus) {
      return false;
    }
  }
  return true;
}

bool read_ranges(FileReader& file, CpuSet& cpus) {
  int byte = file.next();
  if (byte == '\n' || byte == FileReader::kEnd) {
    return true;
  }
  for (;;) {
    std::uint32_t first = 0;
    if (!read_number(file, byte, first)) {
      return false;
    }
    std::uint32_t last = first;
    if (byte == '-') {
      byte = file.next();
      if (!read_number(file, byte, last) || last < first) {
        return false;
      }
    }
    for (std::uint32_t cpu = first; cpu <= last; ++cpu) {
      cpus.add(cpu);
    }
    if (byte != ',') {
      return byte == FileReader::kEnd || (byte == '\n' && file.next() == FileReader::kEnd);
    }
    byte = file.next();
  }
}

}  // namespace

bool read_cpu_list(const char* path, CpuSet& cpus) {
  cpus = CpuSet{};
  FileReader file(path);
  if (file.is_open() && read_ranges(file, cpus) && !file.failed()) {
    return true;
  }
  cpus = CpuSet{};
  return false;
}

}  // namespace muster::topology

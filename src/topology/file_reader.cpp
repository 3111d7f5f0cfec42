// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of small system files without allocation.
#include "topology/file_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <limits>

namespace muster::topology {

FileReader::FileReader(const char* path) : descriptor_(-1) {
  do {
    descriptor_ = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (descriptor_ < 0 && errno == EINTR);
}

FileReader::~FileReader() {
  if (is_open()) {
    close(descriptor_);
  }
}

bool FileReader::refill() {
  if (!is_open() || failed_) {
    return false;
  }
  ssize_t got = 0;
  do {
    got = read(descriptor_, buffer_, sizeof(buffer_));
  } while (got < 0 && errno == EINTR);
  failed_ = got < 0;
  at_ = 0;
  size_ = got > 0 ? static_cast<std::size_t>(got) : 0;
  return size_ > 0;
}

bool read_line(FileReader& file, Line& line) {
  line.size = 0;
  line.complete = true;
  int byte = file.next();
  if (byte == FileReader::kEnd) {
    return false;
  }
  while (byte != '\n' && byte != FileReader::kEnd) {
    if (line.size < sizeof(line.text)) {
      line.text[line.size++] = static_cast<char>(byte);
    } else {
      line.complete = false;
    }
    byte = file.next();
  }
  return !file.failed();
}

bool take_number(std::string_view& text, std::uint64_t& number) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    const auto digit = static_cast<std::uint64_t>(text[digits] - '0');
    if (value > (kMax - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
  }
  if (digits == 0) {
    return false;
  }
  text.remove_prefix(digits);
  number = value;
  return true;
}

}  // namespace muster::topology

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine in a line, from the groups of its first CPU.
#include "topology/machine_shape.h"

#include "platform/keep_errno.h"
#include "topology/cpu_set.h"
#include "topology/file_reader.h"
#include "topology/machine.h"
#include "topology/machine_sys.h"
#include "topology/path_buffer.h"

namespace muster::topology {
namespace {

struct GroupSize {
  Level level;
  std::uint32_t cpus;
};

// CPUs of `online` in the group of `os_cpu`, `otherwise` where /sys does not say.
std::uint32_t group_size(const char* root, std::uint32_t os_cpu, Level level, const CpuSet& online,
                         std::uint32_t otherwise) {
  CpuSet members;
  if (!read_group(root, os_cpu, level, members)) {
    return otherwise;
  }
  for (std::size_t word = 0; word < members.words.size(); ++word) {
    members.words[word] &= online.words[word];
  }
  const std::uint32_t cpus = members.count();
  return cpus == 0 ? otherwise : cpus;
}

constexpr bool is_blank(char character) { return character == ' ' || character == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

void ShortText::append(std::string_view piece) {
  for (const char character : piece) {
    if (size < kCapacity) {
      text[size++] = character;
    }
  }
}

void ShortText::append_number(std::uint32_t number) {
  PathBuffer digits;
  digits.append_number(number);
  append(digits.view());
}

ShortText machine_shape(const char* root) {
  const platform::KeepErrno keep_errno;
  CpuSet online;
  ShortText shape;
  if (!read_online_cpus(root, online)) {
    return shape;
  }
  const std::uint32_t first = online.next(0);
  const std::uint32_t all = online.count();
  const std::uint32_t package = group_size(root, first, Level::kPackage, online, all);
  const std::uint32_t core = group_size(root, first, Level::kCore, online, 1);
  const std::uint32_t die = group_size(root, first, Level::kDie, online, package);
  GroupSize inner[] = {{Level::kDie, die},
                       {Level::kNumaNode, group_size(root, first, Level::kNumaNode, online, package)},
                       {Level::kLastLevelCache, group_size(root, first, Level::kLastLevelCache, online, die)}};
  // From the largest to the smallest; equal ones stay in the usual order.
  for (std::size_t pass = 0; pass < std::size(inner); ++pass) {
    for (std::size_t i = 0; i + 1 < std::size(inner); ++i) {
      if (inner[i].cpus < inner[i + 1].cpus) {
        const GroupSize larger = inner[i + 1];
        inner[i + 1] = inner[i];
        inner[i] = larger;
      }
    }
  }
  shape.append_number(all / package);
  shape.append(" package ");
  std::uint32_t parent = package;
  for (const GroupSize& group : inner) {
    // Not smaller: a node that spans packages, say. It does not tell more about the shape.
    if (group.cpus < parent) {
      shape.append_number(parent / group.cpus);
      shape.append(" ");
      shape.append(name_of(group.level));
      shape.append(" ");
      parent = group.cpus;
    }
  }
  shape.append_number(parent / core);
  shape.append(" core ");
  shape.append_number(core);
  shape.append(" thread");
  return shape;
}

ShortText cpu_model(const char* root) {
  const platform::KeepErrno keep_errno;
  ShortText model;
  PathBuffer path;
  start_at_root(path, root);
  path.append("/proc/cpuinfo");
  if (!path.valid()) {
    return model;
  }
  FileReader file(path.c_str());
  Line line;
  // An empty line ends the first CPU's part.
  while (read_line(file, line) && line.size != 0) {
    const std::size_t colon = line.view().find(':');
    if (colon == std::string_view::npos) {
      continue;
    }
    const std::string_view name = trimmed({line.text, colon});
    if (name == "model name" || name == "CPU part") {
      for (const char character : trimmed({line.text + colon + 1, line.size - colon - 1})) {
        const bool prints = character >= 0x20 && character < 0x7f;
        model.append(prints ? std::string_view(&character, 1) : std::string_view("?"));
      }
      break;
    }
  }
  return model;
}

}  // namespace muster::topology

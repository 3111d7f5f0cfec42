// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parser of machine texts.
#include "topology/machine_text.h"

#include <optional>

#include "topology/cpu_set.h"
#include "topology/file_reader.h"

namespace muster::topology {
namespace {

constexpr std::size_t index_of_level(Level level) { return static_cast<std::size_t>(level); }

bool is_blank(char character) { return character == ' ' || character == '\t' || character == '\n'; }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
}

std::string_view take_word(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && !is_blank(text[size])) {
    ++size;
  }
  std::string_view word = text;
  word.remove_suffix(text.size() - size);
  text.remove_prefix(size);
  return word;
}

std::optional<Level> level_named(std::string_view word) {
  for (const Level level :
       {Level::kThread, Level::kCore, Level::kLastLevelCache, Level::kNumaNode, Level::kDie, Level::kPackage}) {
    if (name_of(level) == word) {
      return level;
    }
  }
  return std::nullopt;
}

// The groups of each level in the whole machine; 0 for a level that the text has not named.
struct Shape {
  std::array<std::uint32_t, kLevels> groups{};
  std::uint32_t innermost_groups = 1;
  std::optional<Level> innermost;
};

const char* check_nesting(const Shape& shape, Level level) {
  if (shape.groups[index_of_level(level)] != 0) {
    return "this level is given twice";
  }
  if (shape.innermost == Level::kThread || (shape.innermost == Level::kCore && level != Level::kThread)) {
    return "nothing but threads comes inside a core, and nothing inside a thread";
  }
  return nullptr;
}

// Takes one pair off the front of `rest`. Null, or what is wrong; then `rest` starts at the word that is wrong.
const char* take_pair(std::string_view& rest, Shape& shape, std::size_t capacity) {
  std::string_view after = rest;
  std::uint64_t count = 0;
  if (!take_number(after, count) || count == 0 || (!after.empty() && !is_blank(after.front()))) {
    return "expected a count of 1 or more";
  }
  // Neither factor exceeds 32 bits where the product is taken.
  if (count > kMaxCpus || count * shape.innermost_groups > kMaxCpus) {
    return "the machine has more than 8192 CPUs";
  }
  if (count * shape.innermost_groups > capacity) {
    return "the machine has more CPUs than there is room for";
  }
  skip_blanks(after);
  const std::string_view at_level = after;
  const std::optional<Level> level = level_named(take_word(after));
  const char* const error =
      level ? check_nesting(shape, *level) : "expected a level: package, die, numa, l3, core or thread";
  if (error != nullptr) {
    rest = at_level;
    return error;
  }
  shape.innermost_groups *= static_cast<std::uint32_t>(count);
  shape.groups[index_of_level(*level)] = shape.innermost_groups;
  shape.innermost = level;
  skip_blanks(after);
  rest = after;
  return nullptr;
}

// One in each parent: as many as the level with the most groups among those that are usually outside of it.
void fill_missing_levels(Shape& shape) {
  std::uint32_t outside = 1;
  for (const Level level :
       {Level::kPackage, Level::kDie, Level::kNumaNode, Level::kLastLevelCache, Level::kCore, Level::kThread}) {
    std::uint32_t& groups = shape.groups[index_of_level(level)];
    groups = groups == 0 ? outside : groups;
    outside = outside < groups ? groups : outside;
  }
}

Machine number_cpus(const Shape& shape, std::span<MachineCpu> storage) {
  const std::uint32_t cpus = shape.groups[index_of_level(Level::kThread)];
  for (std::uint32_t cpu = 0; cpu < cpus; ++cpu) {
    storage[cpu].os_cpu = static_cast<std::uint16_t>(cpu);
    for (std::size_t level = 1; level <= MachineCpu::kGroups; ++level) {
      storage[cpu].groups[level - 1] = static_cast<std::uint16_t>(cpu / (cpus / shape.groups[level]));
    }
    storage[cpu].os_node = storage[cpu].groups[index_of_level(Level::kNumaNode) - 1];
  }
  return Machine(std::span<const MachineCpu>(storage.data(), cpus));
}

}  // namespace

static_assert(kMaxCpus == 8192, "an error message above says the number");

MachineParse parse_machine(std::string_view text, std::span<MachineCpu> storage) {
  MachineParse result;
  Shape shape;
  std::string_view rest = text;
  skip_blanks(rest);
  do {
    result.error = take_pair(rest, shape, storage.size());
    if (result.error != nullptr) {
      result.error_at = static_cast<std::size_t>(rest.data() - text.data());
      return result;
    }
  } while (!rest.empty());
  fill_missing_levels(shape);
  result.machine = number_cpus(shape, storage);
  return result;
}

}  // namespace muster::topology

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and numbers of allocators, memory spaces and traits (OpenMP 5.2, tables 6.1 to 6.3; numbers as in omp.h).
#include "settings/allocator.h"

#include "settings/words.h"

namespace muster::settings {

namespace {

constexpr Word kAllocators[] = {{"OMP_DEFAULT_MEM_ALLOC", 1}, {"OMP_LARGE_CAP_MEM_ALLOC", 2},
                                {"OMP_CONST_MEM_ALLOC", 3},   {"OMP_HIGH_BW_MEM_ALLOC", 4},
                                {"OMP_LOW_LAT_MEM_ALLOC", 5}, {"OMP_CGROUP_MEM_ALLOC", 6},
                                {"OMP_PTEAM_MEM_ALLOC", 7},   {"OMP_THREAD_MEM_ALLOC", 8}};

constexpr Word kMemorySpaces[] = {{"OMP_DEFAULT_MEM_SPACE", 0},
                                  {"OMP_LARGE_CAP_MEM_SPACE", 1},
                                  {"OMP_CONST_MEM_SPACE", 2},
                                  {"OMP_HIGH_BW_MEM_SPACE", 3},
                                  {"OMP_LOW_LAT_MEM_SPACE", 4}};

constexpr Word kSyncHints[] = {
    {"CONTENDED", 3}, {"UNCONTENDED", 4}, {"SERIALIZED", 5}, {"SEQUENTIAL", 5}, {"PRIVATE", 6}};
constexpr Word kAccesses[] = {{"ALL", 7}, {"THREAD", 8}, {"PTEAM", 9}, {"CGROUP", 10}};
constexpr Word kFallbacks[] = {{"DEFAULT_MEM_FB", 11}, {"NULL_FB", 12}, {"ABORT_FB", 13}, {"ALLOCATOR_FB", 14}};
constexpr Word kPartitions[] = {{"ENVIRONMENT", 15}, {"NEAREST", 16}, {"BLOCKED", 17}, {"INTERLEAVED", 18}};

enum class ValueKind : std::uint8_t { words, power_of_two, positive };

struct TraitRow {
  std::string_view name;
  std::uint32_t key;
  ValueKind kind;
  std::span<const Word> words;
};

constexpr TraitRow kTraits[] = {
    {"SYNC_HINT", 1, ValueKind::words, kSyncHints}, {"ALIGNMENT", 2, ValueKind::power_of_two, {}},
    {"ACCESS", 3, ValueKind::words, kAccesses},     {"POOL_SIZE", 4, ValueKind::positive, {}},
    {"FALLBACK", 5, ValueKind::words, kFallbacks},  {"FB_DATA", 6, ValueKind::words, kAllocators},
    {"PINNED", 7, ValueKind::words, kBooleanWords}, {"PARTITION", 8, ValueKind::words, kPartitions}};
static_assert(sizeof(kTraits) / sizeof(kTraits[0]) == kMaxAllocatorTraits);

bool read_trait_value(Scanner& scanner, const TraitRow& row, std::uint64_t& value) {
  if (row.kind == ValueKind::words) {
    const Word* word = find_word(row.words, scanner.take_word());
    if (word == nullptr) return false;
    value = word->value;
    return true;
  }
  if (scanner.take_number(value) != Digits::fits || value == 0) return false;
  return row.kind == ValueKind::positive || (value & (value - 1)) == 0;
}

// "alignment=64,pinned=true"; each trait at most once.
bool read_traits(Scanner& scanner, Allocator& allocator) {
  do {
    const std::string_view name = scanner.take_word();
    const TraitRow* found = nullptr;
    for (const TraitRow& row : kTraits) {
      if (same_word(row.name, name)) found = &row;
    }
    const std::size_t at_name = scanner.where();
    if (found == nullptr || !scanner.take('=') || allocator.trait_count == kMaxAllocatorTraits) return false;
    for (std::uint32_t i = 0; i < allocator.trait_count; ++i) {
      if (allocator.traits[i].key == found->key) {
        scanner.look_back(at_name);
        return false;
      }
    }
    AllocatorTrait& trait = allocator.traits[allocator.trait_count];
    trait.key = found->key;
    if (!read_trait_value(scanner, *found, trait.value)) return false;
    ++allocator.trait_count;
  } while (scanner.take(','));
  return true;
}

// Without the allocator to fall back on there is none (OpenMP 5.2, table 6.2: fb_data has no default).
bool lacks_fallback(const Allocator& allocator) {
  bool wants = false;
  bool has = false;
  for (std::uint32_t i = 0; i < allocator.trait_count; ++i) {
    constexpr std::uint64_t kAllocatorFallback = 14;
    constexpr std::uint32_t kFallback = 5;
    constexpr std::uint32_t kFallbackData = 6;
    wants = wants || (allocator.traits[i].key == kFallback && allocator.traits[i].value == kAllocatorFallback);
    has = has || allocator.traits[i].key == kFallbackData;
  }
  return wants && !has;
}

}  // namespace

Outcome AllocatorForm::read(const Input& input, Settings& settings) {
  Scanner scanner(input.text.view());
  const std::string_view name = scanner.take_word();
  Allocator allocator;
  if (const Word* predefined = find_word(kAllocators, name); predefined != nullptr) {
    allocator.predefined = predefined->value;
  } else if (const Word* space = find_word(kMemorySpaces, name); space != nullptr) {
    allocator.predefined = 0;
    allocator.memory_space = space->value;
    if (scanner.take(':') && !read_traits(scanner, allocator)) return refused_at(scanner);
    if (lacks_fallback(allocator)) return {Verdict::refused, "which has fallback=allocator_fb without fb_data"};
  } else {
    return kRefused;
  }
  if (!scanner.at_end()) return refused_at(scanner);
  settings.global.allocator = allocator;
  // One that has to be made is made by the memory layer, which then sets the ICV.
  if (allocator.predefined != 0) settings.icvs.default_allocator = allocator.predefined;
  return kTaken;
}

void AllocatorForm::show(const Shown& shown, LineWriter& line) {
  const Origin& origin = shown.settings.origin(shown.variable);
  if (origin.name.empty()) {
    line.add("omp_default_mem_alloc");
  } else {
    line.add_printable(origin.value.view());
  }
}

}  // namespace muster::settings

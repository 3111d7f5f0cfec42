// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/affinity_forms.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "settings/scanner.h"

namespace muster::settings {
namespace {

using topology::Level;

constexpr std::uint64_t kLargest = std::numeric_limits<std::int32_t>::max();

constexpr Word kBindings[] = {{"NONE", static_cast<std::uint8_t>(AffinityType::none)},
                              {"DISABLED", static_cast<std::uint8_t>(AffinityType::disabled)},
                              {"COMPACT", static_cast<std::uint8_t>(AffinityType::compact)},
                              {"LOGICAL", static_cast<std::uint8_t>(AffinityType::compact)},
                              {"SCATTER", static_cast<std::uint8_t>(AffinityType::scatter)},
                              {"PHYSICAL", static_cast<std::uint8_t>(AffinityType::scatter)},
                              {"BALANCED", static_cast<std::uint8_t>(AffinityType::balanced)},
                              {"EXPLICIT", static_cast<std::uint8_t>(AffinityType::explicit_list)}};

constexpr Word kGranularities[] = {{"FINE", static_cast<std::uint8_t>(Level::kThread)},
                                   {"THREAD", static_cast<std::uint8_t>(Level::kThread)},
                                   {"CORE", static_cast<std::uint8_t>(Level::kCore)},
                                   {"LL_CACHE", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                                   {"L3_CACHE", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                                   {"L3", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                                   {"NUMA_DOMAIN", static_cast<std::uint8_t>(Level::kNumaNode)},
                                   {"NUMA", static_cast<std::uint8_t>(Level::kNumaNode)},
                                   {"NODE", static_cast<std::uint8_t>(Level::kNumaNode)},
                                   {"DIE", static_cast<std::uint8_t>(Level::kDie)},
                                   {"PACKAGE", static_cast<std::uint8_t>(Level::kPackage)},
                                   {"SOCKET", static_cast<std::uint8_t>(Level::kPackage)}};

// There is no level for these; the nearest that binds as closely is taken.
constexpr Word kNearest[] = {
    {"PU", static_cast<std::uint8_t>(Level::kThread)},     {"L1", static_cast<std::uint8_t>(Level::kCore)},
    {"L1_CACHE", static_cast<std::uint8_t>(Level::kCore)}, {"L2", static_cast<std::uint8_t>(Level::kCore)},
    {"L2_CACHE", static_cast<std::uint8_t>(Level::kCore)}, {"TILE", static_cast<std::uint8_t>(Level::kCore)},
    {"MODULE", static_cast<std::uint8_t>(Level::kCore)}};
constexpr Outcome kNearestTaken{Verdict::adjusted, "which has a granularity that is taken for the nearest"};

// Beside the levels: kFirstCache + 1 and + 2.
constexpr std::uint8_t kFirstCache = topology::kLevels;

constexpr Word kUnits[] = {{"L1", kFirstCache + 1},
                           {"L1_CACHE", kFirstCache + 1},
                           {"L1_CACHES", kFirstCache + 1},
                           {"L2", kFirstCache + 2},
                           {"L2_CACHE", kFirstCache + 2},
                           {"L2_CACHES", kFirstCache + 2},
                           {"S", static_cast<std::uint8_t>(Level::kPackage)},
                           {"SOCKET", static_cast<std::uint8_t>(Level::kPackage)},
                           {"SOCKETS", static_cast<std::uint8_t>(Level::kPackage)},
                           {"D", static_cast<std::uint8_t>(Level::kDie)},
                           {"DIE", static_cast<std::uint8_t>(Level::kDie)},
                           {"DIES", static_cast<std::uint8_t>(Level::kDie)},
                           {"N", static_cast<std::uint8_t>(Level::kNumaNode)},
                           {"NUMA", static_cast<std::uint8_t>(Level::kNumaNode)},
                           {"NUMA_DOMAIN", static_cast<std::uint8_t>(Level::kNumaNode)},
                           {"NUMA_DOMAINS", static_cast<std::uint8_t>(Level::kNumaNode)},
                           {"L3", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"L3_CACHE", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"L3_CACHES", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"LL", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"LL_CACHE", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"LL_CACHES", static_cast<std::uint8_t>(Level::kLastLevelCache)},
                           {"C", static_cast<std::uint8_t>(Level::kCore)},
                           {"CORE", static_cast<std::uint8_t>(Level::kCore)},
                           {"CORES", static_cast<std::uint8_t>(Level::kCore)},
                           {"T", static_cast<std::uint8_t>(Level::kThread)},
                           {"THREAD", static_cast<std::uint8_t>(Level::kThread)},
                           {"THREADS", static_cast<std::uint8_t>(Level::kThread)}};

struct Flag {
  std::string_view name;
  bool AffinityPolicy::* member;
  bool value;
};
constexpr Flag kFlags[] = {
    {"verbose", &AffinityPolicy::verbose, true},       {"noverbose", &AffinityPolicy::verbose, false},
    {"warnings", &AffinityPolicy::warnings, true},     {"nowarnings", &AffinityPolicy::warnings, false},
    {"respect", &AffinityPolicy::respects_mask, true}, {"norespect", &AffinityPolicy::respects_mask, false},
    {"reset", &AffinityPolicy::reset, true},           {"noreset", &AffinityPolicy::reset, false}};

bool take_flag(std::string_view word, AffinityPolicy& affinity) {
  for (const Flag& flag : kFlags) {
    if (same_word(word, flag.name)) {
      affinity.*flag.member = flag.value;
      return true;
    }
  }
  return false;
}

bool take_members(Scanner& members) {
  bool in_set = false;
  do {
    in_set = members.take('{') || in_set;
    std::uint64_t number = 0;
    if (members.take_number(number) != Digits::fits || number > kLargest) return false;
    if (!in_set && members.take('-')) {
      if (members.take_number(number) != Digits::fits || number > kLargest) return false;
      if (members.take(':') && (members.take_number(number) != Digits::fits || number == 0)) return false;
    }
    in_set = in_set && !members.take('}');
  } while (members.take(','));
  return !in_set && members.at_end();
}

// "[" list "]": members are CPUs, ranges first-last:stride, or sets of CPUs in braces.
bool take_processors(Scanner& scanner, AffinityPolicy& affinity) {
  if (!scanner.take('[')) return false;
  const std::size_t start = scanner.where() + 1;
  const std::string_view list = scanner.take_until(']');
  Scanner members(list);
  if (!take_members(members)) {
    scanner.look_back(start + members.where());
    return false;
  }
  if (!scanner.take(']')) return false;
  affinity.processors = {list.data(), list.size()};
  return true;
}

bool take_granularity(Scanner& scanner, AffinityPolicy& affinity, Outcome& outcome) {
  if (!scanner.take('=')) return false;
  const std::string_view name = scanner.take_word();
  const Word* word = find_word(kGranularities, name);
  if (word == nullptr) {
    word = find_word(kNearest, name);
    if (word == nullptr) return false;
    outcome = kNearestTaken;
  }
  affinity.granularity = static_cast<Level>(word->value);
  affinity.granularity_given = true;
  return true;
}

// The permute and the offset, which may stand before the type.
struct Numbers {
  std::int32_t values[2] = {};
  int count = 0;
  std::size_t where = 0;
};

bool takes_numbers(AffinityType type) {
  return type == AffinityType::compact || type == AffinityType::scatter || type == AffinityType::balanced;
}

bool take_element(Scanner& scanner, AffinityPolicy& affinity, Numbers& numbers, Outcome& outcome) {
  std::uint64_t number = 0;
  const Digits digits = scanner.take_number(number);
  if (digits != Digits::none) {
    if (digits != Digits::fits || number > kLargest || numbers.count == 2) return false;
    if (numbers.count == 0) numbers.where = scanner.where();
    numbers.values[numbers.count++] = static_cast<std::int32_t>(number);
    return true;
  }
  const std::string_view word = scanner.take_word();
  if (same_word(word, "granularity")) return take_granularity(scanner, affinity, outcome);
  if (same_word(word, "proclist")) return scanner.take('=') && take_processors(scanner, affinity);
  // Whether libomp looks for a second copy of itself in the process.
  if (same_word(word, "duplicates") || same_word(word, "noduplicates")) return true;
  if (take_flag(word, affinity)) return true;
  const Word* binding = find_word(kBindings, word);
  if (binding == nullptr || affinity.type != AffinityType::unset) return false;
  affinity.type = static_cast<AffinityType>(binding->value);
  return true;
}

bool ends_element(Scanner& scanner) {
  Scanner ahead = scanner;
  return ahead.take(',') || scanner.at_end();
}

// Up to the comma behind the element; a comma in brackets is part of it.
void leave_out(Scanner& scanner) {
  Scanner ahead = scanner;
  if (ahead.take_until(',').find('[') != std::string_view::npos) scanner.take_until(']');
  scanner.take_until(',');
}

bool take_offset(Scanner& scanner, HwSubset::Part& part) {
  if (!scanner.take('@')) return true;
  std::uint64_t number = 0;
  if (part.offset != 0 || scanner.take_number(number) != Digits::fits || number > kLargest) return false;
  part.offset = static_cast<std::int32_t>(number);
  return true;
}

// An attribute of cores: "intel_core", "intel_atom", or "eff" and a number.
bool take_attribute(Scanner& scanner, HwSubset::Part& part) {
  if (!scanner.take(':')) return true;
  if (part.cache != 0 || part.level != Level::kCore) return false;
  const std::string_view word = scanner.take_word();
  if (same_word(word, "intel_core") || same_word(word, "intel_atom")) {
    part.type = same_word(word, "intel_core") ? topology::CoreType::kIntelCore : topology::CoreType::kIntelAtom;
    return true;
  }
  Scanner digits(word);
  std::uint64_t number = 0;
  constexpr std::uint64_t kMost = 255;
  for (const char c : {'e', 'f', 'f'}) {
    if (!digits.take(c) && !digits.take(to_upper(c))) return false;
  }
  if (digits.take_number(number) != Digits::fits || number > kMost || !digits.at_end()) return false;
  part.efficiency = static_cast<std::int16_t>(number);
  return true;
}

// The same units twice, or some by kind and some not.
bool contradict(const HwSubset::Part& a, const HwSubset::Part& b) {
  if (a.level != b.level || a.cache != b.cache) return false;
  const bool both_differ = a.has_attribute() && b.has_attribute() && (a.efficiency >= 0) == (b.efficiency >= 0);
  return !both_differ || (a.type == b.type && a.efficiency == b.efficiency);
}

bool take_part(Scanner& scanner, HwSubset& subset) {
  HwSubset::Part part;
  std::uint64_t number = 0;
  const Digits digits = scanner.take('*') ? Digits::none : scanner.take_number(number);
  if (digits != Digits::none && (digits != Digits::fits || number == 0 || number > kLargest)) return false;
  part.count = static_cast<std::int32_t>(number);
  const Word* unit = find_word(kUnits, scanner.take_word());
  const std::size_t at_unit = scanner.where();
  if (unit == nullptr || subset.part_count == HwSubset::kMaxParts) return false;
  if (unit->value > kFirstCache) {
    part.cache = static_cast<std::uint8_t>(unit->value - kFirstCache);
  } else {
    part.level = static_cast<Level>(unit->value);
  }
  // The offset may stand on both sides of the attribute: libomp's documentation has both.
  if (!take_offset(scanner, part) || !take_attribute(scanner, part) || !take_offset(scanner, part)) return false;
  for (std::uint8_t i = 0; i < subset.part_count; ++i) {
    if (contradict(subset.parts[i], part)) {
      scanner.look_back(at_unit);
      return false;
    }
  }
  subset.parts[subset.part_count++] = part;
  return true;
}

}  // namespace

// An element that is wrong is left out, as libomp does it, so that a slip in one leaves the program bound.
Outcome read_affinity_policy(const Input& input, AffinityPolicy& target) {
  AffinityPolicy affinity;
  affinity.text = input.text;
  Scanner scanner(input.text.view());
  Numbers numbers;
  Outcome outcome = kTaken;
  bool any = false;
  std::optional<Outcome> wrong;
  const auto note_wrong = [&wrong](std::size_t where) {
    if (!wrong.has_value()) wrong = Outcome{Verdict::adjusted, nullptr, where, "the other elements"};
  };
  do {
    const Scanner element = scanner;
    const int before = numbers.count;
    const bool right = take_element(scanner, affinity, numbers, outcome);
    any = any || (right && numbers.count == before);
    if (!right) {
      note_wrong(scanner.where());
      scanner = element;
    }
    if (!right || !ends_element(scanner)) {
      note_wrong(scanner.where());
      leave_out(scanner);
    }
    // libomp takes a comma at the end, too.
  } while (scanner.take(',') && !scanner.at_end());
  if (affinity.type == AffinityType::unset && !affinity.processors.empty()) {
    affinity.type = AffinityType::explicit_list;
  }
  if (affinity.type == AffinityType::explicit_list && affinity.processors.empty()) {
    if (wrong.has_value()) return {Verdict::refused, nullptr, wrong->wrong_from};
    return {Verdict::refused, "which is explicit without proclist=[...]"};
  }
  if (takes_numbers(affinity.type)) {
    affinity.permute = numbers.values[0];
    affinity.offset = numbers.values[1];
  } else if (numbers.count > 0) {
    note_wrong(numbers.where);
  }
  if (!any) return {Verdict::refused, nullptr, wrong.has_value() ? wrong->wrong_from : 0};
  target = affinity;
  return wrong.value_or(outcome);
}

Outcome HwSubsetForm::read(const Input& input, Settings& settings) {
  HwSubset subset;
  subset.text = input.text;
  // As KMP_PLACE_THREADS was written, "2Sx4Cx2T": no unit and no kind has that letter.
  char commas[128];
  std::string_view text = input.text.view();
  if (text.size() <= sizeof commas) {
    std::replace_copy_if(text.begin(), text.end(), commas, [](char c) { return to_lower(c) == 'x'; }, ',');
    text = {commas, text.size()};
  }
  Scanner scanner(text);
  subset.absolute = scanner.take(':');
  do {
    if (!take_part(scanner, subset)) return refused_at(scanner);
  } while (scanner.take(',') && !scanner.at_end());
  if (!scanner.at_end()) return refused_at(scanner);
  settings.global.hw_subset = subset;
  return kTaken;
}

void HwSubsetForm::show(const Shown& shown, LineWriter& line) {
  line.add_printable(shown.settings.global.hw_subset.text.view());
}

}  // namespace muster::settings

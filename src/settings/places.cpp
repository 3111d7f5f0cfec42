// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grammars of OMP_PLACES and GOMP_CPU_AFFINITY.
#include "settings/places.h"

#include <limits>

#include "settings/words.h"

namespace muster::settings {

namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::int32_t>::max();

constexpr Word kAbstractPlaces[] = {{"THREADS", static_cast<std::uint8_t>(PlacesKind::threads)},
                                    {"CORES", static_cast<std::uint8_t>(PlacesKind::cores)},
                                    {"LL_CACHES", static_cast<std::uint8_t>(PlacesKind::ll_caches)},
                                    {"NUMA_DOMAINS", static_cast<std::uint8_t>(PlacesKind::numa_domains)},
                                    {"SOCKETS", static_cast<std::uint8_t>(PlacesKind::sockets)}};

bool take_number_from(Scanner& scanner, std::uint64_t least) {
  std::uint64_t number = 0;
  return scanner.take_number(number) == Digits::fits && number >= least && number <= kLargest;
}

// [":" length [":" stride]], where a stride may be negative or zero.
bool take_length_and_stride(Scanner& scanner) {
  if (!scanner.take(':')) return true;
  if (!take_number_from(scanner, 1)) return false;
  if (!scanner.take(':')) return true;
  scanner.take('-');
  return take_number_from(scanner, 0);
}

bool take_members(Scanner& scanner) {
  do {
    const bool excluded = scanner.take('!');
    if (!take_number_from(scanner, 0)) return false;
    if (!excluded && !take_length_and_stride(scanner)) return false;
  } while (scanner.take(','));
  return scanner.take('}');
}

bool is_place_list(Scanner& scanner) {
  do {
    const bool excluded = scanner.take('!');
    const bool place = scanner.take('{') ? take_members(scanner) : take_number_from(scanner, 0);
    if (!place) return false;
    if (!excluded && !take_length_and_stride(scanner)) return false;
  } while (scanner.take(','));
  return scanner.at_end();
}

bool is_cpu_list(Scanner& scanner) {
  bool ends_with_comma = false;
  do {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (scanner.take_number(first) != Digits::fits || first > kLargest) return false;
    if (scanner.take('-')) {
      if (scanner.take_number(last) != Digits::fits || last > kLargest || last < first) return false;
      if (scanner.take(':') && !take_number_from(scanner, 1)) return false;
    }
    ends_with_comma = scanner.take(',');
  } while (!scanner.at_end());
  return !ends_with_comma;
}

// "cores" or "cores(4)"; false if it is neither.
bool read_abstract(Scanner& scanner, Places& places) {
  const Word* word = find_word(kAbstractPlaces, scanner.take_word());
  if (word == nullptr) return false;
  std::uint64_t count = 0;
  if (scanner.take('(')) {
    if (scanner.take_number(count) != Digits::fits || count == 0 || count > kLargest || !scanner.take(')'))
      return false;
  }
  if (!scanner.at_end()) return false;
  places.kind = static_cast<PlacesKind>(word->value);
  places.count = static_cast<std::int32_t>(count);
  return true;
}

}  // namespace

// Setting the variable means that threads are to be bound, so a value that is not understood stands for the kind of hardware that it
// begins with, else for cores. libomp does the same.
Outcome PlacesForm::read(const Input& input, Settings& settings) {
  Places places;
  places.text = input.text;
  Outcome outcome = kTaken;
  Scanner list(input.text.view());
  Scanner name(input.text.view());
  if (is_place_list(list)) {
    places.kind = PlacesKind::list;
  } else if (!read_abstract(name, places)) {
    Scanner scanner(input.text.view());
    const Word* word = find_word(kAbstractPlaces, scanner.take_word());
    places.kind = word == nullptr ? PlacesKind::cores : static_cast<PlacesKind>(word->value);
    // The one that got further is the one that was meant.
    outcome = {Verdict::adjusted, nullptr, list.where() > name.where() ? list.where() : name.where()};
  }
  settings.global.places = places;
  return outcome;
}

void PlacesForm::show(const Shown& shown, LineWriter& line) {
  const Places& places = shown.settings.global.places;
  if (places.kind == PlacesKind::list) {
    line.add_printable(places.text.view());
  } else if (places.kind != PlacesKind::unset) {
    // As the specification spells them, and libomp shows them.
    for (const char c : word_of(kAbstractPlaces, static_cast<std::uint8_t>(places.kind))) line.add(to_lower(c));
    if (places.count > 0) line.add('(').add_number(places.count).add(')');
  }
}

Outcome CpuListForm::read(const Input& input, Settings& settings) {
  Scanner scanner(input.text.view());
  if (!is_cpu_list(scanner)) return refused_at(scanner);
  settings.global.cpu_affinity = input.text;
  return kTaken;
}

void CpuListForm::show(const Shown& shown, LineWriter& line) {
  line.add_printable(shown.settings.global.cpu_affinity.view());
}

}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/place_lists.h"

#include "base/base.h"

namespace muster::affinity {
namespace {

using base::Scanner;
using topology::kMaxCpus;

// Numbers are at most those of an int32, so that sums and products of two fit.
std::int64_t number_from(Scanner& scanner) {
  std::uint64_t number = 0;
  scanner.take_number(number);
  return static_cast<std::int64_t>(number);
}

struct Repetition {
  std::int64_t length = 1;
  std::int64_t stride = 1;
};

// [":" length [":" stride]]
Repetition repetition_from(Scanner& scanner) {
  Repetition repetition;
  if (scanner.take(':')) {
    repetition.length = number_from(scanner);
    if (scanner.take(':')) {
      const bool negative = scanner.take('-');
      repetition.stride = negative ? -number_from(scanner) : number_from(scanner);
    }
  }
  return repetition;
}

class Lists {
 public:
  explicit Lists(PlaceBuffer& places) : places_(places) {}

  void add(CpuSet& cpus, std::int64_t cpu) {
    if (cpu < 0 || cpu >= kMaxCpus) {
      places_.note_loss();
    } else {
      cpus.add(static_cast<std::uint32_t>(cpu));
    }
  }

  // Behind "{": ranges and exclusions up to "}".
  CpuSet members(Scanner& scanner) {
    CpuSet cpus;
    do {
      if (scanner.take('!')) {
        const std::int64_t cpu = number_from(scanner);
        remove(cpus, cpu < kMaxCpus ? static_cast<std::uint32_t>(cpu) : kMaxCpus);
        continue;
      }
      const std::int64_t first = number_from(scanner);
      const Repetition range = repetition_from(scanner);
      for (std::int64_t i = 0; i < range.length; ++i) {
        const std::int64_t cpu = first + i * range.stride;
        add(cpus, cpu);
        // Once outside, a range does not come back, and one that stands still says nothing new.
        if (range.stride == 0 || (range.stride > 0 ? cpu >= kMaxCpus : cpu < 0)) {
          break;
        }
      }
    } while (scanner.take(','));
    scanner.take('}');
    return cpus;
  }

  CpuSet place(Scanner& scanner) {
    if (scanner.take('{')) {
      return members(scanner);
    }
    CpuSet cpus;
    add(cpus, number_from(scanner));
    return cpus;
  }

  void add_repeated(const CpuSet& place, const Repetition& repetition) {
    const std::int64_t lowest = place.next(0);
    for (std::int64_t i = 0; i < repetition.length; ++i) {
      const std::int64_t shift = i * repetition.stride;
      if (i > 0 && (lowest == kMaxCpus || lowest + shift >= kMaxCpus || shift <= -std::int64_t{kMaxCpus})) {
        places_.note_loss();
        return;
      }
      if (!places_.add(shifted(place, shift))) {
        return;
      }
    }
  }

  void add_range(Scanner& scanner) {
    const std::int64_t first = number_from(scanner);
    const bool is_range = scanner.take('-');
    const std::int64_t last = is_range ? number_from(scanner) : first;
    const std::int64_t stride = is_range && scanner.take(':') ? number_from(scanner) : 1;
    for (std::int64_t cpu = first; cpu <= last; cpu += stride) {
      CpuSet place;
      add(place, cpu);
      if (!places_.add(place) || cpu >= kMaxCpus) {
        return;
      }
    }
  }

 private:
  CpuSet shifted(const CpuSet& place, std::int64_t shift) {
    if (shift == 0) {
      return place;
    }
    CpuSet result;
    for (std::uint32_t cpu = place.next(0); cpu < kMaxCpus; cpu = place.next(cpu + 1)) {
      add(result, cpu + shift);
    }
    return result;
  }

  PlaceBuffer& places_;
};

}  // namespace

void list_places(std::string_view text, PlaceBuffer& places) {
  Scanner scanner(text);
  Lists lists(places);
  do {
    const bool excluded = scanner.take('!');
    const CpuSet place = lists.place(scanner);
    if (excluded) {
      places.remove_last(place);
    } else {
      lists.add_repeated(place, repetition_from(scanner));
    }
  } while (scanner.take(','));
}

void list_cpus(std::string_view text, PlaceBuffer& places) {
  Scanner scanner(text);
  Lists lists(places);
  do {
    lists.add_range(scanner);
    scanner.take(',');
  } while (!scanner.at_end());
}

void list_processors(std::string_view text, PlaceBuffer& places) {
  Scanner scanner(text);
  Lists lists(places);
  do {
    if (scanner.take('{')) {
      places.add(lists.members(scanner));
    } else {
      lists.add_range(scanner);
    }
  } while (scanner.take(','));
}

}  // namespace muster::affinity

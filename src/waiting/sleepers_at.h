// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SleepersAt: which threads of a team sleep until a word that lets some of them go on and not others, such as an ordered turn, or the progress
// of a doacross loop, comes to its value. Whoever moves such a word on looks here first: it reads one line, not one for each teammate.
//
// A place counts the sleepers whose words come to it and adds up their slots, so that the sum is the slot of one that is alone. Sleepers of several
// words may meet at a place, so whether one waits for the word its presence says.
//
// Ordering  add() comes before the sleeper's fence, at() behind the fence of the one that wakes (parker.h): a sleeper that has not seen the word
//           move on is counted, and it is taken off when it sleeps no more.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::waiting {

// By what a sleeper is found: by its word, where the one that wakes does not know which value is waited for, or by both.
enum class FoundBy : std::uint8_t { nothing, word, word_and_value };

template <platform::Platform P>
class alignas(base::kCacheLineBytes) SleepersAt {
 public:
  struct Asleep {
    std::uint32_t count;
    std::uint32_t slot;  // if there is one
  };

  void add(const void* word, FoundBy by, base::Episode wanted, std::uint32_t slot) {
    place_of(word, by, wanted).fetch_add_relaxed(kOne + slot);
  }
  void remove(const void* word, FoundBy by, base::Episode wanted, std::uint32_t slot) {
    place_of(word, by, wanted).fetch_add_relaxed(~(kOne + slot) + 1);
  }
  Asleep at(const void* word, FoundBy by, base::Episode value) {
    const std::uint64_t found = place_of(word, by, value).load_relaxed();
    return {static_cast<std::uint32_t>(found / kOne), static_cast<std::uint32_t>(found % kOne)};
  }

 private:
  using Place = typename P::template Atomic<std::uint64_t>;
  static constexpr std::uint64_t kPlaces = base::kCacheLineBytes / sizeof(Place);
  // The sum of all slots of a team of 65,536 threads is below it.
  static constexpr std::uint64_t kOne = std::uint64_t{1} << 32U;

  // Neighbours in memory, and values that follow one another at any distance, come to different places.
  Place& place_of(const void* word, FoundBy by, base::Episode value) {
    constexpr unsigned kHashBits = 32;
    const std::uint64_t of_word = reinterpret_cast<std::uintptr_t>(word) / sizeof(Place);
    const std::uint64_t of_value = by == FoundBy::word_and_value ? base::fibonacci_hash(value, kHashBits) : 0;
    return places_[(of_word + of_value) % kPlaces];
  }

  Place places_[kPlaces] = {};
};

}  // namespace muster::waiting

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offers: whether another process takes the CPU when a waiting thread offers it by a yield, and gives it back soon.
#pragma once

#include <cstdint>

#include "waiting/intervals.h"
#include "waiting/known.h"

namespace muster::waiting {

// It is told of the yields where no other thread of the process is on the CPU.
class Offers {
 public:
  // The last ones were returned soon, kConvincingOffers of them in a row.
  bool are_returned() const { return returned_ >= kConvincingOffers; }

  // The next one is to be proved: with it the thread would come to believe it. Where system calls are slow, a yield that does nothing takes as
  // long as one to a process that returns the CPU at once.
  bool is_proof_due() const { return returned_ == kConvincingOffers - 1; }

  // One took so long. `gave_cpu`: by the system's count of the thread's switches, where that was asked for.
  void note(std::uint64_t took_ns, std::uint64_t shortest_switch_ns, Known gave_cpu) {
    if (gave_cpu == Known::no) {
      // A process that was away for once is asked again after the polls between two offers.
      returned_ = are_returned() ? std::uint8_t{kConvincingOffers - 1} : std::uint8_t{0};
    } else if ((took_ns < shortest_switch_ns && gave_cpu == Known::unknown) || took_ns >= kReturnedSoon_ns) {
      returned_ = 0;
    } else if (!are_returned()) {
      ++returned_;
    }
  }

 private:
  std::uint8_t returned_ = 0;
};

}  // namespace muster::waiting

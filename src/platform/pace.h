// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pace: how long relax() and a system call take on a machine, against the reference machine.
//
// Polls stand for times, as a look at the clock between two of them would cost more than the poll. Their numbers are those of the reference machine, and
// another makes as many as take the same time: a PAUSE is 10 cycles before Skylake, 140 after it, 60 to 65 on AMD Zen, and Arm's ISB is a pause of some 30.
#pragma once

#include <algorithm>
#include <cstdint>

namespace muster::platform {

class Pace {
 public:
  // Two CPUs of an EPYC (Zen 4) under KVM: 25.7 to 27.2 ns, as `calibrate` of simulate/ prints it (poll_ns).
  static constexpr std::uint64_t kReferenceRelax_ps = 26'000;
  // What counts as a measurement: from a relax() that is no more than the loop around it to one on a CPU that is emulated or throttled. Beyond, the nearer end counts.
  static constexpr std::uint64_t kShortestRelax_ps = 1'000;
  static constexpr std::uint64_t kLongestRelax_ps = 208'000;

  // A system call that does next to nothing, with a look at the clock. Sandboxes that look at each call take one to some microseconds for it.
  static constexpr std::uint32_t kReferenceCall_ns = 150;
  // What counts as a measurement: more was a thread that lost its CPU.
  static constexpr std::uint64_t kShortestCall_ns = 30;
  static constexpr std::uint64_t kLongestCall_ns = 20'000;

  // That of the reference machine.
  constexpr Pace() = default;

  static constexpr std::uint32_t believed_call_ns(std::uint64_t measured_ns) {
    return static_cast<std::uint32_t>(std::clamp(measured_ns, kShortestCall_ns, kLongestCall_ns));
  }

  // That of a machine whose relax() takes so many picoseconds; 0: that is not known.
  static constexpr Pace of_relax(std::uint64_t relax_ps) {
    return relax_ps == 0 ? Pace{}
                         : Pace{kUnit * kReferenceRelax_ps / std::clamp(relax_ps, kShortestRelax_ps, kLongestRelax_ps)};
  }

  // One that units() has given.
  static constexpr Pace of_units(std::uint32_t units) { return Pace{units}; }
  constexpr std::uint32_t units() const { return units_; }

  // Calls of relax() that take as long as `reference_count` do on the reference machine; one at least.
  constexpr std::uint32_t relaxes(std::uint32_t reference_count) const {
    return std::max(static_cast<std::uint32_t>(std::uint64_t{reference_count} * units_ / kUnit), 1U);
  }

  friend constexpr bool operator==(const Pace&, const Pace&) = default;

 private:
  static constexpr std::uint64_t kUnit = 256;

  constexpr explicit Pace(std::uint64_t units) : units_(static_cast<std::uint32_t>(units)) {}

  // Calls of relax() here that take as long as kUnit of them on the reference machine.
  std::uint32_t units_ = kUnit;
};

}  // namespace muster::platform

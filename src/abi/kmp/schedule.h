// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule codes of Clang's calls, as they appear in compiled programs.
#pragma once

#include <limits>
#include <type_traits>

#include "settings/settings.h"
#include "teams/teams.h"

namespace muster::abi::kmp {

inline constexpr std::int32_t kMonotonicBit = 1 << 29;
inline constexpr std::int32_t kNonmonotonicBit = 1 << 30;

// Codes come in three rows: as below, plus 32 for loops with an ordered clause, plus 128 for loops whose chunks the caller does
// not merge (the same to us).
enum ScheduleCode : std::int32_t {
  kStaticChunked = 33,
  kStatic = 34,
  kDynamic = 35,
  kGuided = 36,
  kRuntime = 37,
  kAuto = 38,
  kTrapezoidal = 39,
  kStaticGreedy = 40,
  kStaticBalanced = 41,
  kGuidedIterative = 42,
  kGuidedAnalytical = 43,
  kStaticSteal = 44,
  kStaticBalancedChunked = 45,
  kGuidedSimd = 46,
  kRuntimeSimd = 47,
  kFirstOrdered = 64,
  kLastOrdered = 72,
  kDistributeStaticChunked = 91,
  kDistributeStatic = 92,
  kFirstUnmerged = 160,
};

struct DecodedSchedule {
  std::int32_t code;
  bool ordered;
  settings::ScheduleModifier modifier;
};

constexpr DecodedSchedule decode(std::int32_t raw) {
  using settings::ScheduleModifier;
  const ScheduleModifier modifier = (raw & kMonotonicBit) != 0      ? ScheduleModifier::monotonic
                                    : (raw & kNonmonotonicBit) != 0 ? ScheduleModifier::nonmonotonic
                                                                    : ScheduleModifier::none;
  std::int32_t code = raw & ~(kMonotonicBit | kNonmonotonicBit);
  if (code >= kFirstUnmerged) {
    code -= 128;
  }
  const bool ordered = code >= kFirstOrdered && code <= kLastOrdered;
  return {ordered ? code - 32 : code, ordered, modifier};
}

// The loop that a dispatch call asks for; `runtime` is run-sched-var.
inline teams::LoopKind loop_kind(std::int32_t raw, std::int64_t chunk, const settings::Schedule& runtime) {
  using settings::ScheduleKind;
  const DecodedSchedule decoded = decode(raw);
  settings::Schedule schedule;
  schedule.modifier = decoded.modifier;
  schedule.chunk = chunk;
  switch (decoded.code) {
    case kStatic: schedule.chunk = 0; break;
    case kDynamic: schedule.kind = ScheduleKind::dynamic; break;
    case kGuided:
    case kGuidedIterative:
    case kGuidedAnalytical: schedule.kind = ScheduleKind::guided; break;
    case kGuidedSimd:
      // Without a modifier's say, in order, as libomp deals it.
      schedule.kind = ScheduleKind::guided;
      schedule.modifier = settings::ScheduleModifier::monotonic;
      break;
    case kTrapezoidal: schedule.kind = ScheduleKind::trapezoidal; break;
    case kStaticSteal: schedule.kind = ScheduleKind::static_steal; break;
    case kRuntime:
    case kRuntimeSimd:
      schedule = runtime;
      if (decoded.modifier == settings::ScheduleModifier::monotonic) {
        schedule.modifier = decoded.modifier;
      }
      break;
    case kAuto:
      // As libomp deals it.
      schedule.kind = ScheduleKind::guided;
      schedule.chunk = 0;
      break;
    case kStaticGreedy:
    case kStaticBalanced:
      schedule.kind = ScheduleKind::auto_;
      schedule.chunk = 0;
      break;
    default: break;
  }
  return {schedule, decoded.ordered, true};
}

// Iterations that must stay together: schedule(simd: ...) passes the width of a vector, and a chunk of the schedule counts
// such units; a balanced static loop passes its chunk. Then the chunk is taken out of the schedule. 1: any cut will do.
inline std::uint64_t take_unit(std::int32_t raw, std::int64_t chunk, settings::Schedule& schedule) {
  const std::int32_t code = decode(raw).code;
  if ((code != kGuidedSimd && code != kRuntimeSimd && code != kStaticBalancedChunked) || chunk < 1) {
    return 1;
  }
  const std::int64_t vectors = code == kRuntimeSimd && schedule.chunk > 0 ? schedule.chunk : 1;
  // A static loop without a chunk is cut into blocks, all others into chunks of one unit at least.
  const bool blocks = schedule.kind == settings::ScheduleKind::static_ && (code != kRuntimeSimd || schedule.chunk == 0);
  schedule.chunk = blocks ? 0 : 1;
  return static_cast<std::uint64_t>(chunk * vectors);
}

// The iterations between inclusive bounds. Compilers ask for those from 0 to the trip count less 1, which is the type's largest number where there is none: Flang for a loop
// without iterations, Clang 19 for an unsigned one whose step is so large that it gets 0 for the trip count. A loop that had as many iterations as its type has values would
// have a trip count that the type cannot hold.
template <class T, class Step>
MUSTER_ALWAYS_INLINE loops::IterationSpace between(T lower, T upper, Step step) {
  loops::IterationSpace space = loops::closed<T, Step>(lower, upper, step);
  if (std::is_unsigned_v<T> && step == 1 && static_cast<T>(upper - lower) == std::numeric_limits<T>::max()) {
    space.total = 0;
  }
  return space;
}

}  // namespace muster::abi::kmp

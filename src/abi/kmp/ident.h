// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ident: the source position and flags that Clang passes to every call.
#pragma once

#include <cstdint>

#include "events/events.h"

namespace muster::abi::kmp {

// Layout and flag values as Clang emits them: @ident = { i32, i32 flags, i32, i32, ptr ";file;function;line;column;;" }.
struct Ident {
  std::int32_t reserved_1;
  std::int32_t flags;
  std::int32_t reserved_2;
  std::int32_t reserved_3;
  const char* source;
};

// The reduction at this place also exists as one with atomic operations.
inline constexpr std::int32_t kAtomicReduction = 0x10;
// What a barrier stands at the end of, and which loop a static_init is of.
inline constexpr std::int32_t kExplicitBarrier = 0x20;
inline constexpr std::int32_t kImplicitBarrier = 0x40;
inline constexpr std::int32_t kLoop = 0x200;
inline constexpr std::int32_t kSections = 0x400;
inline constexpr std::int32_t kDistribute = 0x800;

inline events::SyncKind barrier_kind(const Ident* place) {
  return place != nullptr && (place->flags & kImplicitBarrier) != 0 ? events::SyncKind::barrier_implicit_workshare
                                                                    : events::SyncKind::barrier_explicit;
}

}  // namespace muster::abi::kmp

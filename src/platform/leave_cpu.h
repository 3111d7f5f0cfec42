// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads are taken off a CPU: a mask without the CPU moves a thread, and the whole mask again leaves it where it is.
#pragma once

#include <cstdint>

#include "platform/raw_mask.h"

namespace muster::platform {

// `set_mask(mask)` is the system call for a thread that has the caller's mask, or the caller itself, and says whether it worked. Where the thread may use
// no other CPU, nothing happens.
template <class SetMask>
void take_off_cpu(std::int32_t cpu, const SetMask& set_mask) {
  RawMask all;
  if (!all.read(0) || !all.has(cpu)) {
    return;
  }
  RawMask others = all;
  others.remove(cpu);
  if (set_mask(others)) {
    set_mask(all);
  }
}

// As of Platform::swap_cpus, for a thread of the system. The other one goes first: if it has ended, or may not be told, the caller stays where it is.
inline void swap_with(pid_t thread, std::int32_t its, std::int32_t own) {
  RawMask all;
  RawMask of_thread;
  if (!all.read(0) || !of_thread.read(thread) || !(all == of_thread) || !all.has(its) || !all.has(own)) {
    return;
  }
  const RawMask alone = all.only(own);
  if (alone.write(thread)) {
    // Unless the other one, which goes on where it is now, has set itself another mask meanwhile.
    if (!of_thread.read(thread) || of_thread == alone) {
      all.write(thread);
    }
    all.only(its).write(0);
    all.write(0);
  }
}

}  // namespace muster::platform

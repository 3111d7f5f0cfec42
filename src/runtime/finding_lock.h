// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards what the first thread that needs it finds out from files: the quota, a profile. Meanwhile the thread is not cancelled, and fork() waits, as the child would
// have the lock and nobody that opens it.
#pragma once

#include "platform/uncancelled.h"

namespace muster::runtime {

// Not to be taken by a thread that has it.
class FindingLock {
 public:
  FindingLock();
  ~FindingLock();
  FindingLock(const FindingLock&) = delete;
  FindingLock& operator=(const FindingLock&) = delete;

 private:
  platform::Uncancelled uncancelled_;
};

// Before all other locks of the runtime.
void lock_finding_for_fork();
// Parent and child call it.
void unlock_finding_after_fork();

}  // namespace muster::runtime

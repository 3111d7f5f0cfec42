// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/finding_lock.h"

#include <pthread.h>

namespace muster::runtime {
namespace {

constinit pthread_mutex_t finding = PTHREAD_MUTEX_INITIALIZER;

}  // namespace

FindingLock::FindingLock() { pthread_mutex_lock(&finding); }
FindingLock::~FindingLock() { pthread_mutex_unlock(&finding); }

void lock_finding_for_fork() { pthread_mutex_lock(&finding); }
void unlock_finding_after_fork() { pthread_mutex_unlock(&finding); }

}  // namespace muster::runtime

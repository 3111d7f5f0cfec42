// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// open(), read(), write() and close() are cancellation points (POSIX.1-2017, 2.9.5.2). A thread that is cancelled in one of them inside of the runtime would leave locks locked
// and regions without their primary thread, which no program that calls pthread_cancel() could know.
#pragma once

#include <pthread.h>

namespace muster::platform {

// As long as it lives the calling thread is not cancelled; a request stays pending.
class Uncancelled {
 public:
  Uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~Uncancelled() { pthread_setcancelstate(before_, nullptr); }
  Uncancelled(const Uncancelled&) = delete;
  Uncancelled& operator=(const Uncancelled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace muster::platform

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program finds errno as it was before it called the library: it starts with errno 0 (C11 7.5), and a file that is not there, or a page that
// cannot be bound, is no error of the program's.
#pragma once

#include <errno.h>

namespace muster::platform {

class KeepErrno {
 public:
  KeepErrno() : saved_(errno) {}
  ~KeepErrno() { errno = saved_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int saved_;
};

}  // namespace muster::platform

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access: which thread accessed a plain variable, and when. Two accesses of which one is a write, and neither happens before the other, are a
// race in whichever order they come.
#pragma once

#include <array>
#include <cstdint>

#include "engine/limits.h"
#include "engine/view.h"

namespace muster::verify {

class Access {
 public:
  // By a thread with that clock. False: a race, with `other`'s access.
  bool read(ThreadId self, const Clock& clock, ThreadId& other) {
    if (written_at_ > clock.of[writer_]) {
      other = writer_;
      return false;
    }
    read_at_[self] = clock.of[self];
    return true;
  }

  bool write(ThreadId self, const Clock& clock, ThreadId& other) {
    if (written_at_ > clock.of[writer_]) {
      other = writer_;
      return false;
    }
    for (ThreadId reader = 0; reader < kMaxThreads; ++reader) {
      if (read_at_[reader] > clock.of[reader]) {
        other = reader;
        return false;
      }
    }
    writer_ = self;
    written_at_ = clock.of[self];
    return true;
  }

 private:
  ThreadId writer_ = 0;
  std::uint32_t written_at_ = 0;
  std::array<std::uint32_t, kMaxThreads> read_at_{};
};

}  // namespace muster::verify

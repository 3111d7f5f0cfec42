// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "races/annotations.h"

#include <gtest/gtest.h>

#include "events/events.h"
#include "races/races.h"

namespace muster::races {
namespace {

TEST(Annotations, AreNotCompleteWithoutAll) {
  Annotations all;
  EXPECT_FALSE(all.complete());
  all.acquire = [](void*) {};
  EXPECT_FALSE(all.complete());
}

#if !defined(__SANITIZE_THREAD__)
// This program was built without ThreadSanitizer: nobody listens, and nothing is paid.
TEST(Annotations, AreNotFoundWhereThereIsNoChecker) {
  EXPECT_FALSE(find_annotations().complete());
  EXPECT_FALSE(archer_is_loaded());
  EXPECT_FALSE(start(false, false));
  EXPECT_FALSE(events::listening);
}
#endif

}  // namespace
}  // namespace muster::races

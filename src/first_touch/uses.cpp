// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/uses.h"

#include <algorithm>

#include "platform/node_pages.h"

namespace muster::first_touch {

bool Uses::open() {
  count_ = 0;
  seen_ = 0;
  uses_ = static_cast<Use*>(platform::map_apart(kMost * sizeof(Use)));
  return uses_ != nullptr;
}

void Uses::close() {
  if (uses_ != nullptr) {
    platform::unmap_apart(uses_, kMost * sizeof(Use));
    uses_ = nullptr;
    count_ = 0;
  }
}

void Uses::add(const Use& use, std::uint64_t random) {
  ++seen_;
  if (count_ < kMost) {
    uses_[count_++] = use;
  } else if (const std::uint64_t at = random % seen_; at < kMost) {
    // Vitter's algorithm R.
    uses_[at] = use;
  }
}

void Uses::sort() {
  std::sort(begin(), end(), [](const Use& one, const Use& other) { return one.address < other.address; });
}

}  // namespace muster::first_touch

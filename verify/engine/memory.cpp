// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/memory.h"

#include <algorithm>
#include <cstdlib>

namespace muster::verify {

void Memory::reset() {
  used_ = 0;
  messages_used_ = 0;
  std::fill(slots_.begin(), slots_.end(), 0U);
}

std::uint32_t Memory::slot_of(const void* address) {
  const auto bits = reinterpret_cast<std::uintptr_t>(address) >> 2;
  return static_cast<std::uint32_t>((bits ^ (bits >> 9)) % kSlots);
}

const Location* Memory::find(const void* address) const {
  for (std::uint32_t slot = slot_of(address); slots_[slot] != 0; slot = (slot + 1) % kSlots) {
    const Location& location = locations_[slots_[slot] - 1];
    if (location.address == address) {
      return &location;
    }
  }
  return nullptr;
}

Location* Memory::at(const void* address, std::uint32_t bytes, std::uint64_t initial) {
  std::uint32_t slot = slot_of(address);
  for (; slots_[slot] != 0; slot = (slot + 1) % kSlots) {
    Location& location = locations_[slots_[slot] - 1];
    if (location.address == address) {
      return &location;
    }
  }
  if (used_ == kMaxLocations) {
    return nullptr;
  }
  Location& location = locations_[used_];
  location.address = address;
  location.index = used_++;
  location.bytes = bytes;
  slots_[slot] = used_;
  Message& first = new_message();
  first.value = initial;
  first.time = 0;
  first.writer = kMaxThreads;
  first.step = 0;
  location.order.assign(1, &first);
  return &location;
}

Message& Memory::insert(Location& location, const Message& before) {
  auto place = std::find(location.order.begin(), location.order.end(), &before) + 1;
  Message& message = new_message();
  message.time = place == location.order.end() ? before.time + kGap : before.time + ((*place)->time - before.time) / 2;
  if (message.time == before.time) {
    // A dozen messages between the same two: no client is near that.
    std::abort();
  }
  location.order.insert(place, &message);
  return message;
}

Message& Memory::new_message() {
  if (messages_used_ == messages_.size()) {
    messages_.emplace_back();
  }
  Message& message = messages_[messages_used_++];
  message.followed = false;
  message.view.clear();
  return message;
}

}  // namespace muster::verify

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory: for each location its messages in modification order.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/limits.h"
#include "engine/site.h"
#include "engine/view.h"

namespace muster::verify {

struct Message {
  std::uint64_t value;
  // Position in the modification order; grows along it, with gaps for messages that come in between.
  std::uint32_t time;
  // The thread that wrote it, and as which of its steps (from 1). The first message of a location has step 0.
  ThreadId writer;
  std::uint32_t step;
  // A read-modify-write has read this message: nothing may come between it and the next one.
  bool followed;
  View view;

  // Names the message in any execution in which its writer has made the same steps.
  std::uint64_t label() const { return (std::uint64_t{writer} << 32) | step; }
};

struct Location {
  const void* address;
  std::uint32_t index;
  std::uint32_t bytes;
  std::vector<Message*> order;

  Message& latest() const { return *order.back(); }
};

class Memory {
 public:
  void reset();

  // The location of that address. The first access makes it, with `initial` as its first message. Null: the table is full.
  Location* at(const void* address, std::uint32_t bytes, std::uint64_t initial);
  // Null when nobody has accessed it.
  const Location* find(const void* address) const;

  // A new message directly after `before`.
  Message& insert(Location& location, const Message& before);

 private:
  static constexpr std::uint32_t kSlots = 1024;
  static constexpr std::uint32_t kGap = 1U << 12;

  static std::uint32_t slot_of(const void* address);
  Message& new_message();

  std::vector<Location> locations_ = std::vector<Location>(kMaxLocations);
  std::uint32_t used_ = 0;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kSlots, 0);
  std::deque<Message> messages_;
  std::uint32_t messages_used_ = 0;
};

}  // namespace muster::verify

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operation: a step that a thread is about to make, the ways in which it can go on, and what it touches.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/limits.h"
#include "engine/memory.h"
#include "engine/site.h"

namespace muster::verify {

// The new value of a read-modify-write, in the width of its type.
using Modify = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand);

struct Operation {
  Kind kind = Kind::load;
  Order order = Order::relaxed;
  Order failure_order = Order::relaxed;
  SiteId site = 0;
  Location* location = nullptr;
  std::uint64_t operand =
      0;  // what is written, awaited or, by a park, expected; of an unpark how many; of a signal the slot
  std::uint64_t expected = 0;  // of a compare_exchange
  Modify modify = nullptr;
  std::uint32_t bits = ~std::uint32_t{0};  // of a park and an unpark: which sleepers
  bool may_sleep = false;                  // an await that ends only by a signal, if the program wants to see signals
};

struct Result {
  std::uint64_t value = 0;
  bool success = true;
};

enum class Effect : std::uint8_t {
  proceed,
  sleep,         // await and park: until woken
  return_early,  // park
  wake_sleeper,  // unpark: the sleeper that the choice names
};

// Whether a park is one of those that an unpark wakes.
inline bool wakes(const Operation& unpark, const Operation& park) {
  return park.kind == Kind::park && park.location == unpark.location && (park.bits & unpark.bits) != 0;
}

// One way for an operation to go on. The label tells it from the operation's other ways, in any execution.
struct Choice {
  Effect effect = Effect::proceed;
  // Read from, or for a store the message that comes before it.
  Message* message = nullptr;
  ThreadId sleeper = 0;
  std::uint64_t label = 0;
};

// What a step touches, so far as the order of two steps of different threads matters. A read does not count: the message that it
// reads is part of its choice, so it commutes with a store of another message (README.md, reduction).
struct Footprint {
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  std::uint32_t changes = kNowhere;  // location whose newest message it writes or depends on
  std::uint32_t reads = kNowhere;    // location of which a later message may be wanted instead
  std::uint64_t read_message = 0;    // label, if `reads` or `changes` says that there is one
  bool writes = false;               // a new message at `changes`
  bool updates = false;              // one that takes the place after the message read from others
  bool seq_cst = false;              // a write that seq_cst reads see, once it is there
  bool might_update = false;         // a compare_exchange that fails: before an update of another thread it might not
  bool fences = false;
  bool touches_all = false;           // a process-wide fence
  std::uint32_t slots_signalled = 0;  // bit sets
  std::uint32_t slots_slept = 0;
};

inline bool dependent(const Footprint& one, const Footprint& other) {
  return (one.changes == other.changes && one.changes != Footprint::kNowhere) || (one.fences && other.fences) ||
         one.touches_all || other.touches_all || (one.slots_slept & (other.slots_slept | other.slots_signalled)) != 0 ||
         (one.slots_signalled & other.slots_slept) != 0;
}

}  // namespace muster::verify

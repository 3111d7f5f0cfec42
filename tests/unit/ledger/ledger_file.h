// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ledger in a file of its own for each test, and threads of the program that have begun in it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "events/events.h"
#include "ledger/account.h"
#include "ledger/file.h"
#include "ledger/ledger.h"

namespace muster::ledger::testing {

class LedgerFile : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + "muster-ledger-" + std::to_string(getpid());
    Surroundings surroundings;
    surroundings.path = path_.c_str();
    surroundings.cpus = 2;
    ASSERT_EQ(start(surroundings), nullptr);
  }
  void TearDown() override {
    abandon_file();
    std::remove(path_.c_str());
  }

  std::string path_;
};

// The calling thread, as a thread of the program or as a worker, while the object lives.
class Begun {
 public:
  explicit Begun(events::ThreadKind kind = events::ThreadKind::initial) {
    thread.kind = kind;
    thread.initial_task.region = &thread.initial_region;
    thread.initial_task.flags = events::kInitialTask;
    thread.task = &thread.initial_task;
    events::this_thread = &thread;
    events::emit(events::ThreadBegin{thread});
  }
  ~Begun() {
    if (events::this_thread != nullptr) {
      events::emit(events::ThreadEnd{thread});
      events::this_thread = nullptr;
    }
  }
  Begun(const Begun&) = delete;
  Begun& operator=(const Begun&) = delete;

  Slot& slot() { return *own_slot(); }
  // The row of this kind; the test fails when there is none.
  Row& row(Kind kind) {
    for (Row& row : slot().rows) {
      if (row.kind == kind) {
        return row;
      }
    }
    ADD_FAILURE() << "no row of kind " << static_cast<int>(kind);
    return slot().rows[kOther];
  }

  events::Thread thread;
};

inline std::uint64_t& ticks(Row& row, Category category) { return row.ticks[static_cast<std::size_t>(category)]; }

// Over all rows and categories.
inline std::uint64_t sum_of(const Slot& slot) {
  std::uint64_t sum = 0;
  for (const Row& row : slot.rows) {
    for (const std::uint64_t ticks : row.ticks) {
      sum += ticks;
    }
  }
  return sum;
}

// The thread was there for so long.
inline std::uint64_t life_of(const Slot& slot) { return slot.part.since_ticks - slot.part.begin_ticks; }

// Any address of code that is loaded.
inline events::Caller caller(std::uintptr_t offset = 0) {
  return {reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&ticks) + offset), nullptr};
}

}  // namespace muster::ledger::testing

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine: the state of one execution. Threads stop before each operation; the explorer looks at the ways in which each can
// go on, and picks one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/access.h"
#include "engine/limits.h"
#include "engine/memory.h"
#include "engine/operation.h"
#include "engine/program.h"
#include "engine/site.h"
#include "engine/view.h"
#include "fibre.h"

namespace muster::verify {

class Machine {
 public:
  static Machine& instance();
  Machine();

  // --- for the explorer ---

  // Builds the program's state and runs each thread to its first operation.
  void begin(const Program& program, const Mutant& mutant, bool tracing);
  bool finished(ThreadId thread) const { return threads_[thread].finished; }
  // The ways in which the thread can go on; none: it has ended or is blocked.
  void choices(ThreadId thread, std::vector<Choice>& all);
  Footprint footprint(ThreadId thread, const Choice& choice) const;
  const Operation& pending(ThreadId thread) const { return threads_[thread].pending; }
  std::uint32_t steps_of(ThreadId thread) const { return threads_[thread].steps; }
  // Makes the step and runs the thread to its next operation.
  void execute(ThreadId thread, const Choice& choice);
  void check();
  // What each thread is blocked in.
  std::string describe_blocked() const;

  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  void set_failure(const std::string& what);
  const std::vector<std::string>& trace() const { return trace_; }

  // --- for the platform and the clients ---

  // Whether a thread of the program is running, not its setup or check.
  bool running() const { return running_; }
  ThreadId self() const { return self_; }
  const Program& program() const { return *program_; }
  // Counts the calls of the running thread.
  std::uint64_t next_tick() { return ++threads_[self_].ticks; }
  SiteId site(const Here& where, Kind kind, Order order, Order failure_order = Order::relaxed);
  bool is_dropped(SiteId site) const { return mutant_.change == Change::dropped && mutant_.site == site; }
  // A fence, park, wake-up or access of the running thread. Orders are those of the source; the mutant is applied here.
  Result submit(Operation operation);
  Location* location(const void* address, std::uint32_t bytes, std::uint64_t initial);
  // The value after the execution, for check().
  std::uint64_t final_value(const void* address, std::uint64_t initial) const;
  // Ends the execution. Does not return when a thread is running.
  void fail(const std::string& what);
  // Addresses from `begin` on are printed with this name.
  void name(const void* begin, std::size_t bytes, const std::string& name);
  std::string name_of_address(const void* address) const;
  // A line in the schedule for something that is no step.
  template <class Text>
  void note_if_tracing(const Text& text) {
    if (tracing_ && running_) {
      note(text());
    }
  }

  // Plain accesses of the running thread; a race ends the execution.
  void plain_read(Access& access, const char* name);
  void plain_write(Access& access, const char* name);
  // Every access to a word in there counts as a plain read of `access` too.
  void watch(const void* begin, std::size_t bytes, Access& access);

  Sites& sites() { return sites_; }
  // Sites that an execution has come by, by number.
  const std::vector<bool>& touched() const { return touched_; }
  void forget_touched() { touched_.clear(); }

 private:
  struct Thread {
    Fibre fibre{kStackBytes};
    std::function<void()> body;
    View current;
    View acquired;  // what an acquire fence would add: views of messages that were read relaxed
    View released;  // what a relaxed store publishes: the view at the last release fence
    Operation pending;
    Result result;
    bool finished = true;
    bool asleep = false;
    bool woken = false;
    std::uint32_t steps = 0;
    std::uint64_t ticks = 0;
    std::uint32_t sleeps_left = 0;
    std::uint32_t early_returns_left = 0;
  };
  struct Name {
    const std::byte* begin;
    std::size_t bytes;
    std::string name;
  };

  struct Watched {
    const std::byte* begin;
    std::size_t bytes;
    Access* access;
  };

  void run(ThreadId thread);
  void note(const std::string& what);
  void apply_mutant(Operation& operation) const;
  bool can_sleep(const Thread& thread) const;

  std::uint32_t oldest_visible(const Thread& thread) const;
  void read_choices(const Thread& thread, std::vector<Choice>& all) const;
  void await_choices(const Thread& thread, std::vector<Choice>& all) const;
  void store_choices(const Thread& thread, std::vector<Choice>& all) const;
  void update_choices(const Thread& thread, std::vector<Choice>& all) const;
  void park_choices(const Thread& thread, std::vector<Choice>& all) const;
  void unpark_choices(const Thread& thread, std::vector<Choice>& all) const;

  void read(Thread& thread, const Message& message, Order order);
  Message& write(Thread& thread, ThreadId id, Message& before, std::uint64_t value, Order order, bool follows);
  void full_fence(Thread& thread);
  void process_wide_fence(Thread& thread);
  void perform(Thread& thread, ThreadId id, const Choice& choice);
  void perform_await(Thread& thread, ThreadId id, const Choice& choice);
  void perform_unpark(const Operation& unpark, const Choice& choice);
  void perform_park(Thread& thread, const Choice& choice);
  void wake(std::uint32_t slots);
  std::string describe_step(ThreadId id, const Operation& operation, const Choice& choice) const;

  const Program* program_ = nullptr;
  Mutant mutant_;
  bool tracing_ = false;
  bool running_ = false;
  ThreadId self_ = 0;
  std::array<Thread, kMaxThreads> threads_;
  Memory memory_;
  View fence_view_;
  View seq_cst_view_;  // the last seq_cst write of each location
  Sites sites_;
  std::vector<bool> touched_;
  std::string failure_;
  std::vector<std::string> trace_;
  std::vector<Name> names_;
  std::vector<Watched> watched_;
};

// For clients: what must hold. Ends the execution when it does not.
void expect(bool condition, const std::string& what);

}  // namespace muster::verify

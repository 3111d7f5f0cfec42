// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulation: virtual threads on a virtual machine, in virtual time. One thread runs at a time, the one whose time is the earliest; it stops before
// each access to a shared word, so accesses happen in the order of time. The same machine, threads and seed give the same run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/arena.h"
#include "engine/directory.h"
#include "engine/events.h"
#include "engine/machine.h"
#include "engine/processor.h"
#include "engine/quota.h"
#include "engine/thread.h"
#include "engine/time.h"

namespace muster::simulate {

// What a read-modify-write makes of a word; both as bits.
using Modify = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand);

class Simulation {
 public:
  // The one whose thread runs; null outside of run(), where accesses are plain.
  static Simulation* current() { return current_; }

  explicit Simulation(const Machine& machine, std::uint64_t seed = 1);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  const Machine& machine() const { return machine_; }
  Arena& arena() { return arena_; }

  // Before run(). The thread begins on `cpu` and stays there if it is bound. A stranger is a thread of another process: the run does not wait for it.
  ThreadId add_thread(std::function<void()> body, std::uint32_t cpu, bool is_bound);
  ThreadId add_stranger(std::function<void()> body, std::uint32_t cpu);
  // Before run(): idle CPUs take threads that wait for another CPU, as Linux's do (system.cpp).
  void balance_cpus();
  // Before the first thread: all that are no strangers have that much CPU time.
  void limit(const Quota& quota);
  // Before run(): a yield returns at once and gives nothing away, as where a filter of system calls answers for the system.
  void ignore_yields() { yields_do_nothing_ = true; }
  // Until all threads have ended. Throws std::runtime_error when nobody can go on.
  void run();
  const Thread& thread(ThreadId id) const { return *threads_[id]; }
  // The sums over all threads that are no strangers.
  Counts counts() const;

  // --- By the running thread ---

  const Thread& self() const { return *threads_[self_]; }
  ThreadId self_id() const { return self_; }
  Time now() const { return self().path.total(); }

  std::uint64_t load(const void* address, std::uint8_t bytes);
  void store(void* address, std::uint64_t value, std::uint8_t bytes);
  std::uint64_t update(void* address, std::uint8_t bytes, Modify modify, std::uint64_t operand);
  // True if the word was `expected`, which otherwise becomes what it was.
  bool compare_exchange(void* address, std::uint8_t bytes, std::uint64_t& expected, std::uint64_t desired);
  // Has a line fetched that is read later, without waiting for it.
  void prefetch(const void* address);
  // Before run(): the home of all lines in which some of that memory lies.
  void place(const void* memory, std::size_t bytes, std::uint32_t cpu);
  // Before run(): the home of all lines is where that CPU is.
  void place_all_at(std::uint32_t cpu) { directory_.place_all_at(cpu); }
  // Before run(): what lies there is the observer's, and an access to it costs nothing.
  void set_aside(const Arena& notes) { aside_ = &notes; }
  // Plain variables: the lines that they are in.
  void read_plain(const void* address, std::size_t bytes);
  void write_plain(const void* address, std::size_t bytes);
  // Sleeps, on its CPU, until somebody writes the line of the word, or for another reason, and no longer than to the deadline.
  void watch(const void* address, Time deadline = kNever);
  // Waits until the thread's own stores are visible.
  void fence(Time cost);
  // The same for the stores that any thread has made so far: what membarrier does.
  void fence_all(Time cost);
  void pass(Time time, Part part);
  // The program's own work: the thread can lose its CPU meanwhile.
  void compute(Time time);

  void park(const void* address, std::uint32_t expected, std::uint32_t bits, Time timeout = kNever);
  void unpark(const void* address, std::uint32_t count, std::uint32_t bits);
  void yield();
  // Goes on at the CPU that has least to do beside this one; only where the thread is on that CPU and not bound.
  void leave_cpu(std::uint32_t cpu);
  std::uint32_t runnable() const;
  // Until now.
  Time cpu_time(ThreadId id) const;

 private:
  struct Sleeper {
    ThreadId thread;
    std::uint32_t bits;
  };

  // Says what the first threads that have not ended do.
  std::string description() const;
  ThreadId add(std::function<void()> body, std::uint32_t cpu, bool is_bound, bool is_stranger);
  Thread& own() { return *threads_[self_]; }
  bool is_aside(const void* address) const { return aside_ != nullptr && aside_->has(address); }
  std::uint64_t value_at(const void* address, std::uint8_t bytes) const;
  void change(void* address, std::uint8_t bytes, std::uint64_t value);
  // The running thread goes on when its time has come.
  void settle();
  void pause();
  void plan(Thread& thread, ThreadId id, Time time);
  void happen(const Event& event);
  void resume(ThreadId id, Time time);
  void commit_oldest(ThreadId id);
  void tell_watchers(LineNumber line, const Path& because);
  Time poll_delay(ThreadId id);
  void account(const Service& service);
  // A line that was prefetched may be on its way still.
  void await_prefetched(LineNumber line);
  // The line is the running thread's to write from then on.
  void take_line(const void* address);
  void buffer(PendingStore store);

  void give_cpu(ThreadId id, std::uint32_t cpu, Time at);
  // False where the quota is used up: the thread waits in the CPU's queue then.
  bool give_cpu_or_queue(ThreadId id, std::uint32_t cpu, Time at);
  void give_cpu_to_next(std::uint32_t cpu, Time at);
  void release_cpu(Thread& thread, Time at);
  // It loses its CPU, and is in the queue already.
  void interrupt(Thread& thread, Time at);
  void preempt(std::uint32_t cpu, std::uint32_t turn, Time at);
  void make_ready(ThreadId id, std::uint32_t cpu, const Path& because);
  std::uint32_t cpu_to_wake_on(const Thread& thread) const;
  std::uint32_t least_busy_beside(std::uint32_t cpu) const;
  void time_out(ThreadId id, Time at);
  void balance(std::uint8_t level, Time at);
  void pull(std::uint32_t cpu, std::uint8_t level, Time at);
  bool is_limited(const Thread& thread) const { return bandwidth_.is_limited() && !thread.is_stranger; }
  // Takes a part of the quota for the CPU where that has none.
  bool may_have(ThreadId id, std::uint32_t cpu);
  static void charge(Processor& processor, Time at);
  void give_back_quota(Processor& processor);
  void plan_end_of_grant(std::uint32_t cpu);
  void end_grant(std::uint32_t cpu, std::uint32_t turn, Time at);
  void refill(Time at);
  bool is_anybody_ready() const;

  static Simulation* current_;

  const Machine& machine_;
  std::uint64_t random_;
  Arena arena_;
  Directory directory_;
  Events events_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Processor> cpus_;
  std::unordered_map<const void*, std::vector<Sleeper>> sleepers_;
  ThreadId self_ = 0;
  std::uint32_t left_ = 0;
  Bandwidth bandwidth_{Quota{}};
  bool yields_do_nothing_ = false;
  const Arena* aside_ = nullptr;
  // Those that are planned at any time, whatever the threads do.
  std::size_t standing_events_ = 0;
};

}  // namespace muster::simulate

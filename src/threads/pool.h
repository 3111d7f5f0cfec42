// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool: all threads that the runtime knows, and the workers that no team has. One lock, taken only when a team grows,
// a root ends, or the process forks or unloads; never at the fork of an unchanged team.
#pragma once

#include <cstddef>
#include <cstdint>

#include "threads/thread.h"

namespace muster::threads {

// Set once at start, before the first worker.
struct PoolSettings {
  std::size_t stack_bytes = 0;
  // CPUs that the process may use.
  std::uint32_t cpus = 0;
  // Where workers start; null: where the thread runs that makes them. It may be bound, and they would begin life on its CPU.
  const topology::CpuSet* first_cpus = nullptr;
  // How long an idle worker spins before it parks, in nanoseconds; may be changed while the program runs.
  Native::Atomic<std::uint64_t> idle_blocktime_ns{0};
  // How long a worker that nobody needs stays, in nanoseconds; kForever: it never ends.
  static constexpr std::uint64_t kForever = ~std::uint64_t{0};
  std::uint64_t idle_time_ns = kForever;
  // Sends workers of teams that have rested for so long to the lobby. Called by the reaper (reaper.h); null: there are no such teams.
  void (*give_up_resting)(std::uint64_t now_ns, std::uint64_t rested_ns) = nullptr;
  // How many of its last waiting steps each thread keeps, for a report; 0: no report.
  std::uint32_t wait_steps = 0;
  // Called by a worker that leaves its seat, whose team may be freed next: what it has noted of that is void. Null: there are no notes.
  void (*on_worker_left)() = nullptr;
  // Called by a worker that is about to end; null: nobody wants to know.
  void (*on_worker_end)() = nullptr;
  // Called when those who listen have been told of that: what they have asked of OpenMP may have made it a thread of the program.
  void (*after_worker_told)() = nullptr;
};
PoolSettings& pool_settings();

// Registers the calling thread: of the program, or the helper of that negative number. Null when there is no memory.
Thread* adopt_current_thread(std::int32_t helper = 0);
// The calling thread is about to end: nobody looks at it from now on.
void hide(Thread& self);
// The calling thread, a thread of the program, ends; its number may be used again.
void forget(Thread& root);

// Seats of a team that nobody has.
struct Seats {
  void* team;
  Seat& (*at)(void* team, std::uint32_t index);
  std::uint32_t count;
  // Sets Thread::birth of a worker that is made for a seat; null: nothing to set.
  void (*choose_birth)(void* team, std::uint32_t index, Thread& worker) = nullptr;
};
// Gives the seats workers, from the lobby or newly created; that of seat i goes to workers[i]. Returns how many of the first seats have
// got one: fewer than there are when the system refuses another thread.
std::uint32_t seat_workers(const Seats& seats, Thread** workers);
// Sends an idle worker back to the lobby, where it is free. Its seat stays in use until await_in_lobby returns. `since_ns`: nobody has needed it
// since then (Native::tick_ns).
void send_to_lobby(Thread& worker);
void await_in_lobby(Thread& worker, std::uint64_t since_ns);
std::uint32_t free_worker_count();

// Ends the workers that no team has and waits for their end. Those that teams have are left alone.
void end_idle_workers();
// The same for those that nobody has needed since then or longer.
void end_workers_free_since(std::uint64_t since_ns);

// Ends all workers and waits for their end. None may be inside a region.
void stop_workers();

// At unload, after stop_workers(): gives all memory back. No thread may use the runtime any more.
void free_all();

// In a forked child, where only the calling thread exists: forgets all workers and keeps `survivor` (may be null).
void reset_after_fork(Thread* survivor);
void lock_for_fork();
void unlock_after_fork();

// Workers, without those that are about to end, with their stacks; and threads of the program that use the runtime.
struct Census {
  std::uint32_t workers = 0;
  std::uint32_t roots = 0;
  platform::MemoryUse stacks;
};
Census take_census();

// Threads that the runtime has made and that have not ended.
std::uint32_t worker_count();
// The same and the threads of the program that use the runtime.
std::uint32_t known_count();

}  // namespace muster::threads

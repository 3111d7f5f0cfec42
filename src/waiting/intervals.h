// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long and how often a waiting thread does things, and where each number comes from.
#pragma once

#include <cstdint>

namespace muster::waiting {

// Blocktimes that are no times: never to park, and to learn when (spin_budget.h).
inline constexpr std::uint64_t kForever = ~std::uint64_t{0};
inline constexpr std::uint64_t kAdaptive = kForever - 1;

// A slice is long enough to make the scan and the clock reading between slices cheap (a PAUSE takes 3 to 40 ns,
// a scan 10 to 60 ns) and short enough to notice a teammate that migrates here within a microsecond or so.
inline constexpr std::uint32_t kPollsPerSlice = 64;
// Where others wait on this CPU, any of them may be let go on at any moment.
inline constexpr std::uint32_t kPollsBesideOthers = 8;
// Between two looks at different threads of the team.
inline constexpr std::uint32_t kPollsBetweenLooks = 8;
// Where a thread that has a CPU is to sleep at every wait: for as long as a sleep and a wake-up take of CPU time (kSleepForYield_ns), as then it takes twice at most of what the
// better of the two would have (Karlin, Li, Manasse and Owicki, "Empirical studies of competitive spinning", SOSP 1991). 25 ns each on the reference machine.
inline constexpr std::uint32_t kPollsForASleep = 400;
// The same in a wait for its turn, where threads of this CPU and of others go on in between: a yield that is a switch takes 1.1 to 1.3 us of the thread's own CPU time, however many
// others run meanwhile, a sleep and a wake-up 8 to 14 us (kSleepForYield_ns).
inline constexpr std::uint32_t kYieldsForASleep = 8;
// A look for work reads lines that others write; a poll mostly does not.
inline constexpr std::uint32_t kPollsPerLook = 16;
// Consecutive yields that gave nothing away before yielding is given up for this wait.
inline constexpr std::uint32_t kFutileYieldLimit = 4;
// Yields of one wait after which the system is asked whether the next gives the CPU away, which takes as long as two of them. Each that does is followed by four times as
// many, up to so many that asking no longer shows.
inline constexpr std::uint32_t kYieldsPerProof = 16;
inline constexpr std::uint32_t kMostYieldsPerProof = 1024;
// For how long they are given up at most: finding out again costs four system calls.
inline constexpr std::uint64_t kAvoidFutileYields_ns = 10'000'000;
// For how long at first, as the other may just have been on its way, and always in a team with a CPU for each thread. Sleeping must not last there: where CPUs share no
// cache the system takes a sleeper to the CPU of the one that wakes it, so a worker that moves away would take the primary along.
inline constexpr std::uint64_t kAvoidFutileYieldsAtFirst_ns = 100'000;
// What a yield that finds nobody takes in the scheduler, beside the way into the system and back: 250 to 350 ns on the reference machine.
inline constexpr std::uint64_t kYieldWork_ns = 300;
// A yield that took less gave the CPU to nobody. A switch to another thread and back is two yields and two switches, so more than twice what one takes that
// finds nobody (1.3 us against 0.4 us on the reference machine, and 2.6 against 0.55 on a day on which system calls took longer). `call_ns` is Platform::call_ns().
constexpr std::uint64_t shortest_switch_ns(std::uint64_t call_ns) { return (call_ns + kYieldWork_ns) * 3 / 2; }
// Linux lets a thread run for 0.75 ms at least before another of the same weight takes its place
// (sched_min_granularity_ns, before scaling by the number of CPUs): a yield that takes longer went to somebody that works.
inline constexpr std::uint64_t kForeignSlice_ns = 700'000;
// What a yield takes at least until each of the others on the CPU has had a turn, of a team with `share` threads to a CPU, 1 or more.
constexpr std::uint64_t lap_ns(std::uint32_t share, std::uint64_t shortest_switch_ns) {
  return (share - 1) * shortest_switch_ns;
}
// So many laps may pass before a thread gets its turn: of 32 that yield some have two or three turns while others have one (Linux 6.18).
inline constexpr std::uint64_t kLapsAtMost = 4;
// What Linux lets a thread run for where others of the same weight wait (3 to 4 ms, by the timer tick).
inline constexpr std::uint64_t kUsualSlice_ns = 4'000'000;
// For how long yields are avoided at most after one of them went to another process: a slice of 4 ms is then lost in a second, and a
// team whose neighbour has gone finds out within one.
inline constexpr std::uint64_t kLongestForeign_ns = 1'000'000'000;
// A wait of that length is worth a sleep where staying awake gains nothing: a hundred sleeps and wake-ups, so that they take a hundredth of it.
inline constexpr std::uint64_t kWaitWorthASleep_ns = 400'000;
// How often it is asked whether a process that took slices has gone: 5 us of one thread of the team.
inline constexpr std::uint64_t kAskInterval_ns = 2'000'000;
// For how long the answer may be "not known" until a slice is risked to find out: a belief about another process is to end within 10 ms of it.
inline constexpr std::uint64_t kDoubt_ns = 8'000'000;
// For how long yields are audited after one that took a slice: some slices of 4 ms, as another process need not take every yield.
inline constexpr std::uint64_t kAudit_ns = 20'000'000;
// A teammate that got less than this part of the time since it was looked at does not run where it is: another thread does, or it sleeps.
inline constexpr std::uint64_t kRunsAtLeast = 8;
// What a sleep and a wake-up cost more than a yield, with the time in which the CPU has nobody to run: 8 to 14 us of CPU time a thread and barrier in teams
// of 4 and 8 threads with 10 and 100 us of work (`python -m compare work --usual --cells 4t,10us --runtimes muster,libgomp`, and so on: libgomp sleeps,
// Muster yields). More is assumed, as a team that sleeps without need loses up to a tenth, and one that yields to a busy process loses a slice every few barriers,
// which is far more than this at any such value.
inline constexpr std::uint64_t kSleepForYield_ns = 20'000;
// So much of a wait may pass though nobody has work: if all the others on the CPU sleep, until they have woken. A wait that is no longer says nothing
// against staying awake. `share` as above.
constexpr std::uint64_t crowd_ns(std::uint32_t share) { return (share - 1) * kSleepForYield_ns; }
// Work between two waits from which on a team with a CPU for each thread spreads also where another process is on one of its CPUs, if CPUs may be swapped (Platform::swap_cpus). A
// swap takes 20 to 50 us, in system calls, migrations and what the caches held; but one is due only when the other process has begun a slice. So the bound is that of
// kShortPhase_ns. With 50 us two threads with 10 us of work beside a busy process took 1.2 times as long (`compare work --usual --cells 2t,10us,busy --env MUSTER_SWAP_CPUS=true`, with such a library by `--add`).
inline constexpr std::uint64_t kWorkWorthASwap_ns = 10'000;

// Where two threads share a CPU each has it for a slice of 3 to 4 ms at a time.
inline constexpr std::uint64_t kLongestTurn_ns = 5'000'000;

// At most this often a thread asks to be placed anew: a wake-up costs up to 45 us, so that is a twentieth of the time where
// it does not help because other processes have the other CPUs.
inline constexpr std::uint64_t kSpreadInterval_ns = 1'000'000;

// From one wait to the next, for two threads on one CPU. Sharing it costs them two switches of 1.3 us and twice the work between; on a CPU of another
// process half of the time is lost. The two are level where the work takes about 5 us.
inline constexpr std::uint64_t kShortPhase_ns = 10'000;

// Work between two waits that outlasts a slice, in a team with a CPU for each thread. Two threads that share a CPU work in turn, for twice as long; one
// that shares its CPU with another process has half of it at first, and the CPU of a teammate that is done and sleeps for the rest: one and a half times as
// long, and less where the work is dealt in chunks. Shorter work ends while the thread still waits for its first slice.
inline constexpr std::uint64_t kLongWork_ns = 3'000'000;

// Where threads take turns, every so many waits look at the clock, and with it at everything that changes slowly; the others would read
// it twice each, for nothing.
inline constexpr std::uint32_t kTurnsPerClock = 16;

// A thread that wakes others this often looks where they are, if that was not within the interval above. Two threads that hand one CPU over
// by sleeping and waking do so 300 times a millisecond.
inline constexpr std::uint32_t kWakingsPerLook = 8;

// The system may have put a runnable thread on this CPU's queue without the thread having seen it yet, which is where CPU
// numbers come from. A spinning thread offers the CPU this often: a hundredth of its time, and no wait for such a
// thread is longer than that instead of a time slice.
inline constexpr std::uint64_t kOfferInterval_ns = 50'000;
// A process that gives the CPU back within that waits as this one does: it polls for kOfferInterval_ns between two offers, and has some work in between. After a few such offers in a row
// the thread offers again at once in place of polling: where the threads of two processes are on the same CPUs, each poll keeps the other process from what this one waits
// for. A process that computes keeps the CPU for a slice, which is not that short four times in a row.
inline constexpr std::uint64_t kReturnedSoon_ns = 100'000;
inline constexpr std::uint32_t kConvincingOffers = 4;

}  // namespace muster::waiting

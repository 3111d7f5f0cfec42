// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a waiting thread does next, as a pure function of a recorded Situation: the same Situation always gives the same Step, so a decision can
// be printed with its reason, tested for machines that are not at hand, and replayed. gather() finds the situation out (gather.h), and the Waiter executes the step.
//
// What costs a system call to find out is unknown at first. Where it would decide, the step is to find it out, and the decision is taken again.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "waiting/company.h"
#include "waiting/intervals.h"
#include "waiting/known.h"
#include "waiting/neighbours.h"

namespace muster::waiting {

enum class Action : std::uint8_t {
  help,                // runs a task
  poll,                // looks at the word for so many times
  yield,               // offers the CPU
  wake_first,          // wakes the teammate that goes on first here
  sleep_behind,        // the same, and sleeps until another does it for this thread, or its turn has come
  hand_over,           // wakes one teammate that slept on this CPU, and dozes
  park,                // sleeps until it is woken
  park_to_be_placed,   // the same; the system looks for an idle CPU when it wakes the thread
  move,                // asks the system for another CPU
  swap_cpus,           // changes CPUs with a teammate that gets no CPU time where it is
  ignore_other_teams,  // threads of other teams no longer count in this wait
  give_up_yields,      // for a while
  count_company,       // finds out how many of the team are on this CPU
  look_for_idle_cpu,   // finds out whether some CPU of the machine has nothing to do
  look_for_strangers,  // finds out whether another process runs at all
  look_at_missing,     // finds out whether a teammate that is waited for runs
};
inline constexpr std::uint32_t kActions = static_cast<std::uint32_t>(Action::look_at_missing) + 1;

constexpr const char* text_of(Action action) {
  switch (action) {
    case Action::help: return "ran tasks";
    case Action::poll: return "polled";
    case Action::yield: return "yielded";
    case Action::wake_first: return "woke the first";
    case Action::sleep_behind: return "left the CPU to the first";
    case Action::hand_over: return "handed the CPU over";
    case Action::park: return "parked";
    case Action::park_to_be_placed: return "parked to be placed anew";
    case Action::move: return "moved";
    case Action::swap_cpus: return "swapped CPUs";
    case Action::ignore_other_teams: return "ignored other teams";
    case Action::give_up_yields: return "gave up yields";
    case Action::count_company: return "counted teammates on its CPU";
    case Action::look_for_idle_cpu: return "looked for an idle CPU";
    case Action::look_for_strangers: return "looked for other processes";
    case Action::look_at_missing: break;
  }
  return "looked at a teammate's CPU time";
}

enum class Reason : std::uint8_t {
  there_is_work,
  blocktime_is_zero,
  blocktime_is_over,
  has_woken_somebody,
  takes_turns,
  yields_do_nothing,
  yields_gave_nothing,
  too_many_teammates_here,
  teammate_needs_cpu,
  teammate_needs_cpu_and_another_is_idle,
  teammate_needs_cpu_but_yields_are_lost,
  another_waits_here_too,
  another_goes_first,
  other_team_needs_cpu,
  other_team_gains_nothing,
  yields_are_lost_to_a_process,
  belief_is_old,
  missing_do_not_run,
  not_all_looked_at,
  may_be_needed_unseen,
  offers_are_returned,
  others_wait_here,
  all_run_elsewhere,
};
inline constexpr std::uint32_t kReasons = static_cast<std::uint32_t>(Reason::all_run_elsewhere) + 1;

constexpr const char* text_of(Reason reason) {
  switch (reason) {
    case Reason::there_is_work: return "there is a task that it may run";
    case Reason::blocktime_is_zero: return "the blocktime is 0";
    case Reason::blocktime_is_over: return "the blocktime is over";
    case Reason::has_woken_somebody: return "it has just woken somebody";
    case Reason::takes_turns: return "threads are two to a CPU or more";
    case Reason::yields_do_nothing: return "yields do nothing";
    case Reason::yields_gave_nothing: return "the last yields gave nothing away";
    case Reason::too_many_teammates_here: return "more of the team are on this CPU than its share";
    case Reason::teammate_needs_cpu: return "a teammate that could go on is on this CPU";
    case Reason::teammate_needs_cpu_and_another_is_idle: return "a teammate could go on here, and another CPU is idle";
    case Reason::teammate_needs_cpu_but_yields_are_lost: return "a teammate could go on here, and yields are avoided";
    case Reason::another_waits_here_too: return "another thread that is awake waits on this CPU";
    case Reason::another_goes_first: return "a teammate that waits on this CPU goes on first";
    case Reason::other_team_needs_cpu: return "a thread of another team could go on here";
    case Reason::other_team_gains_nothing: return "yields to threads of other teams gave nothing away";
    case Reason::yields_are_lost_to_a_process: return "another process takes what the team yields";
    case Reason::belief_is_old: return "the other process was seen some time ago";
    case Reason::missing_do_not_run: return "a teammate that is waited for does not run where it is";
    case Reason::not_all_looked_at: return "the look has not gone to all of the team";
    case Reason::may_be_needed_unseen: return "somebody may need this CPU unseen";
    case Reason::offers_are_returned: return "another process takes what is offered, and gives it back soon";
    case Reason::others_wait_here: return "others wait on this CPU";
    case Reason::all_run_elsewhere: break;
  }
  return "all who could go on run elsewhere";
}

// Whether a teammate that is waited for gets the CPU time that has passed.
enum class Missing : std::uint8_t { unknown, runs, does_not_run };

// Whether a thread without a blocktime yields once before it sleeps. A switch takes a third of a sleep and a wake-up, and where it brings the word it saves the one and the other. It does that where
// the last of the team arrives on the same CPU, or not much later on another: the more CPUs, the less often. `simulate wait --blocktime-ns 0` with the costs of two-cpu-vm and
// of graviton3-64 and 2, 3, 4, 6, 8, 16 and 32 CPUs (topology in the file), 2 and 4 threads to a CPU, no work, 10 us, and 5 us of which one thread does 20 more: with the yield
// barriers and regions took 0.04 to 1.02 of the time without it on up to 8 CPUs, and 0.38 to 1.09 on more.
inline constexpr std::uint32_t kMostCpusOfYieldBeforeSleep = 8;
constexpr bool yields_before_sleep(bool crowded, std::uint32_t cpus) {
  return crowded && cpus <= kMostCpusOfYieldBeforeSleep;
}

// Whether the blocktime is learned from what waits were like: where the user has set none, and in a team with more threads than CPUs also where it is
// infinite (ACTIVE), as a thread that spins there keeps another from running.
constexpr bool learns_blocktime(std::uint64_t set_ns, bool crowded) {
  return set_ns == kAdaptive || (set_ns == kForever && crowded);
}

constexpr std::uint64_t counting_blocktime_ns(std::uint64_t set_ns, std::uint64_t learned_ns, bool crowded) {
  return learns_blocktime(set_ns, crowded) ? learned_ns : set_ns;
}

// Everything that a step depends on.
struct Situation {
  // The team and the machine.
  std::uint32_t threads = 1;
  std::uint32_t cpus = 1;    // that the process may use; 0 if it is not known
  bool is_primary = false;   // the program's own thread, which is moved by swaps alone
  bool in_barrier = false;   // the last thread on each CPU has nobody to yield to
  bool full_fences = false;  // all of the team sleep and wake by full fences
  // The wait so far.
  std::uint64_t blocktime_ns = kForever;  // that counts, see counting_blocktime_ns()
  std::uint64_t waited_ns = 0;
  std::uint64_t crowd_ns = 0;  // of the wait, as of crowd_ns()
  bool has_work = false;
  bool has_yielded = false;          // in this wait
  bool has_polled = false;           // in this wait
  bool has_woken = false;            // somebody, since the last wait
  bool offers_are_returned = false;  // another process took the last ones here, and gave the CPU back soon
  // This CPU.
  Neighbour here = Neighbour::nobody;
  bool is_behind = false;     // a teammate here waits for the same word and goes on first
  bool first_sleeps = false;  // that teammate
  bool was_behind = false;    // this thread, when it had yielded in its last wait of that kind
  bool all_looked_at = true;  // a look at a large team goes to some of it
  bool ignores_other_teams = false;
  // What yields did.
  bool yields_avoided = false;
  bool yields_futile = false;
  bool yields_do_nothing = false;
  // What is due, by the clock.
  bool company_is_due = false;
  bool placement_is_due = false;
  bool look_is_due = false;
  bool doubt_is_due = false;
  bool parked_to_be_placed = false;  // the last time that the thread left a CPU
  // What has been found out since.
  bool company_is_known = false;
  bool waits_are_short =
      false;  // since company was counted last, the thread waited so often that the work between can only be short
  bool work_is_long = false;      // as of Placing::work_is_long()
  bool may_swap_cpus = false;     // the user allows it, and the work between waits is worth it
  bool has_swapped_cpus = false;  // in this wait
  bool may_meet_strangers =
      false;  // in a crowded team: other processes may run on the CPUs that the thread could move to
  Company company;
  Known another_cpu_is_idle = Known::unknown;
  std::int32_t runnable_threads = -1;  // of the whole system, found out with that; -1: not known
  bool another_is_awake_here = false;
  Missing missing = Missing::unknown;

  constexpr bool crowded() const { return threads > cpus; }
  // Another process takes what the team yields, and there are too many threads to spin.
  constexpr bool gives_way() const { return crowded() && yields_avoided && !yields_do_nothing; }
  // Not with asymmetric fences, which cost more than waking everybody.
  constexpr bool hands_over() const { return crowded() && yields_do_nothing && full_fences; }
  constexpr bool takes_turns() const { return !in_barrier && cpus != 0 && threads >= 2 * std::uint64_t{cpus}; }
  // On other CPUs there are fewer threads each, of whatever process, than the team has on this one.
  constexpr bool others_are_emptier() const {
    const std::int64_t elsewhere = std::int64_t{runnable_threads} - company.threads;
    return runnable_threads >= 0 && cpus >= 2 && elsewhere < std::int64_t{company.threads} * (cpus - 1);
  }
  constexpr bool swaps_cpus() const { return may_swap_cpus && !has_swapped_cpus && !crowded() && cpus >= 2; }
  // The teammate that is waited for may run now because it is its turn on a CPU that it shares. It is seen when that turn is over, and a thread that sleeps by then cannot swap.
  constexpr bool awaits_swap() const {
    return swaps_cpus() && another_cpu_is_idle != Known::yes && waited_ns < blocktime_ns + kLongestTurn_ns;
  }
  // A sleep and a wake-up are lost in a wait of that length.
  constexpr bool is_long() const { return waited_ns >= kWaitWorthASleep_ns + crowd_ns; }
};

struct Step {
  Action action;
  Reason reason;
  std::uint32_t polls = 0;

  friend constexpr bool operator==(const Step&, const Step&) = default;
};

// A teammate that could go on was last seen on this CPU.
constexpr Step decide_beside_teammate(const Situation& now) {
  if (!now.crowded() && !now.is_primary && now.cpus >= 2 && now.blocktime_ns != kForever) {
    if (now.placement_is_due) {
      return {Action::look_for_idle_cpu, Reason::teammate_needs_cpu};
    }
    if (now.another_cpu_is_idle == Known::yes) {
      // With two CPUs there is only one other; of more the system knows which are idle, but does not always look.
      const bool moves = now.cpus == 2 || now.parked_to_be_placed;
      return {moves ? Action::move : Action::park_to_be_placed, Reason::teammate_needs_cpu_and_another_is_idle};
    }
  }
  if (now.yields_avoided) {
    return {Action::park, Reason::teammate_needs_cpu_but_yields_are_lost};
  }
  if (now.yields_futile) {
    return {Action::give_up_yields, Reason::yields_gave_nothing};
  }
  if (now.crowded() && now.is_long() && now.another_is_awake_here) {
    return {Action::park, Reason::another_waits_here_too};
  }
  return {Action::yield, Reason::teammate_needs_cpu};
}

// Threads that go on one after another: the first of those on this CPU is to have it when its turn comes, while the turns of other CPUs pass. Where the threads of a CPU yield
// in the order of their turns, each has the CPU just then. Yields never change that order, so one that has the CPU too early, and had it in the wait before, sleeps: it
// comes back where the one before it wakes it.
constexpr Step decide_behind(const Situation& now) {
  if (now.has_yielded && now.was_behind) {
    return {Action::sleep_behind, Reason::another_goes_first};
  }
  if (now.first_sleeps) {
    return {Action::wake_first, Reason::another_goes_first};
  }
  const bool has_turn = now.here == Neighbour::teammate;
  return {Action::yield, has_turn ? Reason::teammate_needs_cpu : Reason::another_goes_first};
}

// A teammate that is waited for has next to no CPU time where it is. If all of the system's threads had a CPU each, the system would give it one. Else a sleep leaves this CPU
// empty, and the system leaves the teammate where it is for 4 ms and more.
constexpr Step decide_for_missing(const Situation& now) {
  if (now.swaps_cpus()) {
    if (now.another_cpu_is_idle == Known::unknown) {
      return {Action::look_for_idle_cpu, Reason::missing_do_not_run};
    }
    if (now.another_cpu_is_idle == Known::no) {
      return {Action::swap_cpus, Reason::missing_do_not_run};
    }
  }
  return {Action::park, Reason::missing_do_not_run};
}

// Nobody of the process could go on here, as far as is known.
constexpr Step decide_alone(const Situation& now) {
  if (now.gives_way() && now.has_polled) {
    return {Action::park, Reason::yields_are_lost_to_a_process};
  }
  // Where threads take turns one that could go on is likely to be among the others, and it would wait for as long as this one polls.
  if (now.crowded() && !now.all_looked_at) {
    return {Action::poll, Reason::not_all_looked_at, kPollsBetweenLooks};
  }
  if (now.look_is_due && now.blocktime_ns != kForever) {
    if (now.missing == Missing::unknown) {
      return {Action::look_at_missing, Reason::may_be_needed_unseen};
    }
    if (now.crowded() && now.is_long() && now.another_is_awake_here) {
      return {Action::park, Reason::another_waits_here_too};
    }
    if (now.missing == Missing::does_not_run) {
      return decide_for_missing(now);
    }
  }
  if (now.look_is_due && !now.yields_avoided) {
    return {Action::yield, Reason::may_be_needed_unseen};
  }
  if (now.here == Neighbour::nobody && now.offers_are_returned && !now.yields_avoided) {
    return {Action::yield, Reason::offers_are_returned};
  }
  if (now.here == Neighbour::waits && !now.crowded()) {
    return {Action::poll, Reason::others_wait_here, kPollsBesideOthers};
  }
  return {Action::poll, Reason::all_run_elsewhere, kPollsPerSlice};
}

// Whether a worker that is in too much company goes to another CPU; Known::unknown: it has to be asked first whether one is idle.
constexpr Known leaves_company(const Situation& now) {
  if (now.crowded()) {
    return moves_in_crowd(now.may_meet_strangers, now.work_is_long) ? Known::yes : Known::no;
  }
  // On another process's CPU the thread loses slices; sharing one with a teammate costs a switch for each wait, and their work in turn.
  if (now.waits_are_short || now.another_cpu_is_idle == Known::yes) {
    return Known::yes;
  }
  if (now.another_cpu_is_idle == Known::unknown) {
    return Known::unknown;
  }
  // But work that outlasts a slice has half of that CPU, where the teammate would have to end first here (kLongWork_ns). Where CPUs may be swapped, the
  // first thread that waits gives it a whole one.
  return (now.work_is_long || now.may_swap_cpus) && now.others_are_emptier() ? Known::yes : Known::no;
}

constexpr Step decide(const Situation& now) {
  if (now.has_work) {
    return {Action::help, Reason::there_is_work};
  }
  if (now.blocktime_ns == 0) {
    return {Action::park, Reason::blocktime_is_zero};
  }
  if (now.waited_ns >= now.blocktime_ns && now.blocktime_ns != kForever) {
    if (!now.awaits_swap()) {
      return {Action::park, Reason::blocktime_is_over};
    }
    if (now.another_cpu_is_idle == Known::unknown) {
      return {Action::look_for_idle_cpu, Reason::blocktime_is_over};
    }
  }
  if (now.yields_avoided && !now.yields_do_nothing && now.doubt_is_due) {
    return {Action::look_for_strangers, Reason::belief_is_old};
  }
  if (!now.is_primary && !now.gives_way()) {
    if (now.company_is_due) {
      return {Action::count_company, Reason::too_many_teammates_here};
    }
    if (now.company_is_known && should_leave(now.company, now.threads, now.cpus)) {
      const Known leaves = leaves_company(now);
      if (leaves != Known::no) {
        return {leaves == Known::yes ? Action::move : Action::look_for_idle_cpu, Reason::too_many_teammates_here};
      }
    }
  }
  // Once is enough: two that give the CPU to each other until one has its word are switching when it comes.
  if (!now.has_yielded && !now.yields_avoided && (now.takes_turns() || now.has_woken)) {
    return {Action::yield, now.has_woken ? Reason::has_woken_somebody : Reason::takes_turns};
  }
  if (now.hands_over()) {
    return {Action::hand_over, Reason::yields_do_nothing};
  }
  if (now.is_behind && now.crowded() && !now.yields_avoided && !now.yields_futile) {
    return decide_behind(now);
  }
  if (now.here == Neighbour::teammate) {
    return decide_beside_teammate(now);
  }
  if (now.here == Neighbour::other_team && !now.ignores_other_teams) {
    if (now.yields_futile) {
      return {Action::ignore_other_teams, Reason::other_team_gains_nothing};
    }
    return {Action::yield, Reason::other_team_needs_cpu};
  }
  return decide_alone(now);
}

}  // namespace muster::waiting

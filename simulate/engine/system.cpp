// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operating system of a simulation: CPUs with run queues, slices, futexes.
#include <algorithm>

#include "engine/simulation.h"

namespace muster::simulate {
namespace {

// What Linux goes by (kernel/sched/topology.c and fair.c): the CPUs of a domain are balanced as many milliseconds apart as it has CPUs (sd_init,
// min_interval), and no more than 100 apart (max_load_balance_interval, HZ/10); the first idle CPU of each group of a domain does it for the group
// (should_we_balance); a thread that has run within the last half a millisecond stays, as its cache is warm (sysctl_sched_migration_cost). Simpler than
// there: one thread moves at a time, failures do not count, and a CPU that falls idle does not look at once.
constexpr topology::Level kBalanced[] = {topology::Level::kCore, topology::Level::kLastLevelCache,
                                         topology::Level::kPackage, topology::Level::kMachine};
constexpr Time kBalancingForEachCpu = from_ns(1'000'000);
constexpr Time kMostBetweenBalancings = from_ns(100'000'000);
constexpr Time kMigrationCost = from_ns(500'000);

Time between_balancings(const Machine& machine, std::uint8_t level) {
  Time cpus = 0;
  for (std::uint32_t cpu = 0; cpu < machine.cpus(); ++cpu) {
    cpus += machine.level(0, cpu) <= level ? 1 : 0;
  }
  return std::min(cpus * kBalancingForEachCpu, kMostBetweenBalancings);
}

// The next of them inwards; of the innermost, the CPU itself.
std::uint8_t level_inside(std::uint8_t level) {
  auto inside = static_cast<std::uint8_t>(topology::Level::kThread);
  for (const topology::Level balanced : kBalanced) {
    if (static_cast<std::uint8_t>(balanced) < level) {
      inside = static_cast<std::uint8_t>(balanced);
    }
  }
  return inside;
}

}  // namespace

void Simulation::balance_cpus() {
  for (const topology::Level level : kBalanced) {
    const auto rank = static_cast<std::uint8_t>(level);
    events_.plan(between_balancings(machine_, rank), EventKind::balance, rank, 0);
    ++standing_events_;
  }
}

// In each group of the next level inside, the first idle CPU takes one.
void Simulation::balance(std::uint8_t level, Time at) {
  const std::uint8_t inside = level_inside(level);
  std::vector<std::uint32_t> have_looked;
  for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) {
    const auto is_beside = [&](std::uint32_t other) { return machine_.level(cpu, other) <= inside; };
    if (cpus_[cpu].is_idle() && std::ranges::none_of(have_looked, is_beside)) {
      have_looked.push_back(cpu);
      pull(cpu, level, at);
    }
  }
  events_.plan(at + between_balancings(machine_, level), EventKind::balance, level, 0);
}

// From the CPU, of those together with this one at that level, where most wait.
void Simulation::pull(std::uint32_t cpu, std::uint8_t level, Time at) {
  const auto may_move = [&](ThreadId id) {
    const Thread& thread = *threads_[id];
    return thread.bound_to == kAnyCpu && thread.off_cpu_since + kMigrationCost <= at;
  };
  std::uint32_t busiest = cpu;
  for (std::uint32_t other = 0; other < cpus_.size(); ++other) {
    // Where threads wait for an idle CPU the quota is used up, and they stay.
    if (machine_.level(cpu, other) <= level && !cpus_[other].is_idle() &&
        cpus_[other].ready.size() > cpus_[busiest].ready.size() && std::ranges::any_of(cpus_[other].ready, may_move)) {
      busiest = other;
    }
  }
  std::deque<ThreadId>& waiting = cpus_[busiest].ready;
  if (const auto found = std::ranges::find_if(waiting, may_move); found != waiting.end() && may_have(*found, cpu)) {
    const ThreadId id = *found;
    waiting.erase(found);
    give_cpu(id, cpu, at + machine_.costs.wake_latency);
  }
}

void Simulation::give_cpu(ThreadId id, std::uint32_t cpu, Time at) {
  Thread& thread = *threads_[id];
  Processor& processor = cpus_[cpu];
  processor.running = id;
  processor.slice_ends = at + machine_.costs.slice;
  ++processor.turn;
  if (!processor.ready.empty()) {
    events_.plan(processor.slice_ends, EventKind::preempt, cpu, processor.turn);
  }
  thread.state = ThreadState::running;
  thread.counts.moves += thread.cpu != cpu ? 1 : 0;
  thread.cpu = cpu;
  thread.cpu_seen = static_cast<std::int32_t>(cpu);
  thread.on_cpu_since = at;
  if (is_limited(thread)) {
    processor.charged_until = at;
    plan_end_of_grant(cpu);
  }
  plan(thread, id, at + thread.left);
  thread.left = 0;
}

// It ends, sleeps, or is to go back into the queue, where the caller has put it.
void Simulation::release_cpu(Thread& thread, Time at) {
  thread.cpu_time += at - thread.on_cpu_since;
  thread.off_cpu_since = at;
  Processor& processor = cpus_[thread.cpu];
  processor.running = Processor::kIdle;
  if (is_limited(thread)) {
    charge(processor, at);
  }
  give_cpu_to_next(thread.cpu, at);
  if (bandwidth_.is_limited() && processor.is_idle() && processor.ready.empty()) {
    give_back_quota(processor);
  }
}

// The first in the queue that the quota lets run.
void Simulation::give_cpu_to_next(std::uint32_t cpu, Time at) {
  std::deque<ThreadId>& ready = cpus_[cpu].ready;
  const auto found = std::ranges::find_if(ready, [&](ThreadId id) { return may_have(id, cpu); });
  if (found == ready.end()) {
    return;
  }
  const ThreadId next = *found;
  ready.erase(found);
  Thread& follower = *threads_[next];
  ++follower.counts.switches;
  if (follower.left == 0) {
    follower.path.go_to(at, Part::cpu);
    follower.path.add(Part::system, machine_.costs.switching);
  }
  give_cpu(next, cpu, at + machine_.costs.switching);
}

bool Simulation::give_cpu_or_queue(ThreadId id, std::uint32_t cpu, Time at) {
  if (may_have(id, cpu)) {
    give_cpu(id, cpu, at);
    return true;
  }
  Thread& thread = *threads_[id];
  thread.state = ThreadState::ready;
  ++thread.turn;
  thread.counts.moves += thread.cpu != cpu ? 1 : 0;
  thread.cpu = cpu;
  cpus_[cpu].ready.push_back(id);
  return false;
}

void Simulation::compute(Time time) {
  pass(time, Part::work);
  settle();
}

void Simulation::preempt(std::uint32_t cpu, std::uint32_t turn, Time at) {
  Processor& processor = cpus_[cpu];
  const auto could_run = [&](ThreadId id) { return may_have(id, cpu); };
  if (processor.turn != turn || processor.is_idle() || std::ranges::none_of(processor.ready, could_run)) {
    return;
  }
  processor.ready.push_back(processor.running);
  interrupt(*threads_[processor.running], at);
}

void Simulation::interrupt(Thread& thread, Time at) {
  ++thread.turn;
  thread.left = thread.is_watching || thread.resumes == kNever || thread.resumes < at ? 0 : thread.resumes - at;
  thread.state = ThreadState::ready;
  release_cpu(thread, at);
}

std::uint32_t Simulation::cpu_to_wake_on(const Thread& thread) const {
  if (thread.bound_to != kAnyCpu) {
    return static_cast<std::uint32_t>(thread.bound_to);
  }
  std::uint32_t best = thread.cpu;
  for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) {
    const auto rank = [&](std::uint32_t of) {
      return std::pair(cpus_[of].ready.size() + (cpus_[of].is_idle() ? 0 : 1),
                       of == thread.cpu ? std::uint8_t{0} : machine_.level(thread.cpu, of));
    };
    if (rank(cpu) < rank(best)) {
      best = cpu;
    }
  }
  return best;
}

void Simulation::make_ready(ThreadId id, std::uint32_t cpu, const Path& because) {
  Thread& thread = *threads_[id];
  thread.path = because;
  thread.left = 0;
  ++thread.turn;
  Processor& processor = cpus_[cpu];
  if (processor.is_idle()) {
    thread.path.add(Part::waking, machine_.costs.wake_latency);
    give_cpu_or_queue(id, cpu, thread.path.total());
    return;
  }
  thread.state = ThreadState::ready;
  thread.counts.moves += thread.cpu != cpu ? 1 : 0;
  thread.cpu = cpu;
  processor.ready.push_back(id);
  events_.plan(std::max(because.total(), processor.slice_ends), EventKind::preempt, cpu, processor.turn);
}

void Simulation::park(const void* address, std::uint32_t expected, std::uint32_t bits, Time timeout) {
  pass(machine_.costs.sleep_call, Part::system);
  if (load(address, sizeof(expected)) != expected) {
    return;
  }
  // Nobody else acts between the look at the word and this, as the kernel holds a lock meanwhile.
  Thread& thread = own();
  sleepers_[address].push_back({self_, bits});
  thread.state = ThreadState::asleep;
  ++thread.turn;
  ++thread.counts.sleeps;
  if (timeout != kNever) {
    events_.plan(now() + timeout, EventKind::time_out, self_, thread.turn);
  }
  release_cpu(thread, now());
  pause();
}

void Simulation::time_out(ThreadId id, Time at) {
  for (auto& [address, sleepers] : sleepers_) {
    std::erase_if(sleepers, [&](const Sleeper& sleeper) { return sleeper.thread == id; });
  }
  Path path = threads_[id]->path;
  path.go_to(at, Part::sleeping);
  make_ready(id, cpu_to_wake_on(*threads_[id]), path);
}

// As the kernel does, it first takes those that are to be woken out of the queue, and then wakes one after another.
void Simulation::unpark(const void* address, std::uint32_t count, std::uint32_t bits) {
  pass(machine_.costs.wake_call, Part::system);
  settle();
  ++own().counts.wake_calls;
  std::vector<ThreadId> taken;
  std::erase_if(sleepers_[address], [&](const Sleeper& sleeper) {
    const bool is_taken = taken.size() < count && (sleeper.bits & bits) != 0;
    if (is_taken) {
      taken.push_back(sleeper.thread);
      // Its time-out is void.
      ++threads_[sleeper.thread]->turn;
    }
    return is_taken;
  });
  for (const ThreadId id : taken) {
    // Where a thread may run anywhere, its CPU is chosen before it is put there: another waker may choose the same one meanwhile.
    const std::uint32_t cpu = cpu_to_wake_on(*threads_[id]);
    pass(machine_.costs.wake_each, Part::system);
    if (threads_[id]->bound_to == kAnyCpu) {
      settle();
    }
    make_ready(id, cpu, own().path);
  }
  own().counts.woken += taken.size();
}

void Simulation::yield() {
  pass(machine_.costs.yield, Part::system);
  settle();
  Thread& thread = own();
  ++thread.counts.yields;
  if (yields_do_nothing_ || cpus_[thread.cpu].ready.empty()) {
    return;
  }
  thread.state = ThreadState::ready;
  ++thread.turn;
  cpus_[thread.cpu].ready.push_back(self_);
  release_cpu(thread, now());
  pause();
}

void Simulation::leave_cpu(std::uint32_t cpu) {
  settle();
  Thread& thread = own();
  if (thread.bound_to != kAnyCpu || thread.cpu != cpu) {
    return;
  }
  const std::uint32_t other = least_busy_beside(cpu);
  if (other == cpu) {
    return;
  }
  release_cpu(thread, now());
  Processor& processor = cpus_[other];
  if (processor.is_idle()) {
    pass(machine_.costs.wake_latency, Part::system);
    give_cpu_or_queue(self_, other, now());
  } else {
    thread.state = ThreadState::ready;
    ++thread.turn;
    ++thread.counts.moves;
    thread.cpu = other;
    processor.ready.push_back(self_);
    events_.plan(std::max(now(), processor.slice_ends), EventKind::preempt, other, processor.turn);
  }
  pause();
}

// The first of them; the CPU itself where the machine has no other.
std::uint32_t Simulation::least_busy_beside(std::uint32_t cpu) const {
  const auto busy = [&](std::uint32_t of) { return cpus_[of].ready.size() + (cpus_[of].is_idle() ? 0 : 1); };
  std::uint32_t best = cpu;
  for (std::uint32_t other = 0; other < cpus_.size(); ++other) {
    if (other != cpu && (best == cpu || busy(other) < busy(best))) {
      best = other;
    }
  }
  return best;
}

// Not those that the quota keeps from running, which Linux takes out of the queues.
std::uint32_t Simulation::runnable() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(threads_, [&](const std::unique_ptr<Thread>& thread) {
    const bool is_stopped = is_limited(*thread) && cpus_[thread->cpu].is_throttled;
    return thread->state == ThreadState::running || (thread->state == ThreadState::ready && !is_stopped);
  }));
}

bool Simulation::is_anybody_ready() const {
  return std::ranges::any_of(threads_, [](const auto& thread) { return thread->state == ThreadState::ready; });
}

Time Simulation::cpu_time(ThreadId id) const {
  const Thread& thread = *threads_[id];
  const Time until = std::max(now(), thread.on_cpu_since);
  return thread.cpu_time + (thread.state == ThreadState::running ? until - thread.on_cpu_since : 0);
}

}  // namespace muster::simulate

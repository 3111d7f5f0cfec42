// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operating system of a simulation: CPUs with run queues, slices, futexes.
#include <algorithm>

#include "engine/simulation.h"

namespace muster::simulate {

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
  plan(thread, id, at + thread.left);
  thread.left = 0;
}

// It ends, sleeps, or is to go back into the queue, where the caller has put it.
void Simulation::release_cpu(Thread& thread, Time at) {
  thread.cpu_time += at - thread.on_cpu_since;
  Processor& processor = cpus_[thread.cpu];
  processor.running = Processor::kIdle;
  if (!processor.ready.empty()) {
    const ThreadId next = processor.ready.front();
    processor.ready.pop_front();
    Thread& follower = *threads_[next];
    ++follower.counts.switches;
    if (follower.left == 0) {
      follower.path.go_to(at, Part::cpu);
      follower.path.add(Part::system, machine_.costs.switching);
    }
    give_cpu(next, thread.cpu, at + machine_.costs.switching);
  }
}

void Simulation::compute(Time time) {
  pass(time, Part::work);
  settle();
}

void Simulation::preempt(std::uint32_t cpu, std::uint32_t turn, Time at) {
  Processor& processor = cpus_[cpu];
  if (processor.turn != turn || processor.is_idle() || processor.ready.empty()) {
    return;
  }
  const ThreadId id = processor.running;
  Thread& thread = *threads_[id];
  ++thread.turn;
  thread.left = thread.is_watching || thread.resumes == kNever || thread.resumes < at ? 0 : thread.resumes - at;
  thread.state = ThreadState::ready;
  processor.ready.push_back(id);
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

void Simulation::make_ready(ThreadId id, const Path& because) {
  Thread& thread = *threads_[id];
  thread.path = because;
  thread.left = 0;
  ++thread.turn;
  const std::uint32_t cpu = cpu_to_wake_on(thread);
  Processor& processor = cpus_[cpu];
  if (processor.is_idle()) {
    thread.path.add(Part::waking, machine_.costs.wake_latency);
    give_cpu(id, cpu, thread.path.total());
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
  make_ready(id, path);
}

void Simulation::unpark(const void* address, std::uint32_t count, std::uint32_t bits) {
  pass(machine_.costs.wake_call, Part::system);
  settle();
  ++own().counts.wake_calls;
  std::vector<Sleeper>& sleepers = sleepers_[address];
  std::uint32_t woken = 0;
  for (std::size_t index = 0; index < sleepers.size() && woken < count;) {
    if ((sleepers[index].bits & bits) == 0) {
      ++index;
      continue;
    }
    const ThreadId id = sleepers[index].thread;
    sleepers.erase(sleepers.begin() + static_cast<std::ptrdiff_t>(index));
    pass(machine_.costs.wake_each, Part::system);
    make_ready(id, own().path);
    ++woken;
  }
  own().counts.woken += woken;
}

void Simulation::yield() {
  pass(machine_.costs.yield, Part::system);
  settle();
  Thread& thread = own();
  ++thread.counts.yields;
  if (cpus_[thread.cpu].ready.empty()) {
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
    give_cpu(self_, other, now());
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

std::uint32_t Simulation::runnable() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(threads_, [](const std::unique_ptr<Thread>& thread) {
    return thread->state == ThreadState::running || thread->state == ThreadState::ready;
  }));
}

Time Simulation::cpu_time(ThreadId id) const {
  const Thread& thread = *threads_[id];
  const Time until = std::max(now(), thread.on_cpu_since);
  return thread.cpu_time + (thread.state == ThreadState::running ? until - thread.on_cpu_since : 0);
}

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run, and the accesses of threads to memory. The operating system is in system.cpp.
#include "engine/simulation.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace muster::simulate {
namespace {

// Address space alone: what is not used is never touched.
constexpr std::size_t kArenaBytes = std::size_t{1} << 30;

}  // namespace

Simulation* Simulation::current_ = nullptr;

Simulation::Simulation(const Machine& machine, std::uint64_t seed)
    : machine_(machine), random_(seed), arena_(kArenaBytes), directory_(machine, 0), cpus_(machine.cpus()) {}

Simulation::~Simulation() = default;

ThreadId Simulation::add(std::function<void()> body, std::uint32_t cpu, bool is_bound, bool is_stranger) {
  const auto id = static_cast<ThreadId>(threads_.size());
  threads_.push_back(std::make_unique<Thread>());
  Thread& thread = *threads_.back();
  thread.body = std::move(body);
  thread.cpu = cpu;
  thread.cpu_seen = static_cast<std::int32_t>(cpu);
  thread.bound_to = is_bound ? static_cast<std::int32_t>(cpu) : kAnyCpu;
  thread.is_stranger = is_stranger;
  thread.fibre.start(thread.body);
  if (cpus_[cpu].is_idle()) {
    give_cpu_or_queue(id, cpu, 0);
  } else {
    cpus_[cpu].ready.push_back(id);
    events_.plan(cpus_[cpu].slice_ends, EventKind::preempt, cpu, cpus_[cpu].turn);
  }
  left_ += is_stranger ? 0 : 1;
  return id;
}

ThreadId Simulation::add_thread(std::function<void()> body, std::uint32_t cpu, bool is_bound) {
  return add(std::move(body), cpu, is_bound, false);
}

ThreadId Simulation::add_stranger(std::function<void()> body, std::uint32_t cpu) {
  return add(std::move(body), cpu, true, true);
}

void Simulation::run() {
  while (left_ != 0) {
    if (events_.size() == standing_events_ && !is_anybody_ready()) {
      throw std::runtime_error("no thread of the simulation can go on:" + description());
    }
    happen(events_.take());
  }
}

std::string Simulation::description() const {
  constexpr std::size_t kMost = 8;
  std::string text;
  std::size_t told = 0;
  for (ThreadId id = 0; id < threads_.size() && told < kMost; ++id) {
    const Thread& thread = *threads_[id];
    if (thread.state != ThreadState::ended) {
      const char* const what = thread.state == ThreadState::asleep  ? " sleeps since "
                               : thread.state == ThreadState::ready ? " waits for a CPU since "
                                                                    : " polls since ";
      text += " thread " + std::to_string(id) + what + std::to_string(thread.path.total() / 1'000'000) + " us;";
      ++told;
    }
  }
  return text + (told == kMost ? " and maybe others" : "");
}

Counts Simulation::counts() const {
  Counts sum;
  for (const auto& thread : threads_) {
    if (!thread->is_stranger) {
      sum += thread->counts;
    }
  }
  return sum;
}

void Simulation::happen(const Event& event) {
  switch (event.kind) {
    case EventKind::resume:
      if (threads_[event.subject]->turn == event.turn) {
        resume(event.subject, event.time);
      }
      break;
    case EventKind::commit: commit_oldest(event.subject); break;
    case EventKind::preempt: preempt(event.subject, event.turn, event.time); break;
    case EventKind::time_out:
      if (threads_[event.subject]->turn == event.turn) {
        time_out(event.subject, event.time);
      }
      break;
    case EventKind::balance: balance(static_cast<std::uint8_t>(event.subject), event.time); break;
    case EventKind::end_of_grant: end_grant(event.subject, event.turn, event.time); break;
    case EventKind::refill: refill(event.time); break;
  }
}

void Simulation::resume(ThreadId id, Time time) {
  Thread& thread = *threads_[id];
  thread.path.go_to(time, thread.is_watching ? Part::software : Part::cpu);
  ++thread.turn;
  self_ = id;
  current_ = this;
  const bool has_ended = thread.fibre.resume();
  current_ = nullptr;
  if (has_ended) {
    thread.state = ThreadState::ended;
    release_cpu(thread, thread.path.total());
    left_ -= thread.is_stranger ? 0 : 1;
  }
}

void Simulation::plan(Thread& thread, ThreadId id, Time time) {
  ++thread.turn;
  thread.resumes = time;
  events_.plan(time, EventKind::resume, id, thread.turn);
}

void Simulation::pause() { own().fibre.pause(); }

void Simulation::settle() {
  if (events_.any_until(now())) {
    plan(own(), self_, now());
    pause();
  }
}

void Simulation::pass(Time time, Part part) { own().path.add(part, time); }

void Simulation::account(const Service& service) {
  Thread& thread = own();
  thread.path.go_to(service.start, Part::queueing);
  thread.path.go_to(service.done, service.is_transfer ? Part::transfer : Part::software);
  thread.path.add(Part::software, machine_.costs.step);
  ++thread.counts.accesses;
  thread.counts.lines += service.is_transfer ? 1 : 0;
}

std::uint64_t Simulation::value_at(const void* address, std::uint8_t bytes) const {
  std::uint64_t value = 0;
  std::memcpy(&value, address, bytes);
  return value;
}

void Simulation::change(void* address, std::uint8_t bytes, std::uint64_t value) { std::memcpy(address, &value, bytes); }

std::uint64_t Simulation::load(const void* address, std::uint8_t bytes) {
  if (is_aside(address)) {
    return value_at(address, bytes);
  }
  settle();
  Thread& thread = own();
  for (auto store = thread.stores.rbegin(); store != thread.stores.rend(); ++store) {
    if (store->address == address) {
      pass(machine_.costs.hit + machine_.costs.step, Part::software);
      return store->value;
    }
  }
  if (!arena_.has(address)) {
    pass(machine_.costs.hit + machine_.costs.step, Part::software);
    return value_at(address, bytes);
  }
  const Service service = directory_.read(thread.cpu, arena_.line_of(address), now());
  account(service);
  await_prefetched(arena_.line_of(address));
  if (now() > service.start + machine_.costs.hit + machine_.costs.step) {
    settle();
  }
  return value_at(address, bytes);
}

void Simulation::place(const void* memory, std::size_t bytes, std::uint32_t cpu) {
  const auto* const begin = static_cast<const std::byte*>(memory);
  for (LineNumber line = arena_.line_of(begin); line <= arena_.line_of(begin + bytes - 1); ++line) {
    directory_.place(line, cpu);
  }
}

void Simulation::prefetch(const void* address) {
  settle();
  Thread& thread = own();
  const LineNumber line = arena_.line_of(address);
  const Service service = directory_.read(thread.cpu, line, now());
  pass(machine_.costs.step, Part::software);
  if (service.is_transfer) {
    ++thread.counts.lines;
    thread.prefetched.push_back({line, service.done});
  }
}

void Simulation::await_prefetched(LineNumber line) {
  Thread& thread = own();
  std::erase_if(thread.prefetched, [&](const Prefetched& prefetched) {
    if (prefetched.line == line) {
      thread.path.go_to(prefetched.arrives, Part::transfer);
    }
    return prefetched.line == line;
  });
}

void Simulation::buffer(PendingStore store) {
  Thread& thread = own();
  while (thread.stores.size() >= machine_.outstanding_stores) {
    thread.path.go_to(thread.stores.front().path.total(), Part::ordering);
    settle();
  }
  const Service service = directory_.own(thread.cpu, store.line, now());
  store.path = thread.path;
  store.path.go_to(service.start, Part::queueing);
  store.path.go_to(service.done, service.is_transfer ? Part::transfer : Part::software);
  if (!thread.stores.empty() && store.path.total() < thread.stores_until) {
    // It waits for an older one.
    store.path = thread.stores.back().path;
  }
  thread.stores_until = store.path.total();
  directory_.hold(store.line, thread.stores_until);
  pass(machine_.costs.step, Part::software);
  ++thread.counts.accesses;
  thread.counts.lines += service.is_transfer ? 1 : 0;
  events_.plan(thread.stores_until, EventKind::commit, self_, 0);
  thread.stores.push_back(store);
}

void Simulation::store(void* address, std::uint64_t value, std::uint8_t bytes) {
  if (is_aside(address)) {
    return change(address, bytes, value);
  }
  settle();
  if (!arena_.has(address)) {
    pass(machine_.costs.step, Part::software);
    change(address, bytes, value);
    return;
  }
  buffer({address, value, bytes, arena_.line_of(address), {}});
}

void Simulation::commit_oldest(ThreadId id) {
  Thread& thread = *threads_[id];
  const PendingStore store = thread.stores.front();
  thread.stores.pop_front();
  if (store.address != nullptr) {
    change(store.address, store.bytes, store.value);
  }
  tell_watchers(store.line, store.path);
}

void Simulation::take_line(const void* address) {
  fence(0);
  const LineNumber line = arena_.line_of(address);
  account(directory_.own(own().cpu, line, now()));
  pass(machine_.costs.atomic, Part::software);
  directory_.hold(line, now());
  ++own().counts.updates;
  settle();
}

std::uint64_t Simulation::update(void* address, std::uint8_t bytes, Modify modify, std::uint64_t operand) {
  settle();
  if (arena_.has(address)) {
    take_line(address);
  } else {
    pass(machine_.costs.atomic, Part::software);
  }
  const std::uint64_t old = value_at(address, bytes);
  change(address, bytes, modify(old, operand));
  if (arena_.has(address)) {
    tell_watchers(arena_.line_of(address), own().path);
  }
  return old;
}

bool Simulation::compare_exchange(void* address, std::uint8_t bytes, std::uint64_t& expected, std::uint64_t desired) {
  settle();
  if (arena_.has(address)) {
    take_line(address);
  } else {
    pass(machine_.costs.atomic, Part::software);
  }
  const std::uint64_t found = value_at(address, bytes);
  if (found != expected) {
    expected = found;
    return false;
  }
  change(address, bytes, desired);
  if (arena_.has(address)) {
    tell_watchers(arena_.line_of(address), own().path);
  }
  return true;
}

void Simulation::read_plain(const void* address, std::size_t bytes) {
  if (!arena_.has(address)) {
    return;
  }
  const LineNumber last = arena_.line_of(static_cast<const std::byte*>(address) + bytes - 1);
  for (LineNumber line = arena_.line_of(address); line <= last; ++line) {
    settle();
    account(directory_.read(own().cpu, line, now()));
  }
}

void Simulation::write_plain(const void* address, std::size_t bytes) {
  if (!arena_.has(address)) {
    return;
  }
  const LineNumber last = arena_.line_of(static_cast<const std::byte*>(address) + bytes - 1);
  for (LineNumber line = arena_.line_of(address); line <= last; ++line) {
    settle();
    buffer({nullptr, 0, 0, line, {}});
  }
}

void Simulation::fence(Time cost) {
  Thread& thread = own();
  if (!thread.stores.empty()) {
    thread.path.go_to(thread.stores_until, Part::ordering);
    settle();
  }
  pass(cost, Part::software);
}

void Simulation::fence_all(Time cost) {
  fence(0);
  Time until = now();
  for (const auto& thread : threads_) {
    if (!thread->stores.empty()) {
      until = std::max(until, thread->stores_until);
    }
  }
  pass(cost, Part::system);
  own().path.go_to(until, Part::ordering);
  settle();
}

void Simulation::watch(const void* address, Time deadline) {
  if (!arena_.has(address)) {
    // Its line is not followed, so the thread polls.
    pass(machine_.costs.poll, Part::software);
    settle();
    return;
  }
  Thread& thread = own();
  const LineNumber line = arena_.line_of(address);
  std::vector<ThreadId>& watchers = directory_.watchers(line);
  watchers.push_back(self_);
  thread.is_watching = true;
  thread.watched = line;
  ++thread.turn;
  thread.resumes = deadline;
  if (deadline != kNever) {
    plan(thread, self_, deadline);
  }
  pause();
  if (thread.is_watching) {
    thread.is_watching = false;
    std::erase(directory_.watchers(line), self_);
  }
}

// The time until a poll comes by again: anything up to the distance between two.
Time Simulation::poll_delay(ThreadId id) {
  // Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
  random_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = random_ + id;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return (mixed ^ mixed >> 31) % machine_.costs.poll;
}

void Simulation::tell_watchers(LineNumber line, const Path& because) {
  std::vector<ThreadId> watchers;
  watchers.swap(directory_.watchers(line));
  for (const ThreadId id : watchers) {
    Thread& thread = *threads_[id];
    thread.is_watching = false;
    thread.path = because;
    if (thread.state == ThreadState::running) {
      thread.path.add(Part::software, poll_delay(id));
      plan(thread, id, thread.path.total());
    }
  }
}

}  // namespace muster::simulate

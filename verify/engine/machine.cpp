// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/machine.h"

#include <signal.h>

#include <cstddef>

#include "base/base.h"

namespace muster::verify {
namespace {

constexpr std::size_t kSignalStackBytes = 64 * 1024;

// A thread that follows a pointer before its target is there has failed like one that reads a wrong value.
void end_execution(int signal_number) {
  Machine& machine = Machine::instance();
  if (machine.running()) {
    machine.fail("follows a pointer that leads nowhere (SIGSEGV or SIGBUS)");
  }
  // Not a client's doing.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// On a stack of its own, which a jump back to the explorer leaves behind.
void catch_crashes() {
  static std::byte stack[kSignalStackBytes];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof(stack);
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_handler = &end_execution;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

Machine::Machine() { catch_crashes(); }

Machine& Machine::instance() {
  static Machine machine;
  return machine;
}

void expect(bool condition, const std::string& what) {
  if (!condition) {
    Machine::instance().fail(what);
  }
}

void Machine::begin(const Program& program, const Mutant& mutant, bool tracing) {
  program_ = &program;
  mutant_ = mutant;
  tracing_ = tracing;
  memory_.reset();
  fence_view_.clear();
  seq_cst_view_.clear();
  failure_.clear();
  trace_.clear();
  names_.clear();
  watched_.clear();
  running_ = false;
  program.setup();
  for (ThreadId id = 0; id < program.threads; ++id) {
    Thread& thread = threads_[id];
    thread.current.clear();
    thread.acquired.clear();
    thread.released.clear();
    // A thread's own accesses have numbers from 1: nobody has seen them at the start.
    thread.current.clock.of[id] = 1;
    thread.acquired.clock.of[id] = 1;
    thread.finished = false;
    thread.asleep = false;
    thread.woken = false;
    thread.steps = 0;
    thread.ticks = 0;
    thread.sleeps_left = program.sleeps;
    thread.early_returns_left = program.early_returns;
    thread.body = [this, id] { program_->thread(id); };
    thread.fibre.start(thread.body);
  }
  for (ThreadId id = 0; id < program.threads && !failed(); ++id) {
    run(id);
  }
}

void Machine::run(ThreadId id) {
  self_ = id;
  running_ = true;
  threads_[id].finished = threads_[id].fibre.resume();
  running_ = false;
}

void Machine::check() { program_->check(); }

SiteId Machine::site(const Here& where, Kind kind, Order order, Order failure_order) {
  const SiteId site = sites_.find_or_add(where, kind, order, failure_order);
  if (touched_.size() <= site) {
    touched_.resize(site + 1);
  }
  touched_[site] = true;
  return site;
}

void Machine::apply_mutant(Operation& operation) const {
  if (operation.site != mutant_.site || mutant_.change == Change::none || mutant_.change == Change::dropped) {
    return;
  }
  if (mutant_.change == Change::no_failure_acquire) {
    operation.failure_order = Order::relaxed;
  } else {
    operation.order = weakened(operation.kind, operation.order, mutant_.change);
  }
}

Result Machine::submit(Operation operation) {
  if (is_dropped(operation.site)) {
    return {};
  }
  if (operation.location != nullptr) {
    const auto* word = static_cast<const std::byte*>(operation.location->address);
    for (const Watched& watched : watched_) {
      if (word >= watched.begin && word < watched.begin + watched.bytes) {
        plain_read(*watched.access, "memory with words in it");
      }
    }
  }
  apply_mutant(operation);
  Thread& thread = threads_[self_];
  thread.pending = operation;
  thread.fibre.pause();
  return thread.result;
}

Location* Machine::location(const void* address, std::uint32_t bytes, std::uint64_t initial) {
  Location* location = memory_.at(address, bytes, initial);
  if (location == nullptr) {
    fail("more shared words than the explorer has room for; raise kMaxLocations in engine/limits.h");
  }
  return location;
}

std::uint64_t Machine::final_value(const void* address, std::uint64_t initial) const {
  const Location* location = memory_.find(address);
  return location == nullptr ? initial : location->latest().value;
}

void Machine::set_failure(const std::string& what) {
  if (failure_.empty()) {
    failure_ = what;
  }
}

void Machine::fail(const std::string& what) {
  set_failure(running_ ? "thread " + std::to_string(self_) + ": " + what : what);
  if (running_) {
    // The fibre is started afresh in the next execution.
    threads_[self_].fibre.pause();
  }
}

void Machine::plain_read(Access& access, const char* name) {
  ThreadId other = 0;
  if (!access.read(self_, threads_[self_].current.clock, other)) {
    fail(std::string("reads ") + name + " while thread " + std::to_string(other) +
         "'s write of it is not ordered before (data race)");
  }
}

void Machine::plain_write(Access& access, const char* name) {
  ThreadId other = 0;
  if (!access.write(self_, threads_[self_].current.clock, other)) {
    fail(std::string("writes ") + name + " while thread " + std::to_string(other) +
         "'s access to it is not ordered before (data race)");
  }
}

void Machine::watch(const void* begin, std::size_t bytes, Access& access) {
  watched_.push_back({static_cast<const std::byte*>(begin), bytes, &access});
}

bool Machine::can_sleep(const Thread& thread) const {
  return thread.pending.may_sleep && (thread.sleeps_left != 0 || thread.woken);
}

Footprint Machine::footprint(ThreadId id, const Choice& choice) const {
  const Thread& thread = threads_[id];
  const Operation& operation = thread.pending;
  Footprint footprint;
  const auto reads = [&] {
    footprint.reads = operation.location->index;
    footprint.read_message = choice.message->label();
  };
  switch (operation.kind) {
    case Kind::load:
      reads();
      if (operation.order == Order::seq_cst) {
        footprint.changes = operation.location->index;
      }
      break;
    case Kind::compare_exchange:
      reads();
      if (choice.message->value != operation.expected) {
        footprint.might_update = true;
        break;
      }
      [[fallthrough]];
    case Kind::store:
    case Kind::update:
      if (operation.kind == Kind::update) {
        reads();
      }
      footprint.updates = operation.kind != Kind::store;
      footprint.changes = operation.location->index;
      footprint.writes = true;
      footprint.seq_cst = operation.order == Order::seq_cst;
      break;
    case Kind::await:
      if (choice.message != nullptr) {
        reads();
      }
      if (can_sleep(thread)) {
        footprint.changes = operation.location->index;
        footprint.slots_slept = 1U << id;
      }
      break;
    case Kind::park:
    case Kind::unpark: footprint.changes = operation.location->index; break;
    case Kind::light_fence:
    case Kind::full_fence: footprint.fences = true; break;
    case Kind::heavy_fence:
      footprint.fences = program_->fences == Fences::full;
      footprint.touches_all = program_->fences == Fences::process_wide;
      break;
    case Kind::signal: footprint.slots_signalled = 1U << operation.operand; break;
    case Kind::signal_all: footprint.slots_signalled = (1U << program_->threads) - 1; break;
  }
  return footprint;
}

void Machine::execute(ThreadId id, const Choice& choice) {
  Thread& thread = threads_[id];
  ++thread.steps;
  if (tracing_) {
    trace_.push_back(describe_step(id, thread.pending, choice));
  }
  perform(thread, id, choice);
  // Plain accesses after this step are later than what this step has published.
  ++thread.current.clock.of[id];
  thread.acquired.clock.of[id] = thread.current.clock.of[id];
  if (choice.effect != Effect::sleep) {
    run(id);
  }
}

}  // namespace muster::verify

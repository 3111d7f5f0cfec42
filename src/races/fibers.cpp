// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "races/fibers.h"

#include <string_view>

#include "locks/locks.h"
#include "platform/standard_error.h"

namespace muster::races {
namespace {

// GCC 12's ThreadSanitizer ends the program when 8,128 threads and fibers are alive; the other half is the program's. Of the fibers, so many
// may be of tasks that have not begun: what a report says of such a fiber is where its task was made.
constexpr std::uint32_t kMostFibers = 4096;
constexpr std::uint32_t kMostEarly = 2048;
constinit platform::Native::Atomic<std::uint32_t> fibers;

// A fiber costs GCC's ThreadSanitizer 0.4 ms (Zen 5, 2026-11-23), so a program of a million tasks would take minutes: of those after the
// first so many, only some have one.
constexpr std::uint32_t kAllHaveFibers = 16384;
constexpr std::uint32_t kOneOf = 64;
constinit platform::Native::Atomic<std::uint32_t> made;
bool is_chosen(std::uint32_t number) { return number < kAllHaveFibers || number % kOneOf == 0; }

void tell_once(platform::Native::Atomic<std::uint32_t>& told, std::string_view line) {
  if (warnings && told.exchange_relaxed(1) == 0) {
    platform::write_standard_error(line.data(), line.size());
  }
}

void tell_of_many_tasks() {
  static constinit platform::Native::Atomic<std::uint32_t> told;
  tell_once(told,
            "muster: after 16384 tasks MUSTER_RACES=deep makes only one in 64 a thread of its own; races between the "
            "others are "
            "found where different threads run them. Check a smaller case to be sure\n");
}

void tell_of_many_fibers() {
  static constinit platform::Native::Atomic<std::uint32_t> told;
  tell_once(told,
            "muster: 4096 tasks have begun and not ended, and ThreadSanitizer has no room for more of them as threads "
            "of their own; "
            "races between further ones are found where different threads run them. Check a smaller case to be sure\n");
}

// A fiber that has done nothing, as which others are made after its own: it orders nothing before them. One thread at a time is it. Null once
// the program ends.
constinit void* maker = nullptr;
constinit locks::Mutex<platform::Native> making;

// Fails where there are so many already.
bool take_room(std::uint32_t most) {
  if (fibers.fetch_add_relaxed(1) < most) {
    return true;
  }
  fibers.fetch_add_relaxed(static_cast<std::uint32_t>(-1));
  return false;
}

// How much of the stack below the current frame a new task finds as if nobody had been there. Frames of one task that reach deeper may
// conflict with those of the next on the same thread, which would be a false report; more makes each change slower.
constexpr unsigned long kRenewedStack = 64UL * 1024;

// Where the runtime's frames begin below those of the suspended task. Null: not known.
const void* runtime_frames_of(const events::Task& suspended) {
  if (suspended.frame.enter != nullptr || (suspended.flags & events::kImplicitTask) == 0) {
    return suspended.frame.enter;
  }
  // At the end of the region, whose function has returned.
  if (suspended.called_from != nullptr) {
    return suspended.called_from;
  }
  return suspended.below == nullptr ? nullptr : suspended.below->frame.enter;
}

// Tasks of one thread, and the runtime between them, use the same addresses for their frames one after the other, which are different
// objects. The next frame of the program will begin somewhere below those of the suspended task.
void renew_stack(const events::Task& suspended) {
  const auto here = reinterpret_cast<unsigned long>(__builtin_frame_address(0)) & ~15UL;
  const auto frames = reinterpret_cast<unsigned long>(runtime_frames_of(suspended));
  const bool is_near = frames > here && frames - here < kRenewedStack;
  const unsigned long top = is_near ? frames : here;
  renew(reinterpret_cast<void*>(here - kRenewedStack), top - here + kRenewedStack);
}

// What tasks of the thread that know it do is ordered at this address, of the thread's record.
void* clock_of_this_thread() { return events::this_thread; }

constexpr unsigned kWithoutOrder = 1;

// For a task that begins. What its thread has done so far does not come before it, so the thread makes the fiber as somebody else.
void make_late_fiber(Note& note) {
  note.wants_fiber = false;
  if (!take_room(kMostFibers)) {
    tell_of_many_fibers();
    return;
  }
  making.lock();
  if (maker != nullptr) {
    void* self = tsan.this_fiber();
    tsan.go_on_as(maker, kWithoutOrder);
    note.fiber = tsan.make_fiber(0);
    tsan.go_on_as(self, kWithoutOrder);
    note.own_fiber = true;
  }
  making.unlock();
}

void* fiber_of(Note& note) {
  if (note.fiber == nullptr) {
    note.fiber = tsan.this_fiber();
  }
  return note.fiber;
}

}  // namespace

void make_fiber_for(Note& note, const events::Task& task) {
  constexpr std::uint32_t kWaitedFor = events::kUndeferredTask | events::kMergedTask | events::kTaskwaitTask;
  if (!deep || (task.flags & kWaitedFor) != 0) {
    return;
  }
  if (!is_chosen(made.fetch_add_relaxed(1))) {
    tell_of_many_tasks();
    return;
  }
  if (take_room(kMostEarly)) {
    note.fiber = tsan.make_fiber(0);
    note.own_fiber = true;
  } else {
    note.wants_fiber = true;
  }
}

void start_fibers() {
  maker = tsan.make_fiber(0);
  deep = true;
}

void end_fibers() {
  making.lock();
  if (maker != nullptr) {
    tsan.end_fiber(maker);
    maker = nullptr;
  }
  making.unlock();
}

void lock_making() { making.lock(); }
void unlock_making() { making.unlock(); }

void change_fibers(Note& prior, Note& next, const events::Task& suspended) {
  if (!deep) {
    return;
  }
  if (next.wants_fiber) {
    make_late_fiber(next);
  }
  void* before = fiber_of(prior);
  void* after = fiber_of(next);
  if (before == after) {
    return;
  }
  void* clock = clock_of_this_thread();
  if (clock != nullptr && (prior.seen_thread || !prior.own_fiber)) {
    tsan.release(clock);
  }
  tsan.go_on_as(after, kWithoutOrder);
  renew_stack(suspended);
  if (clock != nullptr && next.seen_thread) {
    tsan.acquire(clock);
  }
}

void end_fiber_of(Note& note) {
  if (!note.own_fiber) {
    return;
  }
  tsan.end_fiber(note.fiber);
  note.fiber = nullptr;
  note.own_fiber = false;
  fibers.fetch_add_relaxed(static_cast<std::uint32_t>(-1));
}

void see_thread(const events::ThreadSeen& event) {
  Note* note = note_of(event.task);
  if (!deep || note == nullptr || note->seen_thread) {
    return;
  }
  note->seen_thread = true;
  if (void* clock = clock_of_this_thread(); clock != nullptr) {
    tsan.acquire(clock);
  }
}

}  // namespace muster::races

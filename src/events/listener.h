// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The listeners, and emit(), which tells them of an event. A listener is a table of functions; it is attached before the first use of OpenMP is answered, and stays until it
// wants no more or the program ends. Nothing orders the reads: to hear of an event too many does no harm.
#pragma once

#include "events/types.h"

namespace muster::events {

using Clock = std::uint64_t (*)();

// What the listener wants to hear of a task, asked, by the function that it runs, before the task is made. 0: all there is. Else the task is untold, and
// the listener knows it by this number when it runs.
using AskOfTask = std::uint32_t (*)(const void* function);

// Whether the listener wants to hear of a region, asked by the function that it runs and its threads before they are started. False: the region is untold, and
// so are the regions in it: the listener hears of the workers' shares (UntoldShare), and is to disregard what else its threads emit (Thread::is_in_untold). It may
// say so of the next ones beforehand (Thread::untold_next).
using AskOfRegion = bool (*)(const void* function, std::uint32_t size);

// Null: the listener does not want the event. The functions are called by the thread to which the event happens, several at a time, and
// may call anything of the program's interface.
struct Listener {
#define MUSTER_EVENT(name, Type) void (*name)(const Type& event) = nullptr;
#include "events/list.def"
#undef MUSTER_EVENT
  // It wants to hear when the last barrier of a region ends and when the implicit tasks end, which takes a barrier of its own before the
  // join. False: the last it hears of a worker's share is the SyncWaitBegin of that barrier.
  bool hears_ends_of_shares = true;
  // It wants a Dispatch for each chunk, also where a thread claims many at a time and telling takes longer than the claim.
  bool hears_each_chunk = true;
  // Asked of tied tasks that have no clauses but `if`, while there is no other listener and nothing is cancelled. Null: it wants to hear all of them.
  AskOfTask asks_of_task = nullptr;
  // Asked of regions that the initial task of a thread meets, while there is no other listener. Null: it wants to hear all of them.
  AskOfRegion asks_of_region = nullptr;
  // It wants to hear when threads sleep, by this clock, which any thread may ask. Null: it does not.
  Clock sleep_clock = nullptr;
};

// The one thing that a construct asks: a byte that stays in every core's cache, and a branch that is never taken while nobody listens.
inline constinit bool listening = false;

// Somebody has listened. Where the threads of a region have to go the same way they go by this, which stays when the last listener leaves.
inline constinit bool has_listened = false;

// Somebody hears ends of shares. All threads of a region go the same way, so it stays as it is when listeners leave.
inline constinit bool tells_ends_of_shares = false;

// Somebody hears each chunk.
inline constinit bool tells_each_chunk = false;

// What the only listener asks, if it does; null where there are several.
inline constinit AskOfTask asks_of_task = nullptr;
inline constinit AskOfRegion asks_of_region = nullptr;

// The clock of the listener that wants to hear of sleep; null: none does. There is one at most.
inline constinit Clock sleep_clock = nullptr;

// For constructs that keep the caller beside other things, from their entry point on.
inline Caller caller_if_heard() { return listening ? resolve({}) : Caller{}; }

inline constinit const Listener* listeners[kListeners] = {};

// Whom emit() calls, by event: the function of the one listener that wants it, or, where several do, one that tells each of them. Null: nobody has
// wanted it so far. What is set never becomes null again, so that a thread which has looked may call.
inline constinit Listener heard;

// Before any other thread uses the runtime.
void attach(Who who, const Listener& listener);

// The listener wants no more; what is on its way to it may still come. Other threads may read the byte and the tables at the same time, plainly, as each
// construct does: both are read whole, so a thread finds what was there before or what is there now, and either is right. Constructs that have
// begun end as they have begun, and when nobody is left no further one is told.
void detach(Who who);

// The moment, where the listener wants to have the thread's next untold task timed; else 0.
inline std::uint64_t moment_if_timed() {
  Thread* thread = this_thread;
  if (thread == nullptr || !thread->times_next_task) [[likely]] {
    return 0;
  }
  thread->times_next_task = false;
  return sleep_clock();
}

#define MUSTER_EVENT(name, Type)        \
  inline void emit(const Type& event) { \
    if (heard.name != nullptr) {        \
      heard.name(event);                \
    }                                   \
  }
#include "events/list.def"
#undef MUSTER_EVENT

}  // namespace muster::events

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The listeners, and emit(), which tells them of an event. A listener is a table of functions; it is attached before the first use of OpenMP is answered, and stays until it
// wants no more or the program ends. Nothing orders the reads: to hear of an event too many does no harm.
#pragma once

#include "events/types.h"

namespace muster::events {

// Null: the listener does not want the event. The functions are called by the thread to which the event happens, several at a time, and
// may call anything of the program's interface.
struct Listener {
#define MUSTER_EVENT(name, Type) void (*name)(const Type& event) = nullptr;
#include "events/list.def"
#undef MUSTER_EVENT
};

// The one thing that a construct asks: a byte that stays in every core's cache, and a branch that is never taken while nobody listens.
inline constinit bool listening = false;

// For constructs that keep the caller beside other things, from their entry point on.
inline Caller caller_if_heard() { return listening ? resolve({}) : Caller{}; }

inline constinit const Listener* listeners[kListeners] = {};

// Before any other thread uses the runtime.
inline void attach(Who who, const Listener& listener) {
  listeners[static_cast<std::size_t>(who)] = &listener;
  listening = true;
}

// The listener wants no more; what is on its way to it may still come. Constructs that have begun end as they have begun, and when nobody is
// left no further one is told.
inline void detach(Who who) {
  listeners[static_cast<std::size_t>(who)] = nullptr;
  for (const Listener* listener : listeners) {
    if (listener != nullptr) {
      return;
    }
  }
  listening = false;
}

#define MUSTER_EVENT(name, Type)                              \
  inline void emit(const Type& event) {                       \
    for (const Listener* listener : listeners) {              \
      if (listener != nullptr && listener->name != nullptr) { \
        listener->name(event);                                \
      }                                                       \
    }                                                         \
  }
#include "events/list.def"
#undef MUSTER_EVENT

}  // namespace muster::events

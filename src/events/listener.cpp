// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events/listener.h"

namespace muster::events {
namespace {

// The listeners that were attached, without gaps, and null behind them. In the place of one that has left stands kHearsNothing.
constinit const Listener* told[kListeners + 1] = {};
constexpr Listener kHearsNothing;

template <class Event>
using Hear = void (*)(const Event& event);

template <class Event, Hear<Event> Listener::* Name>
void tell_each(const Event& event) {
  for (const Listener* const* each = told; *each != nullptr; ++each) {
    if ((*each)->*Name != nullptr) {
      ((*each)->*Name)(event);
    }
  }
}

template <class Event>
void tell_nobody(const Event& /*event*/) {}

template <class Event, Hear<Event> Listener::* Name>
Hear<Event> who_hears() {
  Hear<Event> only = nullptr;
  for (const Listener* const* each = told; *each != nullptr; ++each) {
    if (Hear<Event> hear = (*each)->*Name; hear != nullptr) {
      if (only != nullptr) {
        return &tell_each<Event, Name>;
      }
      only = hear;
    }
  }
  return only == nullptr && heard.*Name != nullptr ? &tell_nobody<Event> : only;
}

void set_heard() {
#define MUSTER_EVENT(name, Type) heard.name = who_hears<Type, &Listener::name>();
#include "events/list.def"
#undef MUSTER_EVENT
}

}  // namespace

void attach(Who who, const Listener& listener) {
  listeners[static_cast<std::size_t>(who)] = &listener;
  std::size_t count = 0;
  for (const Listener* each : listeners) {
    if (each != nullptr) {
      told[count++] = each;
    }
  }
  set_heard();
  asks_of_task = count == 1 ? listener.asks_of_task : nullptr;
  asks_of_region = count == 1 && !listener.hears_ends_of_shares ? listener.asks_of_region : nullptr;
  sleep_clock = listener.sleep_clock != nullptr ? listener.sleep_clock : sleep_clock;
  tells_ends_of_shares = tells_ends_of_shares || listener.hears_ends_of_shares;
  tells_each_chunk = tells_each_chunk || listener.hears_each_chunk;
  listening = true;
  has_listened = true;
}

void detach(Who who) {
  const Listener* gone = listeners[static_cast<std::size_t>(who)];
  listeners[static_cast<std::size_t>(who)] = nullptr;
  for (const Listener*& each : told) {
    each = each != nullptr && each == gone ? &kHearsNothing : each;
  }
  set_heard();
  for (const Listener* listener : listeners) {
    if (listener != nullptr) {
      return;
    }
  }
  listening = false;
}

}  // namespace muster::events

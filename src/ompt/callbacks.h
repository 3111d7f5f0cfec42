// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that the tool has set, which it may change at any time (OpenMP 5.2, 19.6.1.3), and the events that call them.
#pragma once

#include "ompt/types.h"
#include "platform/native.h"

namespace muster::ompt {

// By CallbackNumber; null: not set. After ompt_finalize_tool all are.
extern constinit platform::Native::Atomic<Callback> callbacks[kCallbacks];

template <class Function>
Function callback_of(CallbackNumber number) {
  // P: acquire, pairs with Q in ompt/callbacks.cpp
  return reinterpret_cast<Function>(callbacks[static_cast<std::uint32_t>(number)].load_acquire());
}

SetResult set_callback(std::uint32_t event, Callback callback);
// 1 and the function if one is set; else 0.
std::int32_t get_callback(std::uint32_t event, Callback* callback);
void forget_callbacks();

// What is attached as the listener `tool`.
const events::Listener& listener();

// A word of a record as the tool sees it.
inline Data* data_of(events::Marks& marks) { return reinterpret_cast<Data*>(&marks.of(events::Who::tool)); }

}  // namespace muster::ompt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ompt/callbacks.h"

namespace muster::ompt {

constinit platform::Native::Atomic<Callback> callbacks[kCallbacks];

namespace {

using Number = CallbackNumber;

bool is_emitted(std::uint32_t event) {
  switch (static_cast<Number>(event)) {
    case Number::thread_begin:
    case Number::thread_end:
    case Number::parallel_begin:
    case Number::parallel_end:
    case Number::task_create:
    case Number::task_schedule:
    case Number::implicit_task:
    case Number::control_tool:
    case Number::sync_region_wait:
    case Number::mutex_released:
    case Number::dependences:
    case Number::task_dependence:
    case Number::work:
    case Number::masked:
    case Number::sync_region:
    case Number::lock_init:
    case Number::lock_destroy:
    case Number::mutex_acquire:
    case Number::mutex_acquired:
    case Number::nest_lock:
    case Number::flush:
    case Number::cancel:
    case Number::reduction:
    case Number::dispatch:
    case Number::error: return true;
  }
  return false;
}

}  // namespace

SetResult set_callback(std::uint32_t event, Callback callback) {
  if (event == 0 || event >= kCallbacks) {
    return SetResult::error;
  }
  if (!is_emitted(event)) {
    return SetResult::never;
  }
  // Q: release, pairs with P and P in ompt/callbacks.h
  callbacks[event].store_release(callback);
  return SetResult::always;
}

std::int32_t get_callback(std::uint32_t event, Callback* callback) {
  if (event == 0 || event >= kCallbacks) {
    return 0;
  }
  // P: acquire, pairs with Q
  Callback set = callbacks[event].load_acquire();
  if (set == nullptr) {
    return 0;
  }
  *callback = set;
  return 1;
}

void forget_callbacks() {
  for (platform::Native::Atomic<Callback>& callback : callbacks) {
    callback.store_relaxed(nullptr);
  }
}

}  // namespace muster::ompt

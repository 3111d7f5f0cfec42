// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread can do while it waits: run tasks. Known here only as two functions.
#pragma once

namespace muster::waiting {

struct IdleWork {
  // Runs something if there is something; false if not. May wait itself.
  bool (*help)(void* context);
  // Whether help() would find something: a hint that costs little. A sleeping thread is woken for it by the thread that brings the
  // work, after P::light_fence().
  bool (*has_work)(void* context);
  void* context;

  // The thread that brings work may have to know how many sleep, and which. Told around each sleep, before the handshake and after it, and when
  // the wait is over. Null: nobody wants to know.
  void (*falls_asleep)(void* context) = nullptr;
  void (*wakes_up)(void* context) = nullptr;
  void (*leaves)(void* context) = nullptr;
};

}  // namespace muster::waiting

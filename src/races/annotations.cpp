// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "races/annotations.h"

#include <dlfcn.h>
#include <string.h>

namespace muster::races {
namespace {

// Leaves `function` null where there is none of that name.
template <class Function>
void look_up(const char* name, Function*& function) {
  void* found = dlsym(RTLD_DEFAULT, name);
  static_assert(sizeof(found) == sizeof(function));
  memcpy(static_cast<void*>(&function), &found, sizeof(found));
}

}  // namespace

bool Annotations::complete() const {
  return acquire != nullptr && release != nullptr && release_anew != nullptr && forget_orders != nullptr &&
         forget_accesses != nullptr && this_fiber != nullptr && make_fiber != nullptr && end_fiber != nullptr &&
         go_on_as != nullptr && look_away != nullptr && look_again != nullptr;
}

// The functions of the AnnotateX family that would make memory new are empty in today's runtimes, so those for the heap of a virtual
// machine are used: the beginning of a block of such a heap forgets what was done to its memory, and its end the orders kept there.
Annotations find_annotations() {
  Annotations found;
  look_up("__tsan_acquire", found.acquire);
  if (found.acquire == nullptr) {
    return found;
  }
  look_up("__tsan_release", found.release);
  look_up("__tsan_java_release_store", found.release_anew);
  look_up("__tsan_java_free", found.forget_orders);
  look_up("__tsan_java_alloc", found.forget_accesses);
  look_up("__tsan_get_current_fiber", found.this_fiber);
  look_up("__tsan_create_fiber", found.make_fiber);
  look_up("__tsan_destroy_fiber", found.end_fiber);
  look_up("__tsan_switch_to_fiber", found.go_on_as);
  // What a program calls around the notification of waiting threads, while it has a mutex: all that they do is to look away.
  look_up("__tsan_mutex_pre_signal", found.look_away);
  look_up("__tsan_mutex_post_signal", found.look_again);
  return found;
}

bool archer_is_loaded() { return dlopen("libarcher.so", RTLD_LAZY | RTLD_NOLOAD) != nullptr; }

}  // namespace muster::races

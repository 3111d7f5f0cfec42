// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the race checker calls of the ThreadSanitizer runtime, GCC's or Clang's. Nothing is linked: the functions are looked up by name
// in the running process, which has them only where a part of the program was built with -fsanitize=thread.
#pragma once

#include <cstddef>

namespace muster::races {

// All functions may be called by any thread at any time. An address that stands for an order is never read or written.
struct Annotations {
  // What the thread did before release() comes before what a thread does after a later acquire() of the address.
  void (*acquire)(void* at) = nullptr;
  void (*release)(void* at) = nullptr;
  // As release(), and forgets what was released there before. Addresses as numbers, here and below.
  void (*release_anew)(unsigned long at) = nullptr;
  // Both together make memory new: no access is remembered, and no order.
  void (*forget_orders)(unsigned long begin, unsigned long bytes) = nullptr;
  void (*forget_accesses)(unsigned long begin, unsigned long bytes) = nullptr;
  // A fiber is a thread of the checker's own making, as which a thread goes on. With `flags` 1 the switch itself orders nothing; its
  // making orders what its maker did before it.
  void* (*this_fiber)() = nullptr;
  void* (*make_fiber)(unsigned flags) = nullptr;
  void (*end_fiber)(void* fiber) = nullptr;
  void (*go_on_as)(void* fiber, unsigned flags) = nullptr;
  // Between the two, which nest, the checker looks neither at the thread's accesses nor at what orders them. The address is free.
  void (*look_away)(void* at, unsigned flags) = nullptr;
  void (*look_again)(void* at, unsigned flags) = nullptr;

  bool complete() const;
};

// Those of this process; complete() is false where there is no ThreadSanitizer or one that lacks something.
Annotations find_annotations();

// Whether LLVM's Archer is in the process: it announces the same orders by the tools interface. One that was linked statically into the
// program is not recognised.
bool archer_is_loaded();

}  // namespace muster::races

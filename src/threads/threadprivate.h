// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadprivate variables (OpenMP 5.2, 5.2) of code that was compiled to ask the runtime for a thread's copy instead of using
// thread-local storage. A copy lives as long as its thread, so it persists between regions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "threads/thread.h"

namespace muster::threads {

// How copies of a C++ object come into being and go; the plain ones for one object, the others for an array of `length`.
// Without any constructor a copy starts as the variable's initial value.
struct ThreadprivateLife {
  void* (*construct)(void* copy) = nullptr;
  void* (*copy_construct)(void* copy, void* original) = nullptr;
  void (*destruct)(void* copy) = nullptr;
  void* (*construct_array)(void* copy, std::size_t length) = nullptr;
  void* (*copy_construct_array)(void* copy, void* original, std::size_t length) = nullptr;
  void (*destruct_array)(void* copy, std::size_t length) = nullptr;
  std::size_t length = 0;
};

struct ThreadprivateVariable;

// From the initialisers of the program or library that has the variable, before any thread asks for a copy.
void register_threadprivate(void* original, const ThreadprivateLife& life);

// The variable at that address. Its first access in the process comes through here, so what it holds then is its initial value.
// Ends the program with a message when there is no memory. Thread-safe.
ThreadprivateVariable& threadprivate_variable(void* original, std::size_t bytes);

// The calling thread's copy, made when it is asked for the first time. The first root that asks has the original itself. Ends the
// program with a message when there is no memory.
void* threadprivate_copy(Thread& self, ThreadprivateVariable& variable);

// The calling thread ends, or leaves the runtime: destroys and frees its copies.
void end_threadprivate(Thread& self);

// Around fork(), which must not find the list of variables half changed.
void lock_threadprivate();
void unlock_threadprivate();

}  // namespace muster::threads

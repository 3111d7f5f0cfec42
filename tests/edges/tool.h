// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program that is its own tool needs of omp-tools.h, which GCC does not bring.
#pragma once

typedef void (*any_function)(void);
typedef any_function (*lookup_function)(const char* name);
struct tool {
  int (*initialize)(lookup_function lookup, int device, void* data);
  void (*finalize)(void* data);
  void* data;
};
typedef int (*set_function)(int event, any_function callback);

enum { kEventParallelBegin = 3, kEventSyncRegion = 23 };

struct tool* ompt_start_tool(unsigned version, const char* runtime);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a program by the oldest version of __libc_start_main, which glibc 2.34 replaced: the start files of a newer system would ask
// for the new one. The linker leads them here (--wrap). The old one calls the constructors through a function that it is given; both
// glibc 2.28 and new ones, which keep the old version for programs of then, do.
#include "packaging/glibc/oldest.h"

namespace {

using MainFunction = int(int, char**, char**);
using InitFunction = void(int, char**, char**);

}  // namespace

extern "C" {
int muster_old_start(MainFunction* main, int argc, char** argv, InitFunction* init, void (*fini)(),
                     void (*loader_fini)(), void* stack);
__asm__(".symver muster_old_start,__libc_start_main@" MUSTER_GLIBC_FIRST);

// By the linker.
extern __attribute__((visibility("hidden"))) InitFunction* __init_array_start[];
extern __attribute__((visibility("hidden"))) InitFunction* __init_array_end[];

static void construct(int argc, char** argv, char** environment) {
  for (InitFunction** function = __init_array_start; function != __init_array_end; ++function) {
    (*function)(argc, argv, environment);
  }
}

// The loader calls the destructors.
__attribute__((visibility("hidden"))) int __wrap___libc_start_main(MainFunction* main, int argc, char** argv,
                                                                   InitFunction*, void (*)(), void (*loader_fini)(),
                                                                   void* stack) {
  return muster_old_start(main, argc, argv, construct, nullptr, loader_fini, stack);
}
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preloaded in front of an OpenMP runtime: counts how often each of its functions is called from outside it, then
// jumps to the runtime's own. OPENMP_CALLS names the file that gets the counts at the end, one `name count` a line.
//
// symbols.inc, made by the runner, has one SYMBOL(name) a function. A jump leaves every argument where it is, so no
// signature is needed; the price is that this file knows the processor.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#if !defined(__x86_64__)
#error "call_counter.c has its jump for x86-64 only"
#endif

#define SYMBOL(name)                                                           \
  __attribute__((visibility("hidden"), used)) void* real_##name;               \
  __attribute__((visibility("hidden"), used)) unsigned long long calls_##name; \
  __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name        \
          ":\n"                                                                \
          "  lock incq calls_" #name "(%rip)\n  jmp *real_" #name              \
          "(%rip)\n"                                                           \
          ".size " #name ", . - " #name "\n");
#include "symbols.inc"
#undef SYMBOL

// Linked with -z initfirst: other libraries may call a runtime while they start.
__attribute__((constructor)) static void find_real_functions(void) {
#define SYMBOL(name) real_##name = dlsym(RTLD_NEXT, #name);
#include "symbols.inc"
#undef SYMBOL
}

__attribute__((destructor)) static void write_counts(void) {
  const char* path = getenv("OPENMP_CALLS");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
#define SYMBOL(name) \
  if (calls_##name != 0) fprintf(file, "%s %llu\n", #name, calls_##name);
#include "symbols.inc"
#undef SYMBOL
  fclose(file);
}

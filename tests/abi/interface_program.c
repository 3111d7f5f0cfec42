// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints what muster.h answers, as a user's program that may run on any OpenMP runtime would ask; test_interface.py reads it.
//
//   interface_program [kmp_set_blocktime MILLISECONDS | kmp_set_defaults TEXT | putenv NAME=VALUE | barrier USE THREADS | sizes |
//                      memory | region THREADS]...
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <muster.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* need(const char* name) {
  void* function = dlsym(RTLD_DEFAULT, name);
  if (function == NULL) {
    printf("no %s\n", name);
    exit(0);
  }
  return function;
}

static void print_wait(muster_get_wait_function* get_wait) {
  struct muster_wait wait;
  memset(&wait, 0xff, sizeof wait);
  int error = get_wait(&wait, sizeof wait);
  if (error != 0) {
    printf("error %d\n", error);
    return;
  }
  printf("wait %" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 " '%s'\n", wait.policy, wait.is_set,
         wait.longest_spin_barrier_ns, wait.longest_spin_idle_ns, wait.set_by);
}

static void print_barrier(const char* use, const char* threads) {
  muster_get_barrier_function* get_barrier = (muster_get_barrier_function*)need("muster_get_barrier");
  struct muster_barrier barrier;
  memset(&barrier, 0xff, sizeof barrier);
  int error = get_barrier((uint32_t)atoi(use), (uint32_t)atol(threads), &barrier, sizeof barrier);
  if (error != 0) {
    printf("error %s\n", error == EINVAL ? "EINVAL" : "other");
    return;
  }
  printf("barrier %" PRIu32 " %s,%s %" PRIu32 " %" PRIu32 " '%s'\n", barrier.threads, barrier.gather, barrier.release,
         barrier.decided_by, barrier.placement, barrier.reason);
}

// What an older or a newer caller, or a wrong one, sees.
static void print_sizes(muster_get_wait_function* get_wait) {
  struct {
    struct muster_wait known;
    unsigned char later[16];
  } newer;
  struct muster_wait older;
  memset(&older, 0xff, sizeof older);
  memset(&newer, 0xff, sizeof newer);
  get_wait(&older, sizeof older.policy);
  get_wait(&newer.known, sizeof newer);
  printf("sizes %d %d %d %d %d\n", older.policy <= MUSTER_WAIT_FIXED, older.is_set == UINT32_MAX,
         newer.later[0] == 0xff, get_wait(NULL, sizeof older) == EINVAL, get_wait(&older, 0) == EINVAL);
}

// What a caller sees that was built before the placement was told.
static void print_size_of_barrier(void) {
  muster_get_barrier_function* get_barrier = (muster_get_barrier_function*)need("muster_get_barrier");
  struct muster_barrier barrier;
  memset(&barrier, 0xff, sizeof barrier);
  const int error = get_barrier(MUSTER_BARRIER_PLAIN, 2, &barrier, offsetof(struct muster_barrier, placement));
  printf("size_of_barrier %d %d %d\n", error, barrier.threads == 2, barrier.placement == UINT32_MAX);
}

static void print_memory(void) {
  muster_get_memory_function* get_memory = (muster_get_memory_function*)need("muster_get_memory");
  struct muster_memory memory;
  memset(&memory, 0xff, sizeof memory);
  if (get_memory(NULL, sizeof memory) != EINVAL || get_memory(&memory, 0) != EINVAL ||
      get_memory(&memory, sizeof memory) != 0) {
    printf("memory not told\n");
    return;
  }
  printf("memory %" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", memory.workers,
         memory.roots, memory.stacks_mapped_bytes, memory.stacks_resident_bytes, memory.structures_mapped_bytes,
         memory.structures_resident_bytes, memory.resident_bytes_per_thread);
}

// Clang calls the runtime at the beginning of a function that has a region, which is a use of OpenMP.
__attribute__((noinline)) static int members_of_region(int threads) {
  int members = 0;
#pragma omp parallel num_threads(threads) reduction(+ : members)
  members += 1;
  return members;
}

int main(int count, char** arguments) {
  muster_get_wait_function* get_wait = (muster_get_wait_function*)need("muster_get_wait");
  muster_version_function* version = (muster_version_function*)need("muster_version");
  printf("version %" PRIu32 "\n", version());
  for (int i = 1; i < count; i++) {
    const char* what = arguments[i];
    if (strcmp(what, "barrier") == 0) {
      print_barrier(arguments[i + 1], arguments[i + 2]);
      i += 2;
    } else if (strcmp(what, "sizes") == 0) {
      print_sizes(get_wait);
      print_size_of_barrier();
    } else if (strcmp(what, "memory") == 0) {
      print_memory();
    } else if (strcmp(what, "region") == 0) {
      members_of_region(atoi(arguments[++i]));
    } else if (strcmp(what, "kmp_set_blocktime") == 0) {
      ((void (*)(int))need(what))(atoi(arguments[++i]));
    } else if (strcmp(what, "kmp_set_defaults") == 0) {
      ((void (*)(const char*))need(what))(arguments[++i]);
    } else if (strcmp(what, "putenv") == 0) {
      putenv(arguments[++i]);
    } else {
      printf("unknown %s\n", what);
    }
  }
  print_wait(get_wait);
  printf("members %d\n", members_of_region(2));
  return 0;
}

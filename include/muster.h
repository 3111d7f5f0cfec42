/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Muster's own interface, for programs and tools: which version runs, how long waiting threads spin, which barriers teams use and
 * why, and how much memory threads take. Everything else is OpenMP's (omp.h). C99 and C++; needs no other header of Muster.
 *
 * Whether it is Muster that runs, a program asks at run time, because the same binary runs on other OpenMP runtimes too:
 *
 *   #include <dlfcn.h>
 *   #include <muster.h>
 *
 *   muster_get_wait_function* get_wait = (muster_get_wait_function*)dlsym(RTLD_DEFAULT, "muster_get_wait");
 *   struct muster_wait wait;
 *   if (get_wait == NULL) {
 *     puts("another OpenMP runtime");
 *   } else if (get_wait(&wait, sizeof wait) == 0 && wait.policy == MUSTER_WAIT_ACTIVE) {
 *     puts("waiting threads keep their CPUs");
 *   }
 *
 * This finds Muster wherever it serves the program itself: by LD_LIBRARY_PATH, by LD_PRELOAD, linked. A plugin that brought Muster
 * with dlopen(RTLD_LOCAL) gives its own handle to dlsym(). A program that is linked with Muster calls the functions by name.
 *
 * All functions: any thread, any time between load and unload of the library, also inside a region; thread-safe; not
 * async-signal-safe, because a call counts as a use of OpenMP, of which the first starts the runtime (it reads the environment
 * and creates no thread). Errors are return values: 0, or a number of errno.h; errno itself is left alone.
 *
 * The interface grows at the end: structures get further members, which a caller compiled with an older header does not see
 * because it says what size it knows. Symbols are in the version node MUSTER_1.0.
 */
#ifndef MUSTER_H
#define MUSTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs: 10000 * major + 100 * minor + patch. */
uint32_t muster_version(void);

/* How threads wait: at barriers, in a fork for the others, and as idle workers between regions. */
enum muster_wait_policy {
  /* Spins for up to some time that is learned from the gaps between regions and the waits before; then sleeps. The default. */
  MUSTER_WAIT_ADAPTIVE = 0,
  /* Never sleeps, however long it takes. It still lets a thread of the program that needs the CPU run. */
  MUSTER_WAIT_ACTIVE = 1,
  /* Does not spin: whoever has nothing to do sleeps. */
  MUSTER_WAIT_PASSIVE = 2,
  /* Spins for the time that somebody has set, then sleeps. */
  MUSTER_WAIT_FIXED = 3
};

/* A time without end, in longest_spin_*_ns. */
#define MUSTER_FOREVER_NS UINT64_MAX

/* Long enough for every name with its final 0. */
#define MUSTER_NAME_BYTES 32

struct muster_wait {
  /* A muster_wait_policy. */
  uint32_t policy;
  /* 1: somebody said so (set_by names it). 0: nobody did, and the runtime decides. */
  uint32_t is_set;
  /* The longest that a thread spins before it sleeps, in nanoseconds: one that waits for others at a barrier or a join, and an
   * idle worker that waits for a region. 0: it does not spin. MUSTER_FOREVER_NS: it never sleeps.
   * An upper bound: a thread sleeps earlier where its CPU is needed, and where spinning was in vain before. */
  uint64_t longest_spin_barrier_ns;
  uint64_t longest_spin_idle_ns;
  /* What decided: a variable (KMP_BLOCKTIME, GOMP_SPINCOUNT, OMP_WAIT_POLICY, KMP_LIBRARY or another name of theirs), or the
   * routine that the program called (kmp_set_blocktime, kmp_set_library, kmp_set_defaults). "" if is_set is 0. */
  char set_by[MUSTER_NAME_BYTES];
};

/* How threads wait from the next region on. Writes the first `size` bytes of the answer (sizeof *wait), at most all that this
 * version knows; members that it does not know are left as they are.
 * EINVAL: `wait` is null, or `size` is 0. While another thread changes the settings, set_by may be that of a moment before.
 * Source: wait-policy-var, OpenMP 5.2, 2.1; KMP_BLOCKTIME of libomp; GOMP_SPINCOUNT of libgomp. */
int muster_get_wait(struct muster_wait* wait, size_t size);

/* What a barrier serves. */
enum muster_barrier_use {
  MUSTER_BARRIER_PLAIN = 0,     /* explicit barriers, and those at the end of worksharing constructs */
  MUSTER_BARRIER_FORK_JOIN = 1, /* begin and end of a region */
  MUSTER_BARRIER_REDUCTION = 2  /* reductions that are gathered along a barrier */
};

enum muster_decided_by {
  MUSTER_BY_USER = 0,       /* MUSTER_BARRIER or KMP_*_BARRIER_PATTERN */
  MUSTER_BY_PROFILE = 1,    /* measured on this machine (muster tune) */
  MUSTER_BY_RULE = 2,       /* the size of the team, and how waiting and the machine are set */
  MUSTER_BY_OBSERVATION = 3 /* there are not CPUs enough */
};

/* Where the threads of a team are. */
enum muster_placement {
  MUSTER_UNBOUND = 0, /* where the system puts them, or on places that span caches */
  MUSTER_CLOSE = 1,   /* they fill one last-level cache after another */
  MUSTER_SPREAD = 2   /* as far from one another as they can be */
};

struct muster_barrier {
  /* A muster_decided_by. */
  uint32_t decided_by;
  /* The size of the team that the answer is for. */
  uint32_t threads;
  /* Algorithms, as MUSTER_BARRIER takes them. A plain barrier with both the same is one step, not two. */
  char gather[MUSTER_NAME_BYTES];
  char release[MUSTER_NAME_BYTES];
  /* Why, in a few words of English, for people. Never null; valid as long as the library is loaded. */
  const char* reason;
  /* A muster_placement: of a team that the first thread forks, as OMP_PROC_BIND and its like have it. */
  uint32_t placement;
};

/* Which barrier a team of `threads` threads uses for `use` (a muster_barrier_use); 0 threads: the team of a region for which the
 * program names no size. Writes as muster_get_wait() does. The answer is that for a team whose CPUs nobody else uses:
 * while a team of 3 to 8 is seen to be disturbed, it takes central (linear for reductions) unless user or profile decided.
 * EINVAL: `barrier` is null, `size` is 0, no such use, or more threads than a team can have (65536). */
int muster_get_barrier(uint32_t use, uint32_t threads, struct muster_barrier* barrier, size_t size);

struct muster_memory {
  /* Threads that the runtime has made and that serve teams or wait to, and besides these the threads of the program that use it. */
  uint32_t workers;
  uint32_t roots;
  /* What the workers' stacks take of the address space, and how much of that has pages. The C library has a thread's own structure and
   * its thread-local variables there too: two pages each on x86-64 before any of the program's code has run. */
  uint64_t stacks_mapped_bytes;
  uint64_t stacks_resident_bytes;
  /* The same of the runtime's own structures: threads, teams, barriers, tasks. */
  uint64_t structures_mapped_bytes;
  uint64_t structures_resident_bytes;
  /* Both resident figures, divided by the workers and roots. */
  uint64_t resident_bytes_per_thread;
  /* Where threads are bound on a machine of several NUMA nodes: pages with what the threads of the team that the calling thread forked
   * last exchange (go lines, barriers), and how many of them lie on the node of the threads that they are for. 0 elsewhere. */
  uint32_t home_pages;
  uint32_t home_pages_at_home;
};

/* The memory that the runtime and its threads take, as it is now. Writes as muster_get_wait() does. It asks the system for every page of
 * these (mincore(2)), which takes milliseconds in a process of hundreds of threads. Not counted are the kernel's own stacks, memory that
 * the program has asked for (omp_alloc), and what MUSTER_LEDGER, MUSTER_CHECK and MUSTER_RACES keep.
 * EINVAL: `memory` is null, or `size` is 0. */
int muster_get_memory(struct muster_memory* memory, size_t size);

/* Types of the functions, for dlsym(). */
/* NOLINTBEGIN(modernize-use-using): C has none. */
typedef uint32_t muster_version_function(void);
typedef int muster_get_wait_function(struct muster_wait* wait, size_t size);
typedef int muster_get_memory_function(struct muster_memory* memory, size_t size);
typedef int muster_get_barrier_function(uint32_t use, uint32_t threads, struct muster_barrier* barrier, size_t size);
/* NOLINTEND(modernize-use-using) */

#ifdef __cplusplus
}
#endif

#endif

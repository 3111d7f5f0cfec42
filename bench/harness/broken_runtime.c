// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breaks one construct of whatever runtime is loaded, when preloaded. The smoke tests use it to show that a benchmark
// notices: a check that cannot fail proves nothing. Built once for each BREAK_* macro.
#include <stdbool.h>

// What both compilers call without including a header for it.
void GOMP_barrier(void);
bool GOMP_single_start(void);
void GOMP_critical_start(void);
void GOMP_critical_end(void);
void GOMP_ordered_start(void);
void GOMP_ordered_end(void);
void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size, long align, bool deferred,
               unsigned flags, void** depend, int priority);
void __kmpc_barrier(void* location, int thread);
int __kmpc_single(void* location, int thread);
void __kmpc_end_single(void* location, int thread);
void __kmpc_critical(void* location, int thread, void* lock);
void __kmpc_end_critical(void* location, int thread, void* lock);
void __kmpc_ordered(void* location, int thread);
void __kmpc_end_ordered(void* location, int thread);
void omp_set_lock(void* lock);
void omp_unset_lock(void* lock);

#ifdef BREAK_BARRIER
void GOMP_barrier(void) {}
void __kmpc_barrier(void* location, int thread) { (void)location, (void)thread; }
#endif

#ifdef BREAK_SINGLE
bool GOMP_single_start(void) { return true; }
int __kmpc_single(void* location, int thread) { return (void)location, (void)thread, 1; }
void __kmpc_end_single(void* location, int thread) { (void)location, (void)thread; }
#endif

#ifdef BREAK_CRITICAL
void GOMP_critical_start(void) {}
void GOMP_critical_end(void) {}
void __kmpc_critical(void* location, int thread, void* lock) { (void)location, (void)thread, (void)lock; }
void __kmpc_end_critical(void* location, int thread, void* lock) { (void)location, (void)thread, (void)lock; }
#endif

#ifdef BREAK_LOCK
void omp_set_lock(void* lock) { (void)lock; }
void omp_unset_lock(void* lock) { (void)lock; }
#endif

#ifdef BREAK_ORDERED
void GOMP_ordered_start(void) {}
void GOMP_ordered_end(void) {}
void __kmpc_ordered(void* location, int thread) { (void)location, (void)thread; }
void __kmpc_end_ordered(void* location, int thread) { (void)location, (void)thread; }
#endif

// Only for GCC-built code: libomp aborts the program by itself when a task that it allocated is not run.
#ifdef BREAK_TASK
void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size, long align, bool deferred,
               unsigned flags, void** depend, int priority) {
  (void)body, (void)data, (void)copy, (void)size, (void)align, (void)deferred, (void)flags, (void)depend;
  (void)priority;
}
#endif

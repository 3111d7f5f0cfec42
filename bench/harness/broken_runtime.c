// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breaks one construct of whatever runtime is loaded, when preloaded. The smoke tests use it to show that a benchmark
// notices: a check that cannot fail proves nothing. Built once for each BREAK_* macro.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
bool GOMP_loop_ordered_static_start(long start, long end, long step, long chunk, long* first, long* last);
void __kmpc_dispatch_init_8(void* location, int thread, int schedule, int64_t first, int64_t last, int64_t step,
                            int64_t chunk);
void GOMP_doacross_wait(long first, ...);
void __kmpc_doacross_wait(void* location, int thread, const int64_t* first);
int omp_get_thread_num(void);
void __kmpc_for_static_init_4(void* location, int thread, int schedule, int* is_last, int* first, int* last,
                              int* stride, int step, int chunk);
void __kmpc_for_static_init_4u(void* location, int thread, int schedule, int* is_last, unsigned* first, unsigned* last,
                               int* stride, int step, int chunk);
void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);
bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step, long chunk, long* first, long* last);
bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk, long* first, long* last);
int __kmpc_dispatch_next_4(void* location, int thread, int* is_last, int* first, int* last, int* stride);
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

// Right results, but another division of the work: static schedules of ordered loops deal a block to each thread, whatever chunk is asked for.
#ifdef BREAK_DEALING
bool GOMP_loop_ordered_static_start(long start, long end, long step, long chunk, long* first, long* last) {
  bool (*in_the_runtime)(long, long, long, long, long*, long*) = NULL;
  *(void**)&in_the_runtime = dlsym(RTLD_NEXT, "GOMP_loop_ordered_static_start");
  return (void)chunk, in_the_runtime(start, end, step, 0, first, last);
}

void __kmpc_dispatch_init_8(void* location, int thread, int schedule, int64_t first, int64_t last, int64_t step,
                            int64_t chunk) {
  enum {
    kOrderedInChunks = 65,
    kOrderedInBlocks = 66
  };  // as Clang passes them for ordered schedule(static,1) and (static)
  void (*in_the_runtime)(void*, int, int, int64_t, int64_t, int64_t, int64_t) = NULL;
  *(void**)&in_the_runtime = dlsym(RTLD_NEXT, "__kmpc_dispatch_init_8");
  in_the_runtime(location, thread, schedule == kOrderedInChunks ? kOrderedInBlocks : schedule, first, last, step,
                 chunk);
}
#endif

// Only for GCC-built code: the loops of Clang-built code end in the barrier.
#ifdef BREAK_LOOP_END
void GOMP_loop_end(void) { GOMP_loop_end_nowait(); }
#endif

// The iterations of dynamic and guided loops are handed out, and nobody gets them.
#ifdef BREAK_DISPATCH
static bool swallow(const char* start_name, const char* next_name, const long loop[4], long* first, long* last) {
  bool (*start)(long, long, long, long, long*, long*) = NULL;
  bool (*next)(long*, long*) = NULL;
  *(void**)&start = dlsym(RTLD_NEXT, start_name);
  *(void**)&next = dlsym(RTLD_NEXT, next_name);
  for (bool more = start(loop[0], loop[1], loop[2], loop[3], first, last); more; more = next(first, last)) {
  }
  return false;
}

bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step, long chunk, long* first, long* last) {
  return swallow("GOMP_loop_nonmonotonic_dynamic_start", "GOMP_loop_nonmonotonic_dynamic_next",
                 (const long[]){start, end, step, chunk}, first, last);
}

bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk, long* first, long* last) {
  return swallow("GOMP_loop_nonmonotonic_guided_start", "GOMP_loop_nonmonotonic_guided_next",
                 (const long[]){start, end, step, chunk}, first, last);
}

int __kmpc_dispatch_next_4(void* location, int thread, int* is_last, int* first, int* last, int* stride) {
  int (*next)(void*, int, int*, int*, int*, int*) = NULL;
  *(void**)&next = dlsym(RTLD_NEXT, "__kmpc_dispatch_next_4");
  while (next(location, thread, is_last, first, last, stride) != 0) {
  }
  return 0;
}
#endif

#ifdef BREAK_DOACROSS
void GOMP_doacross_wait(long first, ...) { (void)first; }
void __kmpc_doacross_wait(void* location, int thread, const int64_t* first) {
  (void)location, (void)thread, (void)first;
}
#endif

// A static loop of which one part is done at most. GCC's code divides the iterations by the number of the thread; Clang's and Flang's asks
// for its part.
#ifdef BREAK_LOOP
int omp_get_thread_num(void) { return 0; }
void __kmpc_for_static_init_4(void* location, int thread, int schedule, int* is_last, int* first, int* last,
                              int* stride, int step, int chunk) {
  (void)location, (void)thread, (void)schedule, (void)stride, (void)step, (void)chunk;
  *is_last = 0;
  *last = *first - 1;
}
void __kmpc_for_static_init_4u(void* location, int thread, int schedule, int* is_last, unsigned* first, unsigned* last,
                               int* stride, int step, int chunk) {
  (void)location, (void)thread, (void)schedule, (void)stride, (void)step, (void)chunk;
  *is_last = 0;
  *first = 1;  // nothing lies below zero
  *last = 0;
}
#endif

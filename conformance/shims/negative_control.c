// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A runtime that does not synchronise: preloaded before a good one, it makes barriers, locks, critical regions and taskwait
// do nothing, and every thread the first. A suite that still passes on it would prove nothing.
#include <stdbool.h>
#include <stdint.h>

void GOMP_barrier(void) {}
bool GOMP_barrier_cancel(void) { return false; }
void GOMP_critical_start(void) {}
void GOMP_critical_end(void) {}
void GOMP_critical_name_start(void** name) {}
void GOMP_critical_name_end(void** name) {}
void GOMP_atomic_start(void) {}
void GOMP_atomic_end(void) {}
void GOMP_taskwait(void) {}
void GOMP_taskwait_depend(void** depend) {}

void __kmpc_barrier(void* location, int32_t thread) {}
int32_t __kmpc_cancel_barrier(void* location, int32_t thread) { return 0; }
void __kmpc_critical(void* location, int32_t thread, void* name) {}
void __kmpc_critical_with_hint(void* location, int32_t thread, void* name, uint32_t hint) {}
void __kmpc_end_critical(void* location, int32_t thread, void* name) {}
int32_t __kmpc_omp_taskwait(void* location, int32_t thread) { return 0; }

void omp_init_lock(void* lock) {}
void omp_destroy_lock(void* lock) {}
void omp_set_lock(void* lock) {}
void omp_unset_lock(void* lock) {}
int omp_test_lock(void* lock) { return 1; }
void omp_init_nest_lock(void* lock) {}
void omp_destroy_nest_lock(void* lock) {}
void omp_set_nest_lock(void* lock) {}
void omp_unset_nest_lock(void* lock) {}
int omp_test_nest_lock(void* lock) { return 1; }
void omp_set_lock_(void* lock) {}
void omp_unset_lock_(void* lock) {}
int omp_test_lock_(void* lock) { return 1; }
void omp_set_nest_lock_(void* lock) {}
void omp_unset_nest_lock_(void* lock) {}
int omp_test_nest_lock_(void* lock) { return 1; }

int omp_get_thread_num(void) { return 0; }
int omp_get_thread_num_(void) { return 0; }

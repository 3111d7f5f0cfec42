// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that counts the callbacks, by the kind of what they tell of, and appends its counts to the file OMPT_COUNT_FILE at the end: a line
// "CALLBACK KIND COUNT" each. By LLVM's ompt-multiplex.h it hands everything on to the tool that OMPT_COUNT_TOOL_LIBRARIES names.
#include <stdio.h>
#include <stdlib.h>

#define OMPT_MULTIPLEX_TOOL_NAME "OMPT_COUNT"
#include <ompt-multiplex.h>

#define ROWS(row)                                                                                                     \
  row(thread_begin) row(thread_end) row(parallel_begin) row(parallel_end) row(implicit_task) row(task_create)         \
      row(task_schedule) row(dependences) row(task_dependence) row(sync_region) row(sync_region_wait) row(reduction)  \
          row(work) row(dispatch) row(masked) row(lock_init) row(lock_destroy) row(mutex_acquire) row(mutex_acquired) \
              row(mutex_released) row(nest_lock) row(flush) row(cancel) row(error)
enum row {
#define ROW(name) k_##name,
  ROWS(ROW)
#undef ROW
      k_rows
};
static const char* const names[] = {
#define ROW(name) #name,
    ROWS(ROW)
#undef ROW
};

enum { k_kinds = 64 };
static unsigned long counts[k_rows][k_kinds];

// The lowest bit stands for a set of flags.
static unsigned kind_of_flags(int flags) { return flags == 0 ? 0 : (unsigned)__builtin_ctz((unsigned)flags); }

static void count(enum row row, unsigned kind) {
  __atomic_fetch_add(&counts[row][kind < k_kinds ? kind : k_kinds - 1], 1, __ATOMIC_RELAXED);
}

static void on_thread_begin(ompt_thread_t type, ompt_data_t* thread) {
  (void)thread;
  count(k_thread_begin, type);
}
static void on_thread_end(ompt_data_t* thread) {
  (void)thread;
  count(k_thread_end, 0);
}
static void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel, unsigned requested,
                              int flags, const void* code) {
  (void)task, (void)frame, (void)parallel, (void)requested, (void)code;
  count(k_parallel_begin, (flags & ompt_parallel_league) != 0);
}
static void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* code) {
  (void)parallel, (void)task, (void)code;
  count(k_parallel_end, (flags & ompt_parallel_league) != 0);
}
static void on_implicit_task(ompt_scope_endpoint_t point, ompt_data_t* parallel, ompt_data_t* task,
                             unsigned parallelism, unsigned index, int flags) {
  (void)parallel, (void)task, (void)parallelism, (void)index, (void)flags;
  count(k_implicit_task, point);
}
static void on_task_create(ompt_data_t* creator, const ompt_frame_t* frame, ompt_data_t* task, int flags,
                           int has_dependences, const void* code) {
  (void)creator, (void)frame, (void)task, (void)has_dependences, (void)code;
  count(k_task_create, kind_of_flags(flags));
}
static void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  (void)prior, (void)next;
  count(k_task_schedule, status);
}
static void on_dependences(ompt_data_t* task, const ompt_dependence_t* list, int n) {
  (void)task;
  for (int i = 0; i < n; ++i) count(k_dependences, list[i].dependence_type);
}
static void on_task_dependence(ompt_data_t* source, ompt_data_t* sink) {
  (void)source, (void)sink;
  count(k_task_dependence, 0);
}
static void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t* parallel,
                           ompt_data_t* task, const void* code) {
  (void)point, (void)parallel, (void)task, (void)code;
  count(k_sync_region, kind);
}
static void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t* parallel,
                                ompt_data_t* task, const void* code) {
  (void)point, (void)parallel, (void)task, (void)code;
  count(k_sync_region_wait, kind);
}
static void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t* parallel, ompt_data_t* task,
                         const void* code) {
  (void)point, (void)parallel, (void)task, (void)code;
  count(k_reduction, kind);
}
static void on_work(ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t* parallel, ompt_data_t* task,
                    uint64_t iterations, const void* code) {
  (void)point, (void)parallel, (void)task, (void)iterations, (void)code;
  count(k_work, kind);
}
static void on_dispatch(ompt_data_t* parallel, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  (void)parallel, (void)task, (void)instance;
  count(k_dispatch, kind);
}
static void on_masked(ompt_scope_endpoint_t point, ompt_data_t* parallel, ompt_data_t* task, const void* code) {
  (void)parallel, (void)task, (void)code;
  count(k_masked, point);
}
static void on_lock_init(ompt_mutex_t kind, unsigned hint, unsigned how, ompt_wait_id_t id, const void* code) {
  (void)hint, (void)how, (void)id, (void)code;
  count(k_lock_init, kind);
}
static void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  (void)id, (void)code;
  count(k_lock_destroy, kind);
}
static void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned how, ompt_wait_id_t id, const void* code) {
  (void)hint, (void)how, (void)id, (void)code;
  count(k_mutex_acquire, kind);
}
static void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  (void)id, (void)code;
  count(k_mutex_acquired, kind);
}
static void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  (void)id, (void)code;
  count(k_mutex_released, kind);
}
static void on_nest_lock(ompt_scope_endpoint_t point, ompt_wait_id_t id, const void* code) {
  (void)id, (void)code;
  count(k_nest_lock, point);
}
static void on_flush(ompt_data_t* thread, const void* code) {
  (void)thread, (void)code;
  count(k_flush, 0);
}
static void on_cancel(ompt_data_t* task, int flags, const void* code) {
  (void)task, (void)code;
  count(k_cancel, kind_of_flags(flags));
}
static void on_error(ompt_severity_t severity, const char* message, size_t length, const void* code) {
  (void)message, (void)length, (void)code;
  count(k_error, severity);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
#define ROW(name) set(ompt_callback_##name, (ompt_callback_t) & on_##name);
  ROWS(ROW)
#undef ROW
  return 1;
}

static void finalize(ompt_data_t* data) {
  (void)data;
  const char* path = getenv("OMPT_COUNT_FILE");
  FILE* file = path == NULL ? NULL : fopen(path, "a");
  if (file == NULL) return;
  for (int row = 0; row < k_rows; ++row) {
    for (int kind = 0; kind < k_kinds; ++kind) {
      if (counts[row][kind] != 0) fprintf(file, "%s %d %lu\n", names[row], kind, counts[row][kind]);
    }
  }
  fclose(file);
}

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t result = {&initialize, &finalize, {0}};
  return &result;
}

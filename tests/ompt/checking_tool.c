// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that holds every event against the specification (OpenMP 5.2, chapter 19), and calls OpenMP routines from each callback. It says
// what is wrong on standard error and makes the program end with status 97. With OMPT_CHECK_OPEN=1 nothing may be open at the end: for
// programs that end in order.
//
// What libomp 19 is known to do wrong is among it: code pointers into the runtime, the identity of a mutex that changes between its
// events, a worker's last barrier that ends at the next fork, and scopes left open.
//
// R7: one tool is one file, so that it can be compiled and preloaded by hand.
#include <dlfcn.h>
#include <link.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kMostOpen = 4096 };

// What a scope is: two events with the same of it belong together.
struct Scope {
  const char* what;
  int kind;
  const void* task;
};

struct Thread {
  struct Scope open[kMostOpen];
  int count;
  int is_initial;
};

struct Region {
  atomic_int implicit_tasks;
};

static atomic_int violations;
static atomic_int threads;
static atomic_long events_seen;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_task_info_t get_task_info;
static ompt_get_state_t get_state;

static void complain(const char* what, const char* detail) {
  if (atomic_fetch_add(&violations, 1) < 20) {
    fprintf(stderr, "ompt check: %s: %s\n", what, detail);
  }
}

static struct Thread* self(void) {
  ompt_data_t* data = get_thread_data();
  return data == NULL ? NULL : (struct Thread*)data->ptr;
}

// A tool may call them from a callback, and they must not disturb anything.
static void call_routines(void) {
  atomic_fetch_add(&events_seen, 1);
  const int number = omp_get_thread_num();
  const int size = omp_get_num_threads();
  if (number < 0 || number >= size) {
    complain("omp_get_thread_num() in a callback", "is not below omp_get_num_threads()");
  }
  if (omp_get_level() < 0 || omp_get_max_threads() < 1) {
    complain("a routine in a callback", "answers nonsense");
  }
  int flags = 0;
  ompt_data_t* task = NULL;
  for (int level = 0; get_task_info(level, &flags, &task, NULL, NULL, NULL) != 0; ++level) {
    if (level > 10000) {
      complain("ompt_get_task_info", "does not come to an end");
      break;
    }
  }
  ompt_wait_id_t id = 0;
  get_state(&id);
}

static void check_code(const char* event, const void* code) {
  static _Thread_local const void* last_good;
  if (code == NULL || code == last_good) {
    return;
  }
  Dl_info info;
  if (dladdr(code, &info) == 0 || info.dli_fname == NULL) {
    return;  // code that was made at run time, or a program without symbols
  }
  void* runtime = NULL;
  Dl_info runtime_info;
  runtime = dlsym(RTLD_DEFAULT, "omp_get_thread_num");
  if (runtime != NULL && dladdr(runtime, &runtime_info) != 0 && runtime_info.dli_fbase == info.dli_fbase) {
    complain(event, "its code pointer is in the runtime");
    return;
  }
  last_good = code;
}

static void begin(const char* what, int kind, const void* task) {
  struct Thread* thread = self();
  if (thread == NULL) {
    complain(what, "happens to a thread that has not begun");
  } else if (thread->count < kMostOpen) {
    thread->open[thread->count++] = (struct Scope){what, kind, task};
  }
}

static void end(const char* what, int kind, const void* task) {
  struct Thread* thread = self();
  if (thread == NULL) {
    complain(what, "ends in a thread that has not begun");
    return;
  }
  if (thread->count == 0) {
    complain(what, "ends and has not begun");
    return;
  }
  const struct Scope scope = thread->open[--thread->count];
  if (strcmp(scope.what, what) != 0 || scope.kind != kind || scope.task != task) {
    char text[200];
    snprintf(text, sizeof text, "kind %d of task %p ends inside of %s, kind %d of task %p", kind, task, scope.what,
             scope.kind, scope.task);
    complain(what, text);
  }
}

static void scope(const char* what, ompt_scope_endpoint_t endpoint, int kind, const void* task) {
  if (endpoint == ompt_scope_begin) {
    begin(what, kind, task);
  } else if (endpoint == ompt_scope_end) {
    end(what, kind, task);
  } else {
    complain(what, "has an endpoint that is neither begin nor end");
  }
}

static void on_thread_begin(ompt_thread_t kind, ompt_data_t* data) {
  if (data->value != 0) {
    complain("thread_begin", "its data is not zero");
  }
  struct Thread* thread = calloc(1, sizeof *thread);
  thread->is_initial = kind == ompt_thread_initial;
  data->ptr = thread;
  atomic_fetch_add(&threads, 1);
  call_routines();
}

static void on_thread_end(ompt_data_t* data) {
  struct Thread* thread = data->ptr;
  if (thread == NULL) {
    complain("thread_end", "there was no thread_begin");
    return;
  }
  if (thread->count != 0) {
    complain("thread_end, with this open", thread->open[thread->count - 1].what);
  }
  atomic_fetch_sub(&threads, 1);
  data->ptr = NULL;
  free(thread);
  omp_get_max_threads();
}

static void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel, unsigned requested,
                              int flags, const void* code) {
  (void)flags;
  if (requested == 0) {
    complain("parallel_begin", "asks for no threads");
  }
  if (parallel->value != 0) {
    complain("parallel_begin", "its data is not zero");
  }
  if (frame->enter_frame.ptr == NULL) {
    complain("parallel_begin", "the encountering task has no enter frame");
  }
  parallel->ptr = calloc(1, sizeof(struct Region));
  check_code("parallel_begin", code);
  begin("parallel", 0, task);
  call_routines();
}

static void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* code) {
  (void)flags;
  struct Region* region = parallel->ptr;
  check_code("parallel_end", code);
  end("parallel", 0, task);
  if (atomic_load(&region->implicit_tasks) != 0) {
    complain("parallel_end", "implicit tasks of the region have not ended");
  }
  call_routines();
  free(region);
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
                             unsigned number, int flags) {
  (void)number;
  // OpenMP 5.2, 19.5.2.11: the number of threads or teams, at least 1. At the end of an initial task it is 0, and else what libomp tells.
  const int is_end_of_initial = endpoint == ompt_scope_end && (flags & ompt_task_initial) != 0;
  if ((size == 0) != is_end_of_initial) {
    complain("implicit_task", "its actual parallelism is wrong");
  }
  // A task remembers its region, since the end does not tell it.
  if (endpoint == ompt_scope_begin) {
    if (task->value != 0) {
      complain("implicit_task", "its data is not zero");
    }
    task->ptr = (flags & ompt_task_implicit) != 0 ? parallel->ptr : NULL;
    if (task->ptr != NULL) {
      atomic_fetch_add(&((struct Region*)task->ptr)->implicit_tasks, 1);
    }
  } else if (task->ptr != NULL) {
    atomic_fetch_sub(&((struct Region*)task->ptr)->implicit_tasks, 1);
  }
  scope((flags & ompt_task_implicit) != 0 ? "implicit task" : "initial task", endpoint, 0, task);
  call_routines();
}

static void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                    const void* code) {
  (void)parallel;
  check_code("sync_region", code);
  // A taskgroup's scope is crossed by those of the tasks that its own thread runs in it, and a task may be left by an exception.
  if (kind != ompt_sync_region_taskgroup) {
    scope("sync_region", endpoint, kind, task);
  }
  call_routines();
}
static void on_sync_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* task, const void* code) {
  (void)parallel;
  check_code("sync_region_wait", code);
  scope("sync_region_wait", endpoint, kind, task);
  call_routines();
}
static void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* task, const void* code) {
  (void)parallel;
  check_code("reduction", code);
  scope("reduction", endpoint, kind, task);
  call_routines();
}

static void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                    uint64_t count, const void* code) {
  (void)parallel;
  (void)count;
  check_code("work", code);
  scope("work", endpoint, kind, task);
  call_routines();
}
static void on_dispatch(ompt_data_t* parallel, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  (void)parallel;
  (void)task;
  if (kind == ompt_dispatch_section) {
    check_code("dispatch of a section", instance.ptr);
  }
  call_routines();
}
static void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, const void* code) {
  (void)parallel;
  check_code("masked", code);
  scope("masked", endpoint, 0, task);
  call_routines();
}

// Mutexes that the thread has, by identity; locks may be given back by another thread, which only their own checks would notice.
static _Thread_local ompt_wait_id_t held[256];
static _Thread_local int held_count;

static void on_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id, const void* code) {
  (void)kind;
  (void)hint;
  (void)implementation;
  if (id == 0) {
    complain("mutex_acquire", "has no identity");
  }
  check_code("mutex_acquire", code);
  call_routines();
}
static void on_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  (void)kind;
  check_code("mutex_acquired", code);
  if (held_count < 256) {
    held[held_count++] = id;
  }
  call_routines();
}
static void on_released(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  check_code("mutex_released", code);
  int at = held_count - 1;
  while (at >= 0 && held[at] != id) {
    --at;
  }
  if (at >= 0) {
    held[at] = held[--held_count];
  } else if (kind == ompt_mutex_critical || kind == ompt_mutex_ordered || kind == ompt_mutex_atomic) {
    complain("mutex_released", "the thread does not have the mutex");
  }
  call_routines();
}
static void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void* code) {
  (void)endpoint;
  (void)id;
  check_code("nest_lock", code);
  call_routines();
}
static void on_lock_init(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id,
                         const void* code) {
  on_acquire(kind, hint, implementation, id, code);
}
static void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void* code) {
  (void)kind;
  (void)id;
  check_code("lock_destroy", code);
  call_routines();
}

static void on_task_create(ompt_data_t* creator, const ompt_frame_t* frame, ompt_data_t* task, int flags,
                           int has_dependences, const void* code) {
  (void)creator;
  (void)flags;
  (void)has_dependences;
  if (task->value != 0) {
    complain("task_create", "its data is not zero");
  }
  if (frame != NULL && frame->enter_frame.ptr == NULL) {
    complain("task_create", "the creator has no enter frame");
  }
  task->ptr = task;
  check_code("task_create", code);
  call_routines();
}
// The data of an explicit task is its own address until it ends.
static void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  if (prior == NULL) {
    complain("task_schedule", "has no prior task");
  }
  const int has_next =
      status != ompt_task_early_fulfill && status != ompt_task_late_fulfill && status != ompt_taskwait_complete;
  if (has_next != (next != NULL)) {
    complain("task_schedule", "has a next task where it should not, or none where it should");
  }
  if (status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_late_fulfill) {
    prior->value = 0;
  }
  call_routines();
}
static void on_dependences(ompt_data_t* task, const ompt_dependence_t* list, int count) {
  (void)task;
  if (count <= 0 || list == NULL) {
    complain("dependences", "are none");
  }
  call_routines();
}
static void on_task_dependence(ompt_data_t* source, ompt_data_t* sink) {
  if (source->ptr != source) {
    complain("task_dependence", "its source is not the data of a task that has not ended");
  }
  if (sink->ptr != sink) {
    complain("task_dependence", "its sink is not the data of a task");
  }
  call_routines();
}
static void on_flush(ompt_data_t* thread, const void* code) {
  (void)thread;
  check_code("flush", code);
  call_routines();
}
static void on_cancel(ompt_data_t* task, int flags, const void* code) {
  (void)task;
  (void)flags;
  check_code("cancel", code);
  call_routines();
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device;
  (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
#define SET(name, function)                                                        \
  if (set(ompt_callback_##name, (ompt_callback_t)(function)) != ompt_set_always) { \
    complain("ompt_set_callback", #name " is not always called");                  \
  }
  SET(thread_begin, on_thread_begin)
  SET(thread_end, on_thread_end)
  SET(parallel_begin, on_parallel_begin)
  SET(parallel_end, on_parallel_end)
  SET(implicit_task, on_implicit_task)
  SET(task_create, on_task_create)
  SET(task_schedule, on_task_schedule)
  SET(dependences, on_dependences)
  SET(task_dependence, on_task_dependence)
  SET(sync_region, on_sync)
  SET(sync_region_wait, on_sync_wait)
  SET(reduction, on_reduction)
  SET(work, on_work)
  SET(dispatch, on_dispatch)
  SET(masked, on_masked)
  SET(mutex_acquire, on_acquire)
  SET(mutex_acquired, on_acquired)
  SET(mutex_released, on_released)
  SET(nest_lock, on_nest_lock)
  SET(lock_init, on_lock_init)
  SET(lock_destroy, on_lock_destroy)
  SET(flush, on_flush)
  SET(cancel, on_cancel)
  return 1;
}

static void finalize(ompt_data_t* data) {
  (void)data;
  const char* open = getenv("OMPT_CHECK_OPEN");
  if (open != NULL && open[0] == '1' && atomic_load(&threads) != 0) {
    complain("finalize", "threads have not ended");
  }
  if (open != NULL && open[0] == '1' && atomic_load(&events_seen) == 0) {
    complain("finalize", "no event has come");
  }
  if (atomic_load(&violations) != 0) {
    fprintf(stderr, "ompt check: %d things are wrong\n", atomic_load(&violations));
    fflush(NULL);
    _exit(97);
  }
}

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime);
ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version;
  (void)runtime;
  static ompt_start_tool_result_t result = {&initialize, &finalize, {0}};
  return &result;
}

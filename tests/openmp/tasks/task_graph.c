// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang's runtime tells tools: numbers of tasks, and which waits for which. Also a taskloop whose bounds stand directly behind the
// fields that every task has, as compilers other than Clang place them.
// compilers: clang
// run: OMP_NUM_THREADS=2
// peers: none (libomp has no __kmpc_omp_has_task_team for a program to call in a team that has made no task)
#include <omp.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"

struct task {
  void* shareds;
  int (*routine)(int, struct task*);
  int part;
  unsigned long long lower;
  unsigned long long upper;
  int is_last;
};
struct dependence {
  void* address;
  size_t length;
  unsigned char kind;
};
struct node;
struct edge {
  struct node* node;
  struct edge* next;
};

extern int32_t __kmpc_global_thread_num(void* place);
extern struct task* __kmpc_omp_task_alloc(void* place, int number, int flags, size_t bytes, size_t shared_bytes,
                                          int (*routine)(int, struct task*));
extern int32_t __kmpc_omp_task_with_deps(void* place, int number, struct task* task, int count,
                                         const struct dependence* list, int noalias_count,
                                         const struct dependence* noalias_list);
extern void __kmpc_taskloop(void* place, int number, struct task* task, int if_clause, unsigned long long* lower,
                            unsigned long long* upper, long long step, int nogroup, int granularity,
                            unsigned long long value, void (*duplicate)(struct task*, struct task*, int));
extern struct edge* __kmpc_task_get_successors(struct task* task);
extern struct node* __kmpc_task_get_depnode(struct task* task);
extern uint64_t __kmpc_get_taskid(void);
extern uint64_t __kmpc_get_parent_taskid(void);
extern int32_t __kmpc_omp_has_task_team(int32_t number);

static struct task* start(int number, void* first, void* second, unsigned char kind) {
  const struct dependence list[2] = {{first, 0, kind}, {second, 0, kind}};
  struct task* task = __kmpc_omp_task_alloc(NULL, number, 1, sizeof(struct task), 0, NULL);
  __kmpc_omp_task_with_deps(NULL, number, task, second != NULL ? 2 : 1, list, 0, NULL);
  return task;
}

static void graph(void) {
  enum { kIn = 1, kOut = 3 };
  int x, y, open = 0;
  const int number = __kmpc_global_thread_num(NULL);
  // The other thread is busy, so that nothing completes before it has been looked at.
#pragma omp task shared(open)
  while (__atomic_load_n(&open, __ATOMIC_ACQUIRE) == 0) work(100);
  struct task* first = start(number, &x, &y, kOut);
  struct task* second = start(number, &x, &y, kIn);
  struct task* third = start(number, &y, NULL, kIn);
  struct edge* edges = __kmpc_task_get_successors(first);
  // A task that two dependences make wait is there once.
  CHECK(edges != NULL && edges->next != NULL && edges->next->next == NULL);
  if (edges != NULL && edges->next != NULL) {
    struct node* nodes[2] = {__kmpc_task_get_depnode(second), __kmpc_task_get_depnode(third)};
    CHECK((edges->node == nodes[0] && edges->next->node == nodes[1]) ||
          (edges->node == nodes[1] && edges->next->node == nodes[0]));
  }
  CHECK(__kmpc_task_get_successors(third) == NULL);
  __atomic_store_n(&open, 1, __ATOMIC_RELEASE);
#pragma omp taskwait
}

static void numbers(void) {
  const uint64_t outer = __kmpc_get_taskid();
  CHECK(outer != 0);
  CHECK_EQUAL(__kmpc_get_parent_taskid(), 0);
#pragma omp task firstprivate(outer) if (0)
  {
    const uint64_t inner = __kmpc_get_taskid();
    CHECK(inner != outer);
    CHECK_EQUAL(__kmpc_get_parent_taskid(), outer);
  }
}

static int sum, last;

static int add(int number, struct task* task) {
  (void)number;
  for (unsigned long long i = task->lower; i <= task->upper; i += 3) {
    __atomic_fetch_add(&sum, (int)i, __ATOMIC_RELAXED);
  }
  if (task->is_last) last = (int)task->upper;
  return 0;
}
static void tell_last(struct task* copy, struct task* pattern, int is_last) {
  (void)pattern;
  copy->is_last = is_last;
}
static void taskloop(void) {
  const int number = __kmpc_global_thread_num(NULL);
  struct task* task = __kmpc_omp_task_alloc(NULL, number, 1, sizeof(struct task), 0, &add);
  task->lower = 0;
  task->upper = 118;
  __kmpc_taskloop(NULL, number, task, 1, &task->lower, &task->upper, 3, 0, 2, 4, &tell_last);
  CHECK_EQUAL(sum, 3 * (39 * 40 / 2));
  CHECK_EQUAL(last, 117);
}

int main(void) {
#pragma omp parallel
#pragma omp master
  {
    CHECK_EQUAL(__kmpc_omp_has_task_team(__kmpc_global_thread_num(NULL)), 1);
    graph();
    numbers();
    taskloop();
  }
  return finish();
}

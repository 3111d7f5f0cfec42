// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with dependences of kind mutexinoutset: in any order, one at a time, after the tasks that come before the set and before those that come
// after it. With several locations, with depend objects, undeferred, and detached.
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// peers: libgomp (in a team of one libomp begins a task while a detached one of the set is not complete)
#include <omp.h>

#include "check.h"

enum { kTasks = 30, kLaps = 20 };

static int wrong;

struct room {
  int inside;
  long visits;
};

static void visit(struct room* room) {
  if (__atomic_fetch_add(&room->inside, 1, __ATOMIC_RELAXED) != 0) hit(&wrong);
  long before = room->visits;
  work(30);
  room->visits = before + 1;
  __atomic_fetch_sub(&room->inside, 1, __ATOMIC_RELAXED);
}

static void visit_both(struct room* first, struct room* second) {
  visit(first);
  visit(second);
}

// Sets of one location, with tasks of other kinds between them.
static void between_others(void) {
  struct room room = {0, 0};
  for (int set = 0; set < 3; set++) {
#pragma omp task depend(in : room) shared(room)
    if (room.visits != set * (kTasks + 1L)) hit(&wrong);
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(mutexinoutset : room) shared(room)
      visit(&room);
    }
#pragma omp task depend(inout : room) shared(room)
    {
      if (room.visits != kTasks + set * (kTasks + 1L)) hit(&wrong);
      visit(&room);
    }
  }
#pragma omp taskwait depend(in : room)
  if (room.visits != 3 * (kTasks + 1)) hit(&wrong);
}

// Neighbours at a round table, in both orders, some undeferred.
static void several_locations(void) {
  enum { kRooms = 4 };
  struct room rooms[kRooms] = {{0, 0}};
  for (int i = 0; i < kTasks; i++) {
    struct room* first = &rooms[i % kRooms];
    struct room* second = &rooms[(i + 1 + i % 2) % kRooms];
#pragma omp task depend(mutexinoutset : *first, *second) if (i % 5 != 4)
    visit_both(first, second);
#pragma omp task depend(mutexinoutset : *second, *first)
    visit_both(second, first);
  }
#pragma omp taskwait
  long visits = 0;
  for (int i = 0; i < kRooms; i++) visits += rooms[i].visits;
  if (visits != 4 * kTasks) hit(&wrong);
}

static void depend_objects(void) {
  struct room room = {0, 0};
  omp_depend_t exclusive;
#pragma omp depobj(exclusive) depend(mutexinoutset : room)
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(depobj : exclusive) shared(room)
    visit(&room);
#pragma omp task depend(mutexinoutset : room) shared(room) if (i % 7 != 6)
    visit(&room);
    // The same location twice.
#pragma omp task depend(depobj : exclusive) depend(mutexinoutset : room) shared(room)
    visit(&room);
#pragma omp taskwait depend(depobj : exclusive)
  }
#pragma omp taskwait depend(in : room)
  if (room.visits != 3 * kTasks) hit(&wrong);
#pragma omp depobj(exclusive) destroy
}

// A task keeps its turn while it waits for its children, which have turns of their own.
static void with_children(void) {
  struct room room = {0, 0}, inner = {0, 0};
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(mutexinoutset : room) shared(room, inner)
    {
      if (__atomic_fetch_add(&room.inside, 1, __ATOMIC_RELAXED) != 0) hit(&wrong);
      for (int child = 0; child < 3; child++) {
#pragma omp task depend(mutexinoutset : inner) shared(inner)
        visit(&inner);
      }
#pragma omp taskwait
      __atomic_fetch_sub(&room.inside, 1, __ATOMIC_RELAXED);
    }
  }
#pragma omp taskwait
  if (inner.visits != 3 * kTasks) hit(&wrong);
}

// Until its event is fulfilled a task is not complete, and the other does not begin.
static void detached(void) {
  int begun = 0, fulfilled = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task depend(mutexinoutset : begun) shared(begun) detach(event)
  __atomic_store_n(&begun, 1, __ATOMIC_RELAXED);
#pragma omp task depend(mutexinoutset : begun) shared(begun, fulfilled)
  if (__atomic_load_n(&begun, __ATOMIC_RELAXED) == 1 && __atomic_load_n(&fulfilled, __ATOMIC_RELAXED) == 0) hit(&wrong);
  work(500);
  __atomic_store_n(&fulfilled, 1, __ATOMIC_RELAXED);
  omp_fulfill_event(event);
#pragma omp taskwait
}

// Before the end of a region, which waits for the tasks.
static void left_to_the_barrier(void) {
  static char locations[64];
  int runs = 0;
#pragma omp parallel
  {
    const char* own = &locations[omp_get_thread_num() % 64];
    omp_depend_t exclusive;
#pragma omp depobj(exclusive) depend(mutexinoutset : *own)
    for (int i = 0; i < 3; i++) {
#pragma omp task depend(depobj : exclusive) shared(runs)
      {
        work(300);
        hit(&runs);
      }
#pragma omp taskwait depend(depobj : exclusive)
#pragma omp task depend(depobj : exclusive) shared(runs)
      hit(&runs);
    }
#pragma omp depobj(exclusive) destroy
  }
  if (runs != 6 * requested_threads()) hit(&wrong);
}

int main(void) {
#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) {
    between_others();
    several_locations();
    depend_objects();
    with_children();
    detached();
  }
  for (int lap = 0; lap < kLaps; lap++) left_to_the_barrier();
  CHECK_EQUAL(wrong, 0);
  return finish();
}

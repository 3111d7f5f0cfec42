// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of tasks/. Tasks run undeferred: at once, in the thread that meets them, which is a legal execution of every
// task construct (OpenMP 5.2, 12.1: a task may be executed immediately). So the structures here belong to one thread each, and
// only a detached task's event is shared.
//
// What follows from it: a task's depend clause is satisfied when the task is met, because all its predecessors have run
// (but for detached ones, for which the thread waits); taskwait, taskgroup and barrier wait for nothing but events;
// if, untied, mergeable, priority and affinity change nothing.
#pragma once

#include "tasks/detached.h"
#include "tasks/state.h"
#include "tasks/taskgroup.h"
#include "tasks/taskloop.h"

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of tasks/: explicit tasks, how they are deferred and stolen, and how threads wait for them. README.md has the scheme.
#pragma once

#include "tasks/board.h"
#include "tasks/dealing.h"
#include "tasks/dependence.h"
#include "tasks/helper_task.h"
#include "tasks/in_place.h"
#include "tasks/nearness.h"
#include "tasks/observed.h"
#include "tasks/schedule.h"
#include "tasks/start.h"
#include "tasks/task.h"
#include "tasks/taskgroup.h"
#include "tasks/taskloop.h"
#include "tasks/worker.h"

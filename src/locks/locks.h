// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of locks/. Portable core: uses only Platform.
#pragma once

#include "locks/event_count.h"
#include "locks/learned_spin.h"
#include "locks/mutex.h"
#include "locks/nestable_mutex.h"

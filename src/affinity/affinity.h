// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of affinity/: which places there are, and which thread of a team goes to which, as pure functions.
#pragma once

#include "affinity/assign.h"
#include "affinity/hints.h"
#include "affinity/neighbours.h"
#include "affinity/neighbours_text.h"
#include "affinity/plan.h"
#include "affinity/positions.h"

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of loops/: how iterations are divided. Portable core: uses only Platform.
#pragma once

#include "loops/claim_batch.h"
#include "loops/doacross.h"
#include "loops/iteration_space.h"
#include "loops/loop_nest.h"
#include "loops/ordered_turn.h"
#include "loops/owned_ranges.h"
#include "loops/piece.h"
#include "loops/shared_position.h"
#include "loops/static_schedule.h"

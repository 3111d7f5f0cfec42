// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of waiting/: how a thread waits (spin, make room, park). Portable core: uses only Platform.
#pragma once

#include "waiting/bell.h"
#include "waiting/gauge.h"
#include "waiting/hand_over.h"
#include "waiting/idle_work.h"
#include "waiting/parker.h"
#include "waiting/presence.h"
#include "waiting/situation_text.h"
#include "waiting/spin_budget.h"
#include "waiting/step_log.h"
#include "waiting/waiter.h"
#include "waiting/wake_up.h"
#include "waiting/yields.h"

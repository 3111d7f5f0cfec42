// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of waiting/: how a thread waits (spin, make room, park). Portable core: uses only Platform.
#pragma once

#include "waiting/parker.h"
#include "waiting/presence.h"
#include "waiting/waiter.h"

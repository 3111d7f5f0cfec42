// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of events/.
#pragma once

#include "events/caller.h"
#include "events/constructing.h"
#include "events/emitting.h"
#include "events/kinds.h"
#include "events/listener.h"
#include "events/records.h"
#include "events/types.h"

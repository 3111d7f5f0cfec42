// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of barriers/: the algorithms and their registry. Portable core: uses only Platform.
#pragma once

#include "barriers/barrier.h"
#include "barriers/choose.h"
#include "barriers/registry.h"

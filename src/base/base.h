// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of base/: what every layer may use. This folder includes no other.
#pragma once

#include "base/bits.h"
#include "base/cache_line.h"
#include "base/compiler.h"
#include "base/episode.h"
#include "base/hash.h"
#include "base/scanner.h"

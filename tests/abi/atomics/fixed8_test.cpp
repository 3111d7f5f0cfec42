// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_fixed8* and fixed8u*: integers of 64 bits.
#include "abi/atomics/fixed_test.h"

MUSTER_TEST_SIGNED(fixed8, std::int64_t)
MUSTER_TEST_UNSIGNED(fixed8u, std::uint64_t)

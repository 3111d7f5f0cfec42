// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_fixed2* and fixed2u*: integers of 16 bits.
#include "abi/atomics/fixed_test.h"

MUSTER_TEST_SIGNED(fixed2, std::int16_t)
MUSTER_TEST_UNSIGNED(fixed2u, std::uint16_t)

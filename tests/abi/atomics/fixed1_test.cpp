// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_fixed1* and fixed1u*: integers of 8 bits.
#include "abi/atomics/fixed_test.h"

MUSTER_TEST_SIGNED(fixed1, std::int8_t)
MUSTER_TEST_UNSIGNED(fixed1u, std::uint8_t)

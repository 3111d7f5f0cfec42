// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_fixed4* and fixed4u*: integers of 32 bits.
#include "abi/atomics/fixed_test.h"

MUSTER_TEST_SIGNED(fixed4, std::int32_t)
MUSTER_TEST_UNSIGNED(fixed4u, std::uint32_t)

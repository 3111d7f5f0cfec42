// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Intel's compilers have a program refer to, so that it cannot be linked with no OpenMP runtime or two. The values are libiomp5's.
#include "abi/exports/export.h"

namespace muster::abi::kmp {

MUSTER_KMP_DATA(int, _You_must_link_with_exactly_one_OpenMP_library) = 1;
MUSTER_KMP_DATA(int, _You_must_link_with_Intel_OpenMP_library) = 1;

}  // namespace muster::abi::kmp

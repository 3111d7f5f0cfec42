// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of constructs, made from constructs.def.
#include <stddef.h>

#include "harness.h"

#define CONSTRUCT(name) extern const struct construct name##_construct;
#include "constructs.def"
#undef CONSTRUCT

#define CONSTRUCT(name) &name##_construct,
const struct construct* const bench_constructs[] = {
#include "constructs.def"
    NULL,
};
#undef CONSTRUCT

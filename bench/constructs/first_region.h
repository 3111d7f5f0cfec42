// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The half of first_region.c that runs in the processes it starts.
#pragma once

#include <stdbool.h>

#define FIRST_REGION_CHILD  "--first-region-child"
#define FIRST_REGION_MEMORY "memory"

// Runs and times the first region of this process, prints "<microseconds> <threads that ran> <KiB>"; returns the exit status.
// The resident memory is 0 unless `asks_memory`: to add it up takes the kernel as long as a region.
int first_region_child(bool asks_memory);

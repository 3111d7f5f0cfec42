// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The half of first_region.c that runs in the processes it starts.
#pragma once

#define FIRST_REGION_CHILD "--first-region-child"

// Runs and times the first region of this process, prints "<microseconds> <threads that ran>"; returns the exit status.
int first_region_child(void);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which OpenMP runtime serves this process, so that no test passes on the wrong one.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Ends the process with a message unless the file that defines `function` (symbolic links followed) has the expected name:
// the value of TEST_RUNTIME, or "libmuster" when that is unset. TEST_RUNTIME=any accepts every runtime.
void require_expected_runtime(const void* function);

#ifdef __cplusplus
}
#endif

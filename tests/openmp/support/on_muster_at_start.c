// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked into every OpenMP test program, of every language: asks before main() whether the expected runtime was loaded.
#include "on_muster.h"

int omp_get_thread_num(void);

__attribute__((constructor)) static void check_runtime_before_main(void) {
  require_expected_runtime((const void*)omp_get_thread_num);
}

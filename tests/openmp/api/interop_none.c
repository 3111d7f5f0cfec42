// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What there is to know of omp_interop_none (OpenMP 5.2, 18.12), and what return codes mean.
// compilers: clang
// Why: the omp.h of GCC 12 has none of these routines.
// peers: none
// Why: libomp 19 answers nothing, and leaves the return code as it was.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_num_interop_properties(omp_interop_none), 0);
  for (int property = omp_ipr_first; property < 0; property++) {
    int code = omp_irc_other;
    CHECK_EQUAL(omp_get_interop_int(omp_interop_none, property, &code), 0);
    CHECK_EQUAL(code, omp_irc_empty);
    code = omp_irc_other;
    CHECK(omp_get_interop_ptr(omp_interop_none, property, &code) == NULL);
    CHECK_EQUAL(code, omp_irc_empty);
    code = omp_irc_other;
    CHECK(omp_get_interop_str(omp_interop_none, property, &code) == NULL);
    CHECK_EQUAL(code, omp_irc_empty);
    CHECK(omp_get_interop_name(omp_interop_none, property) != NULL);
    CHECK(omp_get_interop_type_desc(omp_interop_none, property) == NULL);
  }
  CHECK(omp_get_interop_name(omp_interop_none, 0) == NULL);
  CHECK(omp_get_interop_name(omp_interop_none, omp_ipr_first - 1) == NULL);
  for (int code = omp_irc_other; code <= omp_irc_no_value; code++)
    CHECK(omp_get_interop_rc_desc(omp_interop_none, code) != NULL);
  CHECK(omp_get_interop_rc_desc(omp_interop_none, omp_irc_other - 1) == NULL);
  CHECK(omp_get_interop_rc_desc(omp_interop_none, omp_irc_no_value + 1) == NULL);
  return finish();
}

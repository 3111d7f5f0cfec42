// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel-var (OpenMP 5.2, 2.1 and 11.2): there is no cancellation yet, so it stays false, whatever was asked for. Then the
// specification has cancel and cancellation point do nothing, and programs ask omp_get_cancellation() first.
#include "runtime/lifetime.h"

namespace muster::runtime {

void refuse_cancellation(settings::Settings& settings, const settings::DiagnosticSink& sink) {
  if (!settings.global.cancellation) {
    return;
  }
  settings.global.cancellation = false;
  if (settings.global.warnings) {
    settings::complain(sink, "OMP_CANCELLATION", "true", "which this version cannot do (regions run to their end)",
                       "false");
  }
}

}  // namespace muster::runtime

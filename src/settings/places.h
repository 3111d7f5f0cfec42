// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of the variables that name CPUs: OMP_PLACES and GOMP_CPU_AFFINITY. Syntax only.
#pragma once

#include "settings/form.h"

namespace muster::settings {

// An abstract name, "cores" or "cores(4)", or a list of places (OpenMP 5.2, 21.1.6):
//   list     = interval {"," interval}
//   interval = "!" place | place [":" length [":" stride]]
//   place    = "{" members "}" | cpu
//   members  = range {"," range}
//   range    = "!" cpu | cpu [":" length [":" stride]]
struct PlacesForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// CPUs and ranges "first-last" or "first-last:stride", separated by commas or blanks.
struct CpuListForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Form of OMP_ALLOCATOR: a predefined allocator, or a memory space with traits (OpenMP 5.2, 21.5.1).
#pragma once

#include "settings/form.h"

namespace muster::settings {

//   allocator = predefined allocator | memory space [":" trait "=" value {"," trait "=" value}]
struct AllocatorForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

}  // namespace muster::settings

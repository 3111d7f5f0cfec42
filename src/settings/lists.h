// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of the ICVs that are lists or compounds: OMP_NUM_THREADS, OMP_PROC_BIND and OMP_SCHEDULE.
#pragma once

#include "settings/form.h"

namespace muster::settings {

// Positive integers, one for each nesting level (OpenMP 5.2, 21.1.2).
struct NumThreadsForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// TRUE, FALSE, or one of PRIMARY, MASTER, CLOSE, SPREAD for each nesting level (OpenMP 5.2, 21.1.7).
struct ProcBindForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// [modifier:]kind[, chunk] (OpenMP 5.2, 21.2.1).
struct ScheduleForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

}  // namespace muster::settings

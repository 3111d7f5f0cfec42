// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command line asks for.
#pragma once

#include "work.h"

enum task { kMeasure, kTellIdeal, kTellCalibration };

struct options {
  enum task task;
  struct cell cell;
  double share;
  double budget_ms;
  double limit;
  long phases;  // 0: by the budget
  bool gate;
  bool kind_given;
  int tries;  // of the calibration
};

// Ends the program with status 2 and a message where the words cannot be used.
struct options read_options(int argc, char** argv);

// The same with this message, which ends in `what`.
void stop(const char* message, const char* what);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between an application and main.c, which times it: three functions with C names, whatever the application is written in.
// The work, and with it the answer, is the same on every runtime and for every number of threads.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// A right answer has an `error` of at most `allowed`. Not a number is wrong.
struct app_answer {
  double answer;
  double error;
  double allowed;
};

// Sets the problem up. `scale` is how much of it is to be done: 1 for a run that is measured, less for a test.
void app_prepare(double scale);

// What is measured.
void app_run(void);

// Proves the answer in serial code, or by going once more over the last step with one thread.
void app_check(struct app_answer* answer);

// The greater of two errors; not a number once either is none.
static inline double app_worse(double error, double other) { return error != error || other <= error ? error : other; }

// `count` scaled, but at least 1.
static inline int app_scaled(double count, double scale) {
  const int scaled = (int)(count * scale + 0.5);
  return scaled > 1 ? scaled : 1;
}

#ifdef __cplusplus
}
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps until a word comes to its value, and is not counted at the word, is not found there.
#include <gtest/gtest.h>

#include "clients/waiting_programs.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

Report explore(bool found, Fences fences) {
  return Explorer(woken_at_word(3, false, fences, found), {}, {.executions = 10'000}).explore();
}

TEST(Waiting, SleepersAreFoundAtTheirWord) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    const Report report = explore(true, fences);
    EXPECT_NE(report.verdict, Report::Verdict::failed) << report.what;
  }
}

TEST(Waiting, SleepersThatAreNotCountedSleepOn) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    const Report report = explore(false, fences);
    EXPECT_EQ(report.verdict, Report::Verdict::failed);
    EXPECT_NE(report.what.find("nobody can go on"), std::string::npos) << report.what;
  }
}

}  // namespace
}  // namespace muster::verify

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The predictions that hold go on to hold.
#include "runner/validate.h"

#include <gtest/gtest.h>

#include "runner/fit.h"
#include "runner/published.h"

namespace muster::simulate {
namespace {

TEST(Validate, RegionsOf144ThreadsAreWithinAQuarter) { EXPECT_TRUE(validate_gcc_119588(Options{})); }

// Two thirds of 27 are asked for, and the others within a tenth.
TEST(Validate, TheBestAlgorithmsOnAnAltix) {
  Options options;
  options.episodes = 30;
  const OpenuhScore score = score_openuh(options);
  ASSERT_EQ(score.cells.size(), 27U);
  EXPECT_GE(score.right(), 18U);
  EXPECT_EQ(score.far(), 0U);
}

TEST(Validate, ContextSwitchesOfPrimecountAreOfThePublishedOrder) { EXPECT_TRUE(validate_llvm_195473(Options{})); }

TEST(Validate, AFactorBoundsBothWays) {
  Comparison comparison{"", "", 100, 1000, ""};
  comparison.factor = 10;
  EXPECT_TRUE(comparison.holds());
  comparison.predicted = 1001;
  EXPECT_FALSE(comparison.holds());
  comparison.predicted = 9;
  EXPECT_FALSE(comparison.holds());
}

TEST(Fit, FindsTheParametersOfAStraightLine) {
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const Fit fit = fit_least_squares(
      [&](const std::vector<double>& at) {
        std::vector<double> residuals;
        for (const double value : x) {
          residuals.push_back(at[0] + at[1] * value - (7 + 3 * value));
        }
        return residuals;
      },
      {1, 1}, 0.1);
  EXPECT_NEAR(fit.parameters[0], 7, 1e-6);
  EXPECT_NEAR(fit.parameters[1], 3, 1e-6);
  EXPECT_NEAR(fit.sum_of_squares, 0, 1e-9);
}

}  // namespace
}  // namespace muster::simulate

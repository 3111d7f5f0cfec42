// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Least squares for a handful of parameters, by Gauss and Newton's method with differences for derivatives.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace muster::simulate {

struct Fit {
  std::vector<double> parameters;
  // The sum over the squares of the residuals at those parameters.
  double sum_of_squares = 0;
};

// `residuals(parameters)` has at least as many elements as there are parameters, none of which becomes negative. `step` is the difference for the
// derivatives, in the parameters' unit.
Fit fit_least_squares(const std::function<std::vector<double>(const std::vector<double>&)>& residuals,
                      std::vector<double> start, double step);

}  // namespace muster::simulate

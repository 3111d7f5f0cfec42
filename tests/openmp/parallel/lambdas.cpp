// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions inside lambdas, member functions and templates, with captured and member data.
#include <omp.h>

#include <functional>
#include <numeric>
#include <vector>

#include "check.h"

namespace {

template <typename Number>
Number parallel_sum(const std::vector<Number>& values) {
  Number sum{};
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
  for (auto it = values.begin(); it < values.end(); ++it) sum += *it;
  return sum;
}

class Histogram {
 public:
  explicit Histogram(int bins) : counts_(bins) {}
  void fill(int samples) {
#pragma omp parallel for
    for (int i = 0; i < samples; i++) {
#pragma omp atomic
      counts_[i % counts_.size()]++;
    }
  }
  long count(int bin) const { return counts_[bin]; }

 private:
  std::vector<long> counts_;
};

}  // namespace

int main() {
  std::vector<long> longs(1000);
  std::iota(longs.begin(), longs.end(), 1L);
  CHECK_EQUAL(parallel_sum(longs), 500500);
  std::vector<double> doubles(longs.begin(), longs.end());
  CHECK_NEAR(parallel_sum(doubles), 500500.0, 1e-6);

  Histogram histogram(7);
  histogram.fill(700);
  for (int bin = 0; bin < 7; bin++) CHECK_EQUAL(histogram.count(bin), 100);

  int total = 0;
  std::function<void(int)> add = [&total](int amount) {
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
      total += amount;
    }
  };
  add(2);
  add(5);
  CHECK_EQUAL(total, 21);
  return finish();
}

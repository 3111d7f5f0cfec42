// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over classes: declare reduction by operator, with non-trivial construction and destruction.
#include <omp.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "check.h"

namespace {

int alive = 0;

class Bag {
 public:
  Bag() { hit(&alive); }
  Bag(const Bag& other) : counts_(other.counts_) { hit(&alive); }
  ~Bag() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
  void add(int key) { counts_[key]++; }
  Bag& operator+=(const Bag& other) {
    for (const auto& [key, count] : other.counts_) counts_[key] += count;
    return *this;
  }
  int count(int key) const {
    auto found = counts_.find(key);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::map<int, int> counts_;
};

#pragma omp declare reduction(+ : Bag : omp_out += omp_in)
#pragma omp declare reduction(append : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))

}  // namespace

int main() {
  for (int round = 0; round < 10; round++) {
    Bag bag;
    std::vector<int> found;
#pragma omp parallel for reduction(+ : bag) reduction(append : found)
    for (int i = 0; i < 300; i++) {
      bag.add(i % 7);
      if (i % 10 == 0) found.push_back(i);
    }
    for (int key = 0; key < 7; key++) CHECK_EQUAL(bag.count(key), 300 / 7 + (key < 300 % 7));
    std::sort(found.begin(), found.end());
    CHECK_EQUAL(found.size(), 30);
    for (std::size_t i = 0; i < found.size(); i++) CHECK_EQUAL(found[i], 10 * i);
    CHECK_EQUAL(alive, 1);
  }
  CHECK_EQUAL(alive, 0);
  return finish();
}

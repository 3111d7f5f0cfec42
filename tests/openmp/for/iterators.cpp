// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over random access iterators and pointers, and range-based ones.
#include <omp.h>

#include <array>
#include <deque>
#include <vector>

#include "check.h"

namespace {

template <typename Container>
void check_container(Container& container) {
#pragma omp parallel for schedule(dynamic, 4)
  for (auto it = container.begin(); it < container.end(); ++it) *it += 1;
#pragma omp parallel for schedule(guided)
  for (auto it = container.begin(); it < container.end(); it += 2) *it += 1;
#pragma omp parallel for
  for (auto& value : container) value += 1;
#pragma omp parallel for schedule(static, 3)
  for (auto& value : container) value += 1;
  for (std::size_t i = 0; i < container.size(); i++) CHECK_EQUAL(container[i], i % 2 ? 3 : 4);
}

}  // namespace

int main() {
  std::vector<int> vector(101);
  check_container(vector);
  std::deque<long> deque(64);
  check_container(deque);
  std::array<unsigned char, 9> array{};
  check_container(array);

  int numbers[50] = {};
#pragma omp parallel for schedule(dynamic)
  for (int* at = numbers + 49; at >= numbers; at--) *at = static_cast<int>(at - numbers);
  for (int i = 0; i < 50; i++) CHECK_EQUAL(numbers[i], i);
  return finish();
}

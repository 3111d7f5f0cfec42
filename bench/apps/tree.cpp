// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unbalanced tree of tasks (after UTS: Olivier et al., "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006). A node's hash says
// how many children it has and how long it works: mostly microseconds, but some leaves a thousand times as long, and nobody knows
// which. The work is a linear congruential generator that is stepped one by one, and the check takes all its steps at once.
#include <cstdint>
#include <vector>

#include "app.h"

namespace {

constexpr int kRoots = 256;
constexpr int kDeepest = 7;
constexpr int kMostChildren = 4;
constexpr std::uint64_t kShortWork = 1000;        // steps, of one to two nanoseconds
constexpr std::uint64_t kLongWork = 1000 * 1000;  // of few leaves
constexpr std::uint64_t kFewLeaves = 1000;        // one in so many is long
constexpr std::uint64_t kMultiplier = 6364136223846793005ULL, kIncrement = 1442695040888963407ULL;  // Knuth's, MMIX

int roots;
std::uint64_t total;

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t hash(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

struct Node {
  std::uint64_t id;
  int depth;

  [[nodiscard]] int children() const { return depth < kDeepest ? static_cast<int>(hash(id) % (kMostChildren + 1)) : 0; }
  [[nodiscard]] Node child(int n) const { return {hash(id + static_cast<std::uint64_t>(n) + 1), depth + 1}; }
  [[nodiscard]] std::uint64_t steps() const {
    const bool is_long = children() == 0 && hash(~id) % kFewLeaves == 0;
    return is_long ? kLongWork : kShortWork + id % kShortWork;
  }
};

std::uint64_t work(const Node& node) {
  std::uint64_t value = node.id;
  for (std::uint64_t step = node.steps(); step > 0; --step) {
    value = value * kMultiplier + kIncrement;
    __asm__ volatile("" : "+r"(value));  // or a compiler takes several steps at once
  }
  return value;
}

// The same in one go: squares the step as often as there are bits in their number.
std::uint64_t work_at_once(const Node& node) {
  std::uint64_t factor = 1;
  std::uint64_t addend = 0;
  std::uint64_t step_factor = kMultiplier;
  std::uint64_t step_addend = kIncrement;
  for (std::uint64_t steps = node.steps(); steps > 0; steps /= 2) {
    if (steps % 2 != 0) {
      factor *= step_factor;
      addend = addend * step_factor + step_addend;
    }
    step_addend *= step_factor + 1;
    step_factor *= step_factor;
  }
  return node.id * factor + addend;
}

std::uint64_t visit(const Node& node) {
  std::uint64_t sum = work(node);
  std::uint64_t sums[kMostChildren] = {};
  const int children = node.children();
  for (int n = 0; n < children; ++n) {
#pragma omp task shared(sums, node) firstprivate(n)
    sums[n] = visit(node.child(n));
  }
#pragma omp taskwait
  for (const std::uint64_t part : sums) {
    sum += part;
  }
  return sum;
}

std::uint64_t visit_alone(const Node& node) {
  std::uint64_t sum = work_at_once(node);
  for (int n = 0; n < node.children(); ++n) {
    sum += visit_alone(node.child(n));
  }
  return sum;
}

Node root(int n) { return {hash(static_cast<std::uint64_t>(n)), 0}; }

// The upper bits, which a double holds exactly.
double rounded(std::uint64_t sum) { return static_cast<double>(sum >> 12U); }

}  // namespace

void app_prepare(double scale) { roots = app_scaled(kRoots, scale); }

void app_run() {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(roots));
#pragma omp parallel
#pragma omp single
  {
    for (int n = 0; n < roots; ++n) {
#pragma omp task shared(sums) firstprivate(n)
      sums[static_cast<std::size_t>(n)] = visit(root(n));
    }
  }
  total = 0;
  for (const std::uint64_t sum : sums) {
    total += sum;
  }
}

// The answer is the sum over all nodes, modulo 2^64; the error is 1 if it is not that of the serial walk.
void app_check(app_answer* answer) {
  std::uint64_t expected = 0;
  for (int n = 0; n < roots; ++n) {
    expected += visit_alone(root(n));
  }
  answer->answer = rounded(total);
  answer->error = total == expected ? 0.0 : 1.0;
  answer->allowed = 0.0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/uneven_work.h"

#include <algorithm>

namespace muster::simulate {
namespace {

// From 0 to 1. SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
double share_of(std::uint64_t seed) {
  std::uint64_t mixed = (seed + 1) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  mixed ^= mixed >> 31;
  return static_cast<double>(mixed >> 11) * 0x1p-53;
}

}  // namespace

double uneven_work_ns(const Course& course, std::uint32_t slot, std::uint64_t construct) {
  return course.work_ns * (1 + share_of(construct * course.threads + slot));
}

void work_before(const Course& course, std::uint32_t slot, std::uint64_t construct) {
  if (course.work_ns > 0) {
    Simulation::current()->compute(from_ns(uneven_work_ns(course, slot, construct)));
  }
}

double beyond_work_ns(const Outcome& outcome, const Course& course) {
  double slowest_ns = 0;
  for (std::uint32_t episode = 0; episode < course.episodes; ++episode) {
    double most_ns = 0;
    for (std::uint32_t slot = 0; slot < course.threads; ++slot) {
      most_ns = std::max(most_ns, uneven_work_ns(course, slot, course.warm_up + episode));
    }
    slowest_ns += most_ns / course.episodes;
  }
  return outcome.ns - slowest_ns;
}

}  // namespace muster::simulate

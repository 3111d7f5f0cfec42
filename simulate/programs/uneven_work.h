// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program computes between two constructs: each thread from Course::work_ns to twice as much, another share each time, so that threads come
// one after another as they do in programs.
#pragma once

#include <cstdint>

#include "programs/program.h"

namespace muster::simulate {

// By `slot` before its construct of that number; the same at each call. 0 if the course has no work.
double uneven_work_ns(const Course& course, std::uint32_t slot, std::uint64_t construct);

// The calling thread computes as much.
void work_before(const Course& course, std::uint32_t slot, std::uint64_t construct);

// What the constructs of a course that are measured cost beyond the work of the slowest thread before each.
double beyond_work_ns(const Outcome& outcome, const Course& course);

}  // namespace muster::simulate

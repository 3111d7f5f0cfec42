// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a taskloop's iterations are dealt to tasks (OpenMP 5.2, 12.6): a pure function.
#pragma once

#include <cstdint>

#include "loops/loops.h"

namespace muster::tasks {

enum class Granularity : std::uint8_t { none, grainsize, num_tasks };

struct TaskloopClause {
  Granularity kind = Granularity::none;
  bool strict = false;
  std::uint64_t value = 0;
};

// Tasks of a taskloop without a clause. With one a thread (libgomp) the thread with the long iterations ends last; with ten (libomp) the others take
// over what is left. 2000 iterations, each longer than the one before, take two threads 0.78 of the time of one on libgomp and 0.54 on Muster, 2 cores
// of an EPYC (cd bench && python -m compare run --constructs taskloop --threads 1,2). A team of one has nothing to share.
constexpr std::uint64_t default_taskloop_tasks(std::uint32_t team_size) {
  constexpr std::uint64_t kTasksOfAThread = 10;
  return team_size == 1 ? 1 : team_size * kTasksOfAThread;
}

class TaskloopShares {
 public:
  // `default_tasks` holds without a clause.
  constexpr TaskloopShares(std::uint64_t total, const TaskloopClause& clause, std::uint64_t default_tasks)
      : total_(total) {
    if (total == 0) {
      return;
    }
    const std::uint64_t value = clause.value > 0 ? clause.value : 1;
    if (clause.kind == Granularity::grainsize && clause.strict) {
      strict_size_ = value;
      tasks_ = base::divide_rounding_up(total, value);
      return;
    }
    // A task of a grainsize clause has at least that many iterations, and less than twice as many.
    const std::uint64_t wanted = clause.kind == Granularity::grainsize   ? total / value
                                 : clause.kind == Granularity::num_tasks ? value
                                                                         : default_tasks;
    tasks_ = wanted < 1 ? 1 : wanted < total ? wanted : total;
  }

  constexpr std::uint64_t tasks() const { return tasks_; }

  // For task < tasks(): never empty.
  constexpr loops::Range share(std::uint64_t task) const {
    if (strict_size_ != 0) {
      const std::uint64_t first = task * strict_size_;
      return {first, total_ - first < strict_size_ ? total_ : first + strict_size_};
    }
    const std::uint64_t least = total_ / tasks_;
    const std::uint64_t larger = total_ % tasks_;  // the first ones have one more
    const std::uint64_t first = task * least + (task < larger ? task : larger);
    return {first, first + least + (task < larger ? 1 : 0)};
  }

 private:
  std::uint64_t total_;
  std::uint64_t tasks_ = 0;
  std::uint64_t strict_size_ = 0;
};

}  // namespace muster::tasks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rule of reductions::choose on every machine: what one variable costs by atomic operations and by a gather, and which of them a team gets.
#include <algorithm>

#include "programs/reduction_methods.h"
#include "programs/uneven_work.h"
#include "runner/choice.h"
#include "runner/courses.h"
#include "runner/json.h"
#include "runner/run.h"

namespace muster::simulate {
namespace {

using reductions::Method;

std::string gather_for(Construct construct, const Course& course) {
  return std::string(choice_for(construct, course).pattern.gather);
}

void print_methods(Ending ending, const Course& course) {
  const ReductionRows rows{gather_for(Construct::reduction, course), gather_for(Construct::barrier, course),
                           gather_for(Construct::region, course)};
  reductions::Situation now;
  now.threads = course.threads;
  now.cpus = course.machine->cpus();
  now.has_atomics = now.has_combine = now.can_gather = true;
  now.ends_with_barrier = ending == Ending::barrier;
  const double atomic_ns = beyond_work_ns(run_reduction_by(Method::atomic, ending, rows, course), course);
  const double gather_ns = beyond_work_ns(run_reduction_by(Method::gather, ending, rows, course), course);
  const bool gathers = reductions::choose(now) == Method::gather;
  const double rule_ns = gathers ? gather_ns : atomic_ns;
  const double best_ns = std::min(atomic_ns, gather_ns);
  JsonLine()
      .text("machine", course.machine->name)
      .text("placement", name_of(course.placement))
      .number("threads", course.threads)
      .text("construct", "reduction_at_" + name_of(ending))
      .text("best", gather_ns < atomic_ns ? "gather" : "atomic")
      .number("best_ns", best_ns)
      .text("rule", gathers ? "gather" : "atomic")
      .number("rule_ns", rule_ns)
      .number("ratio", rule_ns / best_ns)
      .object("ns", JsonLine().number("atomic", atomic_ns).number("gather", gather_ns))
      .print();
}

}  // namespace

int try_reductions(const Options& options) {
  for_each_course(options, [](const Course& course) {
    print_methods(Ending::barrier, course);
    print_methods(Ending::join, course);
  });
  return 0;
}

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of barriers::choose on every machine: which algorithm is best, which one a team gets, and how far apart the two are.
#include <algorithm>

#include "programs/rows.h"
#include "programs/uneven_work.h"
#include "runner/choice.h"
#include "runner/courses.h"
#include "runner/json.h"
#include "runner/run.h"

namespace muster::simulate {
namespace {

void print_rule(Construct construct, const Course& course) {
  const barriers::Choice choice = choice_for(construct, course);
  JsonLine all;
  std::string best;
  double best_ns = 0;
  double chosen_ns = 0;
  for (const std::string& row : rows_for(construct)) {
    if (row == "central_blocking") {
      continue;  // It sleeps, whatever the machine.
    }
    const double ns = beyond_work_ns(run_row(construct, row, course), course);
    all.number(row, ns);
    if (best.empty() || ns < best_ns) {
      best = row;
      best_ns = ns;
    }
    if (row == choice.pattern.gather) {
      chosen_ns = ns;
    }
  }
  JsonLine()
      .text("machine", course.machine->name)
      .text("placement", name_of(course.placement))
      .number("threads", course.threads)
      .text("construct", name_of(construct))
      .text("best", best)
      .number("best_ns", best_ns)
      .text("rule", choice.pattern.gather)
      .text("reason", choice.reason)
      .number("rule_ns", chosen_ns)
      .number("ratio", chosen_ns / best_ns)
      .object("ns", all)
      .print();
}

}  // namespace

int try_rules(const Options& options) {
  for_each_course(options, [&](const Course& course) {
    for (const Construct construct : options.constructs) {
      print_rule(construct, course);
    }
  });
  return 0;
}

}  // namespace muster::simulate

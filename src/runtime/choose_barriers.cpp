// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which barrier algorithms the teams of the process use: what the user asked for, else the rule.
#include <string_view>

#include "runtime/lifetime.h"
#include "runtime/runtime.h"

namespace muster::runtime {
namespace {

using teams::BarrierAlgorithm;

const BarrierAlgorithm* find(std::string_view name) {
  return barriers::find<platform::Native, teams::TeamWaiter>(name);
}

struct Request {
  std::string_view variable;
  std::string_view name;
};

// The first request that names something. MUSTER_BARRIER names algorithms of ours alone, so it comes first.
const BarrierAlgorithm* requested(const Request& request, bool rooted, const BarrierAlgorithm* fallback,
                                  const settings::Settings& settings, const settings::DiagnosticSink& sink) {
  if (request.name.empty()) {
    return fallback;
  }
  const BarrierAlgorithm* algorithm = find(request.name);
  if (algorithm != nullptr && (!rooted || algorithm->capabilities.rooted)) {
    return algorithm;
  }
  if (settings.global.warnings) {
    settings::complain(sink, request.variable, request.name,
                       algorithm == nullptr ? "which is not a barrier that this version has"
                                            : "which has no root and so cannot join a region",
                       fallback->name);
  }
  return fallback;
}

Request first_of(const Request& ours, const Request& theirs) { return ours.name.empty() ? theirs : ours; }

}  // namespace

void choose_barriers(const settings::Settings& settings, const settings::DiagnosticSink& sink) {
  const settings::GlobalSettings& global = settings.global;
  // For two threads dissemination is one simultaneous exchange of lines, and linear gathers with one line each.
  const Request plain =
      first_of({"MUSTER_BARRIER", global.barrier.release}, {"KMP_PLAIN_BARRIER_PATTERN", global.plain_barrier.release});
  const Request join = first_of({"MUSTER_BARRIER", global.barrier.gather},
                                {"KMP_FORKJOIN_BARRIER_PATTERN", global.forkjoin_barrier.gather});
  teams::environment.plain_barrier = requested(plain, false, find("dissemination"), settings, sink);
  // With more threads than CPUs a barrier costs context switches: one a thread that waits its turn where one line releases
  // all, and up to one a round where threads wait for each other in rounds.
  teams::environment.crowded_barrier = plain.name.empty() ? find("central") : teams::environment.plain_barrier;
  teams::environment.join_barrier = requested(join, true, find("linear"), settings, sink);
}

}  // namespace muster::runtime

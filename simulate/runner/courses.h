// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams for which a rule is tried: on the machine that is named, or on all, of each size and placement.
#pragma once

#include <cstdint>

#include "runner/machines.h"
#include "runner/options.h"

namespace muster::simulate {

inline constexpr std::uint32_t kTriedSizes[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 144, 192, 256, 512, 1024};

template <class Visit>
void for_each_course(const Options& options, const Visit& visit) {
  for (const Machine& machine : machines_for(options.machine)) {
    for (const Placement placement : {Placement::close, Placement::spread, Placement::unbound}) {
      for (const std::uint32_t threads : kTriedSizes) {
        // Spread over a whole machine is the same as close.
        if (threads > machine.cpus() || (placement == Placement::spread && threads == machine.cpus())) {
          continue;
        }
        visit(Course{.machine = &machine,
                     .threads = threads,
                     .placement = placement,
                     .episodes = options.episodes,
                     .seed = options.seed,
                     .work_ns = options.load.work_ns});
      }
    }
  }
}

}  // namespace muster::simulate

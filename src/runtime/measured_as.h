// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A placement in the words of profiles, which know nothing of barriers.
#pragma once

#include "barriers/barriers.h"
#include "settings/settings.h"

namespace muster::runtime {

constexpr settings::Profile::Placement measured_as(barriers::Placement placement) {
  switch (placement) {
    case barriers::Placement::unbound: return settings::Profile::Placement::unbound;
    case barriers::Placement::close: return settings::Profile::Placement::close;
    case barriers::Placement::spread: break;
  }
  return settings::Profile::Placement::spread;
}

}  // namespace muster::runtime

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The listeners to the events of this process (events/listener.h), as the settings say.
#pragma once

#include "settings/settings.h"

namespace muster::runtime {

// Before the first use of OpenMP is answered; not thread-safe. Those that have started are left as they are. What cannot be had is told in a line and done without.
// The default team is asked for only where a listener wants it.
void start_listeners(const settings::Settings& settings, const settings::DefaultTeamNote& (*default_team)(),
                     const settings::LineSink& sink);

}  // namespace muster::runtime

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ICVs of the teams construct that belong to the device: nteams-var and teams-thread-limit-var. 0: not set.
#pragma once

#include <cstdint>

namespace muster::abi {

std::int32_t max_teams();
std::int32_t teams_thread_limit();

}  // namespace muster::abi

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings that come after the library was loaded: by setenv() before the first use of OpenMP, or by kmp_set_defaults.
#pragma once

#include <cstdint>
#include <string_view>

#include "settings/settings.h"

namespace muster::runtime {

// A number that changes when a variable of ours does.
std::uint64_t environment_mark(char* const* environment);

// Takes over into `settings` what `text` ("NAME=VALUE|NAME=VALUE") sets, of the variables that may change while threads exist; the
// others are left as they are. Returns what it understood, for the caller, which has to tell the running task. One thread at a time.
settings::Settings take_late(settings::Settings& settings, std::string_view text, const settings::DiagnosticSink& sink);

// The part of the above that a task has its own copy of.
void take_icvs(settings::Icvs& icvs, const settings::Settings& late);

}  // namespace muster::runtime

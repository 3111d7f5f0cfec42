// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of settings/: what the user asked for by environment variables. load() turns an environment into
// values and display() prints them. Both are driven by the rows of table.def; docs/settings.md is made from it too.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "settings/default_team_note.h"
#include "settings/global.h"
#include "settings/icvs.h"
#include "settings/profile.h"
#include "settings/sink.h"
#include "settings/variable.h"

namespace muster::settings {

// The value of the macro _OPENMP of the specification that is followed (5.2).
inline constexpr int kOpenMpVersion = 202111;

// Where a value comes from. Both are empty for a default.
struct Origin {
  std::string_view name;  // the variable that decided; one that implies the value counts (OMP_NESTED, KMP_LIBRARY)
  Text value;             // what was read from it, without blanks around; empty if `name` only implies the value
};

struct Settings {
  Icvs icvs;
  GlobalSettings global;
  Origin origins[kVariableCount] = {};

  const Origin& origin(Variable variable) const { return origins[index_of(variable)]; }
  bool is_default(Variable variable) const { return origin(variable).name.empty(); }
};

// Enough for an OMP_PLACES that lists 4,096 CPUs one by one. Pages that no text reaches cost nothing in .bss.
inline constexpr std::size_t kTextBytes = 32 * 1024;

// For the verbose display: which algorithm the default team uses, and why.
struct BarrierNote {
  std::string_view use;
  std::string_view gather;
  std::string_view release;
  std::string_view decided_by;
  std::string_view reason;
  std::string_view placement;
  // Last-level caches, NUMA nodes and packages of the team, where the algorithm goes along them; else 0.
  std::uint32_t groups[3] = {};
};

// Reads every variable of the table from `environment` (as environ(7): terminated by null, itself not null).
//   secure       AT_SECURE of the process: variables that name files, libraries or profiles are not honoured
//   text_memory  keeps copies of the texts, because putenv() and setenv() may change the environment later; it must
//                live as long as `out` and its copies. kTextBytes are enough; a text that does not fit is not honoured
//   diagnostics  gets one line for each value that was not taken as written, unless KMP_WARNINGS says no
// Returns true when every value was taken as written. `out` is complete in any case: a bad value leaves the default.
// A blank value counts as not set. Where a name occurs twice, the first counts, as for getenv(3).
// Not thread-safe against changes of the environment; calls on different `out` do not disturb each other.
// Specification: OpenMP 5.2, chapter 21 and section 2.2.
bool load(Settings& out, char* const* environment, bool secure, std::span<char> text_memory,
          const DiagnosticSink& diagnostics);

// Prints initial values in the form of OMP_DISPLAY_ENV (OpenMP 5.2, 21.7). `verbose` adds the variables of GOMP_, KMP_
// and MUSTER_, what decided the size of the default team, and `notes`; `user_and_effective` has the form of
// KMP_SETTINGS=1; `none` prints nothing. Thread-safe: it only reads.
void display(const Settings& settings, const DefaultTeamNote& team, std::span<const BarrierNote> notes,
             DisplayKind kind, const LineSink& sink);

// What is wrong, by the number that libomp gives such a message.
enum class Complaint : std::uint8_t {
  refused = 42,   // the value is not used
  adjusted = 80,  // a part of it is, or the nearest that can be
};

// One warning line in the form of load()'s: OMP: Warning #42: muster: VARIABLE: read "value", WHY; using USED
// For layers that find out later that a value cannot be honoured. They ask GlobalSettings::warnings first.
void complain(const DiagnosticSink& sink, std::string_view variable, std::string_view value, std::string_view why,
              std::string_view used, Complaint kind = Complaint::refused);

}  // namespace muster::settings

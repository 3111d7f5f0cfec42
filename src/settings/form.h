// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A form is how the value of a row is read and shown. Rows of the same form share its code; what is particular (which
// field, which words, which bounds) is in the template arguments that table.def gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "settings/line_writer.h"
#include "settings/scanner.h"
#include "settings/settings.h"

namespace muster::settings {

// What the user wrote: `text` is not empty, has no blanks around, and stays.
struct Input {
  std::string_view name;
  Text text;
  bool secure;
};

enum class Verdict : std::uint8_t {
  taken,
  adjusted,  // taken after a change that the user must know
  refused,   // the field is as it was
  outdone,   // right, but another name of the setting has the value that counts
};

// `why` completes the sentence that begins with: read "value",
// Null for a refusal: the row says what would have been right, and the message from where on the value is wrong, in bytes; 0: nobody knows
// better than that it is.
struct Outcome {
  Verdict verdict = Verdict::taken;
  const char* why = nullptr;
  std::size_t wrong_from = 0;
  // What is used; null: the value, as it is shown.
  const char* used = nullptr;
};

inline constexpr Outcome kTaken{};
inline constexpr Outcome kRefused{Verdict::refused, nullptr};
// What the scanner looked at last is wrong.
constexpr Outcome refused_at(const Scanner& scanner) { return {Verdict::refused, nullptr, scanner.where()}; }
inline constexpr Outcome kTooLarge{Verdict::adjusted, "which is too large"};
inline constexpr Outcome kTooSmall{Verdict::adjusted, "which is too small"};

struct Shown {
  const Settings& settings;
  const DefaultTeamNote* team;  // null while the environment is being read
  Variable variable;
};

struct Form {
  Outcome (*read)(const Input& input, Settings& settings);
  void (*show)(const Shown& shown, LineWriter& line);
};

template <class F>
constexpr Form form_of() {
  return {&F::read, &F::show};
}

// The member of Icvs or GlobalSettings that a row of the table names; const for const settings.
template <auto Member, class AnySettings>
constexpr auto& field(AnySettings& settings) {
  if constexpr (requires { settings.icvs.*Member; }) {
    return settings.icvs.*Member;
  } else {
    return settings.global.*Member;
  }
}

}  // namespace muster::settings

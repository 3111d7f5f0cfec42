// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms whose value is kept as text for a later layer, and of variables that are accepted but mean nothing here.
#pragma once

#include "settings/form.h"

namespace muster::settings {

inline constexpr Outcome kNotWhenSecure{Verdict::refused, "which is not honoured in secure execution"};

template <auto Member>
struct AnyText {
  static Outcome read(const Input& input, Settings& settings) {
    field<Member>(settings) = input.text;
    return kTaken;
  }
  static void show(const Shown& shown, LineWriter& line) { line.add_printable(field<Member>(shown.settings).view()); }
};

// A text that names files. In a setuid program the environment is the attacker's.
template <auto Member>
struct PathText : AnyText<Member> {
  static Outcome read(const Input& input, Settings& settings) {
    return input.secure ? kNotWhenSecure : AnyText<Member>::read(input, settings);
  }
};

// DISABLED, STDOUT, STDERR or the name of a file (OpenMP 5.2, 21.3.3).
struct ToolVerboseForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// Any value is right and changes nothing.
struct Ignored {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

}  // namespace muster::settings

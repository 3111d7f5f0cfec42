// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of table.def as data.
#pragma once

#include <cstdint>
#include <string_view>

#include "settings/form.h"

namespace muster::settings {

enum class Scope : std::uint8_t { data_environment, implicit_task, device, global, runtime };
enum class Several : std::uint8_t { strongest, smallest };

struct Row {
  std::string_view name;
  std::string_view names;  // separated by blanks, strongest first
  Several several;
  Scope scope;
  std::string_view expects;
  std::string_view default_text;
  Form form;
};

// In the order of table.def, which is that of Variable.
extern const Row kRows[kVariableCount];

inline const Row& row_of(Variable variable) { return kRows[index_of(variable)]; }

// Takes the next name off a list of names; empty at the end.
constexpr std::string_view next_name(std::string_view& names) {
  std::size_t length = 0;
  while (length < names.size() && names[length] != ' ') ++length;
  const std::string_view name(names.data(), length);
  names.remove_prefix(length < names.size() ? length + 1 : length);
  return name;
}

constexpr std::string_view kAllSuffix = "_ALL";

// Whether name + "_ALL" sets the value too (see table.def).
bool has_all_name(Variable variable);

}  // namespace muster::settings

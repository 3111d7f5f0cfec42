// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One enumerator for each row of table.def.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::settings {

enum class Variable : std::uint8_t {
#define MUSTER_SETTING(id, ...) id,
#include "settings/table.def"
#undef MUSTER_SETTING
};

inline constexpr std::size_t kVariableCount = 0
#define MUSTER_SETTING(id, ...) +1
#include "settings/table.def"
#undef MUSTER_SETTING
    ;

constexpr std::size_t index_of(Variable variable) { return static_cast<std::size_t>(variable); }

}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines that are to lie on the NUMA nodes of the threads that poll them: those of different nodes share no page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "barriers/shape.h"
#include "base/base.h"

namespace muster::barriers {

// Where lines of slots on different NUMA nodes go.
struct LineHomes {
  const Positions* positions = nullptr;  // null: nobody knows nodes
  std::uint32_t lines_a_page = 1;        // those of a node begin at a multiple

  std::uint16_t node_of(std::uint32_t slot) const {
    return positions != nullptr ? positions->node_of(positions->context, slot) : Positions::kNoNode;
  }
};

inline LineHomes homes_of(const Shape& shape) {
  if (shape.nodes < 2 || shape.positions.node_of == nullptr) {
    return {};
  }
  return {&shape.positions, static_cast<std::uint32_t>(shape.page_bytes / base::kCacheLineBytes)};
}

// What page borders add, at most.
constexpr std::size_t most_lines_at_borders(std::uint32_t nodes, std::size_t lines_a_page) {
  return nodes > 1 ? (std::size_t{nodes} + 1) * lines_a_page : 0;
}

// The first line in free memory: where lines of different nodes have pages of their own, it begins one.
inline std::byte* first_line(std::byte* free, const Shape& shape) {
  const std::size_t alignment = shape.nodes > 1 ? shape.page_bytes : 1;
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(free) % alignment;
  return beyond == 0 ? free : free + alignment - beyond;
}

// give(node, lines) numbers the lines of the table's entries that are on `node`, from `lines` on, and returns the number after them.
template <class Entry, class Give>
void give_lines_by_node(std::span<const Entry> table, std::uint32_t lines_a_page, const Give& give) {
  std::uint32_t lines = 0;
  for (std::size_t slot = 0; slot < table.size(); ++slot) {
    const std::uint16_t node = table[slot].node;
    const auto before = table.first(slot);
    if (std::none_of(before.begin(), before.end(), [node](const Entry& entry) { return entry.node == node; })) {
      lines = give(node, base::divide_rounding_up(lines, lines_a_page) * lines_a_page);
    }
  }
}

}  // namespace muster::barriers

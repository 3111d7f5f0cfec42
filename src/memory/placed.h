// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of pages of their own on the nodes that a program wants, for allocators with traits. All functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/partition.h"
#include "platform/node_pages.h"

namespace muster::memory {

struct Placement {
  Partition partition = Partition::environment;
  // The size of the parts of interleaved memory; 0: a page each.
  std::size_t part_bytes = 0;
  bool pinned = false;
  // Where the memory has to be of a kind; empty: any node that the process may use.
  platform::NodeSet of_kind;

  bool is_ordinary() const { return !pinned && partition == Partition::environment && of_kind == platform::NodeSet{}; }
  // Whether ordinary memory will not do on a machine with so many nodes.
  bool needs_own_pages(std::uint32_t nodes) const {
    return pinned || of_kind.count() != 0 || (partition != Partition::environment && nodes > 1);
  }
};

// The nodes whose memory the process may use, as they were when first asked for. Empty where nobody tells.
const platform::NodeSet& usable_nodes();

// Zeroed pages; null when the system has no memory or refuses to pin. A system that refuses to place pages on nodes gives them all the same.
void* map_placed(std::size_t bytes, const Placement& placement);
// `bytes` as given to map_placed.
void unmap_placed(void* memory, std::size_t bytes);

}  // namespace muster::memory

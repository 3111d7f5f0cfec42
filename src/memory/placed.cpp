// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/placed.h"

#include <pthread.h>

namespace muster::memory {
namespace {

using platform::NodePolicy;
using platform::NodeSet;

constinit NodeSet nodes_at_first;
constinit pthread_once_t asked = PTHREAD_ONCE_INIT;

NodeSet only(std::uint32_t node) {
  NodeSet nodes;
  nodes.add(node);
  return nodes;
}

void place_parts(void* memory, const Parts& parts, const NodeSet& nodes) {
  std::uint32_t node = nodes.next(0);
  for (std::size_t part = 0; part < parts.count(); ++part) {
    platform::place_pages(static_cast<char*>(memory) + parts.offset(part), parts.bytes_of(part), NodePolicy::preferred,
                          only(node));
    node = nodes.next(node + 1);
    node = node == platform::kMaxNodes ? nodes.next(0) : node;
  }
}

void place(void* memory, std::size_t bytes, const Placement& placement) {
  const NodeSet& nodes = placement.of_kind.count() != 0 ? placement.of_kind : usable_nodes();
  const std::uint32_t count = nodes.count();
  if (count == 0) {
    return;
  }
  const std::size_t page = platform::page_bytes();
  switch (placement.partition) {
    case Partition::environment:
      if (placement.of_kind.count() != 0) {
        platform::place_pages(memory, bytes, NodePolicy::preferred, nodes);
      }
      break;
    case Partition::nearest: {
      const std::uint32_t here = platform::node_of_caller();
      platform::place_pages(memory, bytes, NodePolicy::preferred, nodes.contains(here) ? only(here) : nodes);
      break;
    }
    case Partition::blocked: place_parts(memory, blocked_parts(bytes, count, page), nodes); break;
    case Partition::interleaved:
      if (placement.part_bytes <= page) {
        platform::place_pages(memory, bytes, NodePolicy::interleaved, nodes);
      } else {
        place_parts(memory, interleaved_parts(bytes, placement.part_bytes, count, page), nodes);
      }
      break;
  }
}

}  // namespace

const NodeSet& usable_nodes() {
  pthread_once(&asked, [] { nodes_at_first = platform::allowed_nodes(); });
  return nodes_at_first;
}

void* map_placed(std::size_t bytes, const Placement& placement) {
  void* memory = platform::map_apart(bytes);
  if (memory == nullptr) {
    return nullptr;
  }
  // Before anything touches the pages: to pin them does.
  place(memory, bytes, placement);
  if (placement.pinned && !platform::pin_pages(memory, bytes)) {
    platform::unmap_apart(memory, bytes);
    return nullptr;
  }
  return memory;
}

void unmap_placed(void* memory, std::size_t bytes) { platform::unmap_apart(memory, bytes); }

}  // namespace muster::memory

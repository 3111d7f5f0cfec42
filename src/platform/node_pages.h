// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages and the NUMA nodes that they lie on, by system calls: libnuma would be one more library. Nothing here changes errno, and all of
// it is thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace muster::platform {

// As many as the kernel can be built for (CONFIG_NODES_SHIFT is at most 10).
inline constexpr std::uint32_t kMaxNodes = 1024;

struct NodeSet {
  std::array<std::uint64_t, kMaxNodes / 64> words{};

  constexpr bool contains(std::uint32_t node) const {
    return node < kMaxNodes && (words[node / 64] >> (node % 64) & 1) != 0;
  }
  constexpr void add(std::uint32_t node) {
    if (node < kMaxNodes) {
      words[node / 64] |= std::uint64_t{1} << (node % 64);
    }
  }
  // The first member that is at least `node`, else kMaxNodes.
  constexpr std::uint32_t next(std::uint32_t node) const {
    while (node < kMaxNodes && !contains(node)) {
      ++node;
    }
    return node;
  }
  constexpr std::uint32_t count() const {
    std::uint32_t members = 0;
    for (const std::uint64_t word : words) {
      members += static_cast<std::uint32_t>(__builtin_popcountll(word));
    }
    return members;
  }

  friend constexpr bool operator==(const NodeSet&, const NodeSet&) = default;
};

// The nodes whose memory the process may use. Empty where the kernel knows no nodes, or a filter forbids to ask (containers do).
NodeSet allowed_nodes();

// The node of the CPU that the caller runs on just now; 0 where there are no nodes.
std::uint32_t node_of_caller();

std::size_t page_bytes();

// Zeroed pages of their own, rounded up to whole ones; null when the system refuses.
void* map_apart(std::size_t bytes);
void unmap_apart(void* memory, std::size_t bytes);

enum class NodePolicy : std::uint8_t {
  preferred,    // on these nodes while they have room, else on others
  interleaved,  // page after page on the next of these nodes
};

// What holds for pages that nobody has touched yet; `memory` begins a page. False when the system refuses.
bool place_pages(void* memory, std::size_t bytes, NodePolicy policy, const NodeSet& nodes);

// Makes the pages resident and keeps them so. False when the system refuses (RLIMIT_MEMLOCK); then none is kept.
bool pin_pages(void* memory, std::size_t bytes);

// Asks for huge pages where they fit into the block. Advice: nothing happens where the system has none.
void advise_huge_pages(void* memory, std::size_t bytes);

// A page, by any address in it, and the node on which it should lie.
struct PageHome {
  void* address;
  std::uint16_t node;
};
// Moves pages that the process alone has. A page that nobody has touched stays where the first toucher will have it, unless `touches` says
// that this call is to be that. Threads may use the pages meanwhile. What the system refuses (it has no nodes, a filter forbids it, a node is full)
// stays where it is.
void move_pages_home(std::span<const PageHome> pages, bool touches);

// The node on which the page of that address lies, or a negative errno value (-ENOENT: nobody has touched it).
int node_of_page(const void* address);

}  // namespace muster::platform

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a block is divided over NUMA nodes (the trait partition, OpenMP 5.2, 6.2). Pure.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::memory {

// `environment`: the system's default, which is the node of the thread that touches a page first.
enum class Partition : std::uint8_t { environment, nearest, blocked, interleaved };

// More runs of pages than this are made larger: the kernel keeps a record for each, and a process has room for 65530 of them (vm.max_map_count).
inline constexpr std::size_t kMostParts = 1024;

// A block in parts of whole pages; part i lies on the (i mod nodes)-th of the nodes.
struct Parts {
  std::size_t bytes = 0;
  std::size_t part_bytes = 0;
  std::uint32_t nodes = 1;

  constexpr std::size_t count() const { return part_bytes == 0 ? 0 : (bytes + part_bytes - 1) / part_bytes; }
  constexpr std::size_t offset(std::size_t part) const { return part * part_bytes; }
  constexpr std::size_t bytes_of(std::size_t part) const {
    return part + 1 < count() ? part_bytes : bytes - offset(part);
  }
  constexpr std::uint32_t node_ordinal(std::size_t part) const { return static_cast<std::uint32_t>(part % nodes); }
};

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Parts of nearly equal size, at most one a node.
constexpr Parts blocked_parts(std::size_t bytes, std::uint32_t nodes, std::size_t page_bytes) {
  return {bytes, rounded_up((bytes + nodes - 1) / nodes, page_bytes), nodes};
}

// Parts of the size that part_size asks for (OpenMP 6.0), rounded up to whole pages.
constexpr Parts interleaved_parts(std::size_t bytes, std::size_t wanted, std::uint32_t nodes, std::size_t page_bytes) {
  const std::size_t least = rounded_up((bytes + kMostParts - 1) / kMostParts, page_bytes);
  const std::size_t part = wanted > bytes ? rounded_up(bytes, page_bytes) : rounded_up(wanted, page_bytes);
  return {bytes, part < least ? least : part, nodes};
}

inline constexpr std::size_t kHugeBytes = std::size_t{2} << 20;
inline constexpr std::size_t kLeastWithHugePages = 2 * kHugeBytes;

// Whether a block of ordinary memory should have huge pages. A huge page lies on one node, whatever threads initialise it: on a machine of
// several nodes the block has to be so large that the pages which threads of two nodes share, one a node at most, are one in a hundred.
constexpr bool wants_huge_pages(std::size_t bytes, std::uint32_t nodes) {
  return nodes <= 1 ? bytes >= kLeastWithHugePages : bytes / nodes >= 100 * kHugeBytes;
}

}  // namespace muster::memory

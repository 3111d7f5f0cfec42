// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine as a value: which CPUs share a core, a last-level cache, a NUMA node, a die, a package.
//
//   CPU     what the kernel schedules threads on: a hardware thread. Has an index here (0 to cpu_count() - 1) and a
//           number given by the kernel, which can have gaps.
//   level   a kind of thing that CPUs share; each splits the CPUs into groups, numbered from 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster::topology {

// In the usual nesting, innermost first. kThread is one CPU, kMachine is all of them.
enum class Level : std::uint8_t { kThread, kCore, kLastLevelCache, kNumaNode, kDie, kPackage, kMachine };
inline constexpr std::size_t kLevels = 7;

// As in machine texts: "thread", "core", "l3", "numa", "die", "package", "machine".
std::string_view name_of(Level level);

// Kinds of cores in one machine, as Linux tells those of Intel apart.
enum class CoreType : std::uint8_t { kUnknown, kIntelAtom, kIntelCore };

inline constexpr std::uint16_t kNoCache = 0xffff;
inline constexpr std::uint16_t kNoNode = 0xffff;

// What a Machine keeps for one CPU. Storage is the caller's; kMaxCpus of them are 160 KiB.
struct MachineCpu {
  static constexpr std::size_t kGroups = kLevels - 2;  // kCore to kPackage; the outer two need no storage
  static constexpr std::size_t kCaches = 2;            // first and second level, which are no levels of the machine

  std::uint16_t os_cpu = 0;
  std::array<std::uint16_t, kGroups> groups{};
  // As below unless read_core_details() has found more.
  std::array<std::uint16_t, kCaches> caches{kNoCache, kNoCache};
  CoreType core_type = CoreType::kUnknown;
  std::uint8_t efficiency = 0;
  // The kernel's number of its NUMA node.
  std::uint16_t os_node = kNoNode;
};
static_assert(sizeof(MachineCpu) == 20);

// A view over CPUs that the caller stores. Cheap to copy; reading it is thread-safe while the storage does not change.
// Made by parse_machine (machine_text.h) and read_machine (machine_sys.h). Indices must be below cpu_count().
class Machine {
 public:
  // A machine without CPUs.
  Machine() = default;

  // `cpus` in ascending order of os_cpu, and the groups of each level numbered without gaps.
  explicit Machine(std::span<const MachineCpu> cpus);

  std::uint32_t cpu_count() const { return static_cast<std::uint32_t>(cpus_.size()); }

  // Number of groups at a level.
  std::uint32_t count(Level level) const { return counts_[static_cast<std::size_t>(level)]; }

  // The group at `level` that a CPU belongs to. Two CPUs are together at a level exactly if their groups are equal.
  std::uint32_t group(std::uint32_t cpu, Level level) const;

  // The innermost level at which two CPUs are together: the lowest common ancestor. kThread for a CPU and itself.
  Level distance(std::uint32_t cpu_a, std::uint32_t cpu_b) const;

  // Place of a level in the nesting of this machine: 0 for kThread up to kLevels - 1 for kMachine. To be used to
  // compare distances, because nesting differs: a NUMA node may span packages, and a cache may span NUMA nodes.
  std::uint32_t rank(Level level) const;
  Level level_at(std::uint32_t rank) const { return order_[rank]; }

  // The first- or second-level cache of a CPU (1 or 2), by a number of its own; kNoCache where nothing is known.
  std::uint16_t cache(std::uint32_t cpu, std::uint32_t level) const { return cpus_[cpu].caches[level - 1]; }
  CoreType core_type(std::uint32_t cpu) const { return cpus_[cpu].core_type; }
  // From 0 for the weakest kind of core in the machine.
  std::uint32_t efficiency(std::uint32_t cpu) const { return cpus_[cpu].efficiency; }

  // The kernel's number of a CPU's NUMA node; kNoNode where the kernel knows no nodes.
  std::uint16_t os_node(std::uint32_t cpu) const { return cpus_[cpu].os_node; }
  // Between an index and the kernel's number.
  std::uint32_t os_cpu(std::uint32_t cpu) const { return cpus_[cpu].os_cpu; }
  std::optional<std::uint32_t> index_of(std::uint32_t os_cpu) const;

 private:
  std::span<const MachineCpu> cpus_;
  std::array<std::uint32_t, kLevels> counts_{};
  // All levels, innermost first.
  std::array<Level, kLevels> order_{Level::kThread, Level::kCore,    Level::kLastLevelCache, Level::kNumaNode,
                                    Level::kDie,    Level::kPackage, Level::kMachine};
};

}  // namespace muster::topology

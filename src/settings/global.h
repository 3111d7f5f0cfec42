// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of which the process has one value (OpenMP's device and global scope, and the runtime's own).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "settings/icvs.h"
#include "topology/topology.h"

namespace muster::settings {

// A text of the environment, copied into the memory given to load(). chars[length] is 0, so chars can go to open().
struct Text {
  const char* chars = "";
  std::size_t length = 0;

  constexpr bool empty() const { return length == 0; }
  constexpr std::string_view view() const { return {chars, length}; }
};

enum class WaitPolicy : std::uint8_t { unset, active, passive };
enum class Library : std::uint8_t { throughput, turnaround, serial };
enum class ForcedReduction : std::uint8_t { none, critical, atomic, tree };
enum class DynamicMode : std::uint8_t { unset, load_balance, thread_limit, random };
enum class Races : std::uint8_t { automatic, deep, off };
enum class Neighbours : std::uint8_t { avoid, ignore };
enum class MemoryReport : std::uint8_t { off, report };
enum class Nested : std::uint8_t { unset, off, on };
enum class TargetOffload : std::uint8_t { default_, mandatory, disabled };
enum class DisplayKind : std::uint8_t { none, standard, verbose, user_and_effective };
enum class ToolVerbose : std::uint8_t { disabled, to_stdout, to_stderr, to_file };
enum class PlacesKind : std::uint8_t { unset, threads, cores, ll_caches, numa_domains, sockets, list };

inline constexpr std::int64_t kBlocktimeInfinite = std::numeric_limits<std::int64_t>::max();
// The most that a wait spins while the blocktime adapts (waiting::SpinBudget::kLong_ns), which is what kmp_get_blocktime() answers. libomp documents 200 ms.
inline constexpr std::int64_t kDefaultBlocktimeNs = 3'000'000;
inline constexpr std::uint64_t kSpinCountInfinite = std::numeric_limits<std::uint64_t>::max();
// GOMP_SPINCOUNT counts turns of libgomp's wait loop; we budget in time. libgomp plans with 100,000 turns a millisecond
// (its documented default of 300,000 stands for 3 ms). Measured with libgomp 12: 24 ns a turn on an AMD EPYC under KVM;
// PAUSE takes 10 to 140 cycles, so no constant is right everywhere.
inline constexpr std::int64_t kNanosecondsPerSpin = 10;

// OMP_PLACES with its syntax checked. Which CPUs a place holds is for the affinity layer to say.
struct Places {
  PlacesKind kind = PlacesKind::unset;
  std::int32_t count = 0;  // of "cores(4)": 4; 0: all
  Text text;
};

// KMP_AFFINITY, understood. What follows from it on this machine is for the affinity layer to say.
enum class AffinityType : std::uint8_t { unset, none, disabled, compact, scatter, balanced, explicit_list };
struct AffinityPolicy {
  AffinityType type = AffinityType::unset;
  topology::Level granularity = topology::Level::kCore;
  bool granularity_given = false;
  bool respects_mask = true;
  bool warnings = true;
  bool verbose = false;
  bool reset = false;  // the primary thread is given back its first mask after each outermost region
  std::int32_t permute = 0;
  std::int32_t offset = 0;
  Text processors;  // of proclist=[...]: what is between the brackets
  Text text;        // as read
};

// KMP_HW_SUBSET, understood: how many units of each level are used in each unit around them.
struct HwSubset {
  struct Part {
    topology::Level level = topology::Level::kThread;
    std::uint8_t cache = 0;  // 1 or 2: a cache of that level, and `level` says nothing
    // Where the level is that of cores: only those of the type, or of the efficiency.
    topology::CoreType type = topology::CoreType::kUnknown;
    std::int16_t efficiency = -1;
    std::int32_t count = 0;  // 0: all
    std::int32_t offset = 0;

    bool has_attribute() const { return type != topology::CoreType::kUnknown || efficiency >= 0; }
  };
  // All units, and cores of several kinds.
  static constexpr std::size_t kMaxParts = 16;
  Part parts[kMaxParts];
  std::uint8_t part_count = 0;
  bool absolute = false;  // counts and offsets are over all units, not in each
  Text text;              // as read; empty: not set
};

// OMP_ALLOCATOR. Numbers are those of the enumerators in omp.h (omp_allocator_handle_t, omp_memspace_handle_t,
// omp_alloctrait_key_t, omp_alloctrait_value_t), on which GCC's and LLVM's headers agree.
struct AllocatorTrait {
  std::uint32_t key = 0;
  std::uint64_t value = 0;
};
inline constexpr std::size_t kMaxAllocatorTraits = 8;  // OpenMP 5.2, table 6.2 has eight keys
struct Allocator {
  std::uint64_t predefined = 1;  // 0: make one from memory_space and traits
  std::uint64_t memory_space = 0;
  std::uint32_t trait_count = 0;
  AllocatorTrait traits[kMaxAllocatorTraits] = {};
};

// Names of two barrier algorithms, in lower case; empty: not set. Whether an algorithm of that name exists is for the
// registry of the barriers to say, which complains by complain().
inline constexpr std::size_t kMaxAlgorithmName = 23;
struct BarrierPattern {
  char gather[kMaxAlgorithmName + 1] = {};
  char release[kMaxAlgorithmName + 1] = {};
};

// log2 of the fan-in and fan-out of tree-like barriers; 0: not set.
struct BranchBits {
  std::uint8_t gather = 0;
  std::uint8_t release = 0;
};

// What OMP_AFFINITY_FORMAT is when not set: libomp's, because its users parse it.
inline constexpr const char kDefaultAffinityFormat[] = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";

struct GlobalSettings {
  bool secure = false;   // AT_SECURE: no file named by the environment may be opened
  bool warnings = true;  // KMP_WARNINGS

  std::uint64_t stack_size_bytes = 0;  // 0: the system's default
  std::int32_t num_teams = 0;          // 0: not set
  std::int32_t teams_thread_limit = 0;
  std::int32_t teams_total_thread_limit = 0;  // KMP_TEAMS_THREAD_LIMIT: over all teams of a league
  Library library = Library::throughput;
  DynamicMode dynamic_mode = DynamicMode::unset;
  Nested nested = Nested::unset;  // OMP_NESTED as read; what counts is Icvs::max_active_levels

  WaitPolicy wait_policy = WaitPolicy::unset;
  bool blocktime_set = false;    // by any variable; if not, the waiting layer may adapt
  bool blocktime_in_us = false;  // KMP_BLOCKTIME was given in us, so kmp_get_blocktime() answers in us
  std::int64_t blocktime_ns = kDefaultBlocktimeNs;
  std::uint64_t spin_count = 0;  // GOMP_SPINCOUNT as read; already part of blocktime_ns

  BarrierPattern barrier;        // MUSTER_BARRIER: for all uses
  BarrierPattern plain_barrier;  // KMP_*_BARRIER_PATTERN
  BarrierPattern forkjoin_barrier;
  BarrierPattern reduction_barrier;
  ForcedReduction forced_reduction = ForcedReduction::none;
  bool deterministic_reduction = false;  // KMP_DETERMINISTIC_REDUCTION
  BranchBits plain_branch_bits;          // KMP_*_BARRIER
  BranchBits forkjoin_branch_bits;
  BranchBits reduction_branch_bits;

  Places places;
  Text cpu_affinity;  // GOMP_CPU_AFFINITY, syntax checked
  AffinityPolicy affinity_policy;
  HwSubset hw_subset;
  ProcBind teams_bind = ProcBind::spread;     // KMP_TEAMS_PROC_BIND: how the teams of a league share the places
  Neighbours neighbours = Neighbours::avoid;  // MUSTER_NEIGHBOURS
  bool display_affinity = false;
  Text affinity_format = {kDefaultAffinityFormat, sizeof(kDefaultAffinityFormat) - 1};

  std::int32_t task_queue = 0;  // MUSTER_TASK_QUEUE; counts when it is set
  std::int32_t wait_steps = 0;  // MUSTER_WAIT_STEPS; counts when it is set
  bool swap_cpus = false;       // MUSTER_SWAP_CPUS
  // MUSTER_IDLE_TIME; kBlocktimeInfinite: for ever.
  std::int64_t idle_time_ns = 2'000'000'000;
  Races races = Races::automatic;           // MUSTER_RACES
  std::uint32_t races_seed = 0;             // how deep deals tasks (tasks/dealing.h)
  bool check = false;                       // MUSTER_CHECK
  MemoryReport memory = MemoryReport::off;  // MUSTER_MEMORY
  bool task_throttling = true;              // KMP_ENABLE_TASK_THROTTLING
  bool use_helpers = true;                  // LIBOMP_USE_HIDDEN_HELPER_TASK
  std::int32_t helpers = 0;                 // LIBOMP_NUM_HIDDEN_HELPER_THREADS; counts when it is set
  AffinityPolicy helper_affinity;
  std::int32_t dispatch_buffers = 7;  // KMP_DISP_NUM_BUFFERS: checked, and without effect
  bool cancellation = false;
  std::int32_t max_task_priority = 0;
  TargetOffload target_offload = TargetOffload::default_;
  Allocator allocator;

  DisplayKind display_env = DisplayKind::none;
  bool display_settings = false;  // KMP_SETTINGS
  bool debug = false;             // OMP_DEBUG
  bool debug_output = false;      // GOMP_DEBUG
  bool tool = true;
  ToolVerbose tool_verbose_init = ToolVerbose::disabled;
  Text tool_verbose_file;  // with ToolVerbose::to_file
  Text tool_libraries;

  Text neighbours_folder;  // MUSTER_NEIGHBOURS_FOLDER
  Text cgroup_root;        // MUSTER_CGROUP_ROOT
  Text profile;            // MUSTER_PROFILE
  Text ledger;             // MUSTER_LEDGER
  Text check_file;         // MUSTER_CHECK_FILE
};

}  // namespace muster::settings

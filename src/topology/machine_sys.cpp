// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a machine from /sys. Each group's list of CPUs is read once, by its first CPU, and then given to all of them.
#include "topology/machine_sys.h"

#include <limits>

#include "platform/keep_errno.h"
#include "topology/cpu_list.h"
#include "topology/file_reader.h"
#include "topology/path_buffer.h"

namespace muster::topology {
namespace {

constexpr std::uint16_t kUnknown = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint16_t kUnlisted = kUnknown - 1;
static_assert(kMaxCpus < kUnlisted);

// More levels of cache than any CPU has; each level can have two (data and instructions).
constexpr std::uint32_t kMaxCaches = 16;
// The last one of CPUs with two caches at the first level and one at the second and third.
constexpr std::uint32_t kUsualLastCache = 3;
constexpr std::uint32_t kMostCapacity = 1U << 20;

// The files that list which CPUs share something.
class GroupFiles {
 public:
  explicit GroupFiles(const char* root) {
    start_at_root(path_, root);
    path_.append("/sys/devices/system");
    base_size_ = path_.size();
  }

  bool read_members(std::uint32_t os_cpu, Level level, CpuSet& members) {
    switch (level) {
      // The second name is the one that kernels before 5.3 have.
      case Level::kPackage:
        return read_topology(os_cpu, "package_cpus_list", members) ||
               read_topology(os_cpu, "core_siblings_list", members);
      case Level::kDie: return read_die(os_cpu, members);
      case Level::kCore:
        return read_topology(os_cpu, "core_cpus_list", members) ||
               read_topology(os_cpu, "thread_siblings_list", members);
      case Level::kLastLevelCache: return read_last_level_cache(os_cpu, members);
      default: return false;
    }
  }

  bool read_nodes(CpuSet& nodes) {
    path_.cut(base_size_);
    return read_list("/node/online", nodes);
  }

  bool read_node(std::uint32_t node, CpuSet& members) {
    start_path("/node/node", node);
    return read_list("/cpulist", members);
  }

  // The data cache of that level ('1' or '2').
  bool read_cache(std::uint32_t os_cpu, char wanted, CpuSet& members) {
    for (std::uint32_t cache = 0; cache < kMaxCaches; ++cache) {
      const char level = first_byte_of_cache(os_cpu, cache, "/level");
      if (level == 0) {
        return false;
      }
      if (level == wanted && first_byte_of_cache(os_cpu, cache, "/type") != 'I') {
        start_path("/cpu/cpu", os_cpu);
        path_.append("/cache/index");
        path_.append_number(cache);
        return read_list("/shared_cpu_list", members);
      }
    }
    return false;
  }

  // What a core can do, in relation to the strongest, which has 1024; 0 where the kernel does not say.
  std::uint32_t read_capacity(std::uint32_t os_cpu) {
    start_path("/cpu/cpu", os_cpu);
    path_.append("/cpu_capacity");
    std::uint32_t capacity = 0;
    if (path_.valid()) {
      FileReader file(path_.c_str());
      for (int byte = file.next(); byte >= '0' && byte <= '9' && capacity < kMostCapacity; byte = file.next()) {
        capacity = capacity * 10 + static_cast<std::uint32_t>(byte - '0');
      }
    }
    return capacity;
  }

  // A hybrid processor of Intel's has a performance monitor for each kind of core.
  bool read_cores_of_type(std::string_view type, CpuSet& members) {
    path_.cut(base_size_ - std::string_view("/system").size());
    path_.append(type);
    const bool is_there = read_list("/cpus", members);
    path_.cut(base_size_ - std::string_view("/system").size());
    path_.append("/system");
    return is_there;
  }

 private:
  void start_path(std::string_view folder, std::uint32_t number) {
    path_.cut(base_size_);
    path_.append(folder);
    path_.append_number(number);
  }

  bool read_list(std::string_view file, CpuSet& members) {
    path_.append(file);
    return path_.valid() && read_cpu_list(path_.c_str(), members);
  }

  bool read_topology(std::uint32_t os_cpu, std::string_view file, CpuSet& members) {
    start_path("/cpu/cpu", os_cpu);
    path_.append("/topology/");
    return read_list(file, members);
  }

  // Linux 5.3 to 5.16 has the files for dies on all architectures: where there is no such thing each CPU is listed alone, with -1 for a number
  // (drivers/base/topology.c; since 5.17 the files are not there).
  bool read_die(std::uint32_t os_cpu, CpuSet& members) {
    const bool is_listed = read_topology(os_cpu, "die_cpus_list", members);
    if (!is_listed || members.count() > 1) {
      return is_listed;
    }
    start_path("/cpu/cpu", os_cpu);
    path_.append("/topology/die_id");
    return first_byte() != '-';
  }

  // The first byte of the file that the path names, and 0 where there is none.
  char first_byte() {
    if (!path_.valid()) {
      return 0;
    }
    FileReader file(path_.c_str());
    const int byte = file.next();
    return byte == FileReader::kEnd ? '\0' : static_cast<char>(byte);
  }

  // Enough for cache levels (1 to 4) and types (Data, Instruction, Unified). 0 for no file.
  char first_byte_of_cache(std::uint32_t os_cpu, std::uint32_t cache, std::string_view file_name) {
    start_path("/cpu/cpu", os_cpu);
    path_.append("/cache/index");
    path_.append_number(cache);
    path_.append(file_name);
    return first_byte();
  }

  // The cache of the highest level that this CPU has, which is the last one that holds data, as the kernel lists them by rising level
  // (drivers/base/cacheinfo.c). Not always the third: there are cores without an L3.
  bool read_last_level_cache(std::uint32_t os_cpu, CpuSet& members) {
    constexpr std::string_view kType = "/type";
    std::uint32_t last = kUsualLastCache;
    char type = first_byte_of_cache(os_cpu, last, kType);
    while (type != 0 && last + 1 < kMaxCaches) {
      const char next = first_byte_of_cache(os_cpu, last + 1, kType);
      if (next == 0) {
        break;
      }
      type = next;
      ++last;
    }
    while ((type == 0 || type == 'I') && last != 0) {
      type = first_byte_of_cache(os_cpu, --last, kType);
    }
    if (type == 0 || type == 'I') {
      return false;
    }
    start_path("/cpu/cpu", os_cpu);
    path_.append("/cache/index");
    path_.append_number(last);
    return read_list("/shared_cpu_list", members);
  }

  PathBuffer path_;
  std::size_t base_size_ = 0;
};

class SysReader {
 public:
  SysReader(const char* root, std::span<MachineCpu> cpus) : files_(root), cpus_(cpus) {}

  void read_all() {
    number_groups(Level::kPackage, Level::kMachine);
    number_groups(Level::kDie, Level::kPackage);
    read_numa_nodes();
    number_groups(Level::kLastLevelCache, Level::kDie);
    number_groups(Level::kCore, Level::kThread);
  }

  void read_details() {
    number_caches(0, '1');
    number_caches(1, '2');
    read_types();
    read_efficiencies();
  }

 private:
  void number_caches(std::size_t index, char level) {
    for (MachineCpu& cpu : cpus_) {
      cpu.caches[index] = kNoCache;
    }
    std::uint16_t next = 0;
    for (MachineCpu& first : cpus_) {
      CpuSet members;
      if (first.caches[index] != kNoCache || !files_.read_cache(first.os_cpu, level, members)) {
        continue;
      }
      for (MachineCpu& cpu : cpus_) {
        if (cpu.caches[index] == kNoCache && (&cpu == &first || members.contains(cpu.os_cpu))) {
          cpu.caches[index] = next;
        }
      }
      ++next;
    }
  }

  void read_types() {
    CpuSet strong;
    CpuSet weak;
    const bool is_hybrid =
        files_.read_cores_of_type("/cpu_core", strong) && files_.read_cores_of_type("/cpu_atom", weak);
    for (MachineCpu& cpu : cpus_) {
      cpu.core_type = !is_hybrid                    ? CoreType::kUnknown
                      : weak.contains(cpu.os_cpu)   ? CoreType::kIntelAtom
                      : strong.contains(cpu.os_cpu) ? CoreType::kIntelCore
                                                    : CoreType::kUnknown;
    }
  }

  // How many different capacities are below a CPU's. Where the kernel tells none, the type decides.
  void read_efficiencies() {
    constexpr std::size_t kMost = 32;
    std::array<std::uint32_t, kMost> known{};
    std::size_t count = 0;
    const auto rank_of = [&](std::uint32_t capacity) {
      std::size_t rank = 0;
      while (rank < count && known[rank] < capacity) {
        ++rank;
      }
      return rank;
    };
    const auto capacity_of = [&](const MachineCpu& cpu) {
      const std::uint32_t capacity = files_.read_capacity(cpu.os_cpu);
      return capacity != 0 ? capacity : cpu.core_type == CoreType::kIntelCore ? 2U : 1U;
    };
    for (const MachineCpu& cpu : cpus_) {
      const std::uint32_t capacity = capacity_of(cpu);
      const std::size_t rank = rank_of(capacity);
      if (count < kMost && (rank == count || known[rank] != capacity)) {
        for (std::size_t i = count++; i > rank; --i) {
          known[i] = known[i - 1];
        }
        known[rank] = capacity;
      }
    }
    for (MachineCpu& cpu : cpus_) {
      cpu.efficiency = static_cast<std::uint8_t>(rank_of(capacity_of(cpu)));
    }
  }

  std::uint16_t& group(std::size_t cpu, Level level) { return cpus_[cpu].groups[static_cast<std::size_t>(level) - 1]; }

  bool same_group(std::size_t cpu_a, std::size_t cpu_b, Level level) {
    if (level == Level::kThread) {
      return cpu_a == cpu_b;
    }
    return level == Level::kMachine || group(cpu_a, level) == group(cpu_b, level);
  }

  // Gives every CPU its group at `level`. CPUs that are in no list which can be read are a group if they share the group at `outer`.
  void number_groups(Level level, Level outer) {
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
      group(cpu, level) = kUnknown;
    }
    std::uint16_t next = 0;
    for (std::size_t first = 0; first < cpus_.size(); ++first) {
      CpuSet members;
      if (group(first, level) != kUnknown) {
        continue;
      }
      if (!files_.read_members(cpus_[first].os_cpu, level, members)) {
        group(first, level) = kUnlisted;
        continue;
      }
      group(first, level) = next;
      for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
        if (group(cpu, level) >= kUnlisted && members.contains(cpus_[cpu].os_cpu)) {
          group(cpu, level) = next;
        }
      }
      ++next;
    }
    for (std::size_t first = 0; first < cpus_.size(); ++first) {
      if (group(first, level) != kUnlisted) {
        continue;
      }
      for (std::size_t cpu = first; cpu < cpus_.size(); ++cpu) {
        if (group(cpu, level) == kUnlisted && same_group(first, cpu, outer)) {
          group(cpu, level) = next;
        }
      }
      ++next;
    }
  }

  // The kernel lists CPUs by node, not nodes by CPU, so this goes the other way round. CPUs in no node (a kernel
  // without NUMA lists none) make up one more.
  void read_numa_nodes() {
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
      group(cpu, Level::kNumaNode) = kUnknown;
    }
    CpuSet nodes;
    files_.read_nodes(nodes);
    std::uint16_t next = 0;
    for (std::uint32_t node = nodes.next(0); node < kMaxCpus; node = nodes.next(node + 1)) {
      CpuSet members;
      files_.read_node(node, members);
      next = static_cast<std::uint16_t>(next + (take_unknown(members, next, node) ? 1 : 0));
    }
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
      if (group(cpu, Level::kNumaNode) == kUnknown) {
        group(cpu, Level::kNumaNode) = next;
      }
    }
  }

  // Puts those of `members` that are in no NUMA node yet into the group of that number; true if there are any.
  bool take_unknown(const CpuSet& members, std::uint16_t number, std::uint32_t os_node) {
    bool any = false;
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
      if (group(cpu, Level::kNumaNode) == kUnknown && members.contains(cpus_[cpu].os_cpu)) {
        group(cpu, Level::kNumaNode) = number;
        cpus_[cpu].os_node = static_cast<std::uint16_t>(os_node);
        any = true;
      }
    }
    return any;
  }

  GroupFiles files_;
  std::span<MachineCpu> cpus_;
};

}  // namespace

bool read_group(const char* root, std::uint32_t os_cpu, Level level, CpuSet& members) {
  const platform::KeepErrno keep_errno;
  GroupFiles files(root);
  if (level != Level::kNumaNode) {
    return files.read_members(os_cpu, level, members);
  }
  CpuSet nodes;
  files.read_nodes(nodes);
  for (std::uint32_t node = nodes.next(0); node < kMaxCpus; node = nodes.next(node + 1)) {
    if (files.read_node(node, members) && members.contains(os_cpu)) {
      return true;
    }
  }
  return false;
}

bool read_online_cpus(const char* root, CpuSet& cpus) {
  const platform::KeepErrno keep_errno;
  PathBuffer path;
  start_at_root(path, root);
  path.append("/sys/devices/system/cpu/online");
  cpus = CpuSet{};
  return path.valid() && read_cpu_list(path.c_str(), cpus);
}

bool read_online_nodes(const char* root, CpuSet& nodes) {
  const platform::KeepErrno keep_errno;
  return GroupFiles(root).read_nodes(nodes);
}

bool read_node_cpus(const char* root, std::uint32_t node, CpuSet& cpus) {
  const platform::KeepErrno keep_errno;
  return GroupFiles(root).read_node(node, cpus);
}

Machine read_machine(const char* root, const CpuSet& cpus, std::span<MachineCpu> storage) {
  const platform::KeepErrno keep_errno;
  std::size_t count = 0;
  for (std::uint32_t cpu = cpus.next(0); cpu < kMaxCpus && count < storage.size(); cpu = cpus.next(cpu + 1)) {
    storage[count] = MachineCpu{};
    storage[count++].os_cpu = static_cast<std::uint16_t>(cpu);
  }
  const std::span<MachineCpu> described(storage.data(), count);
  SysReader(root, described).read_all();
  return Machine(described);
}

void read_core_details(const char* root, std::span<MachineCpu> cpus) {
  const platform::KeepErrno keep_errno;
  SysReader(root, cpus).read_details();
}

}  // namespace muster::topology

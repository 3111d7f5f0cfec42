// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "topology/memory_kinds.h"

#include "platform/keep_errno.h"
#include "topology/cpu_list.h"
#include "topology/file_reader.h"
#include "topology/path_buffer.h"

namespace muster::topology {
namespace {

class NodeFiles {
 public:
  explicit NodeFiles(const char* root) {
    start_at_root(path_, root);
    path_.append("/sys/devices/system/node");
    base_size_ = path_.size();
  }

  CpuSet nodes() {
    CpuSet nodes;
    path_.cut(base_size_);
    path_.append("/online");
    if (path_.valid()) {
      read_cpu_list(path_.c_str(), nodes);
    }
    return nodes;
  }

  bool has_cpus(std::uint32_t node) {
    CpuSet cpus;
    enter(node);
    path_.append("/cpulist");
    return path_.valid() && read_cpu_list(path_.c_str(), cpus) && cpus.next(0) < kMaxCpus;
  }

  // From the nearest CPUs, in MB/s; 0 where the kernel does not say. Class 0 is that of the nearest initiator of any kind, such as an accelerator with memory
  // of its own; class 1 has CPUs alone, and older kernels do not have it (Linux, admin-guide/mm/numaperf).
  std::uint64_t read_bandwidth(std::uint32_t node) {
    const std::uint64_t from_cpus = read_number(node, "/access1/initiators/read_bandwidth");
    return from_cpus != 0 ? from_cpus : read_number(node, "/access0/initiators/read_bandwidth");
  }

 private:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 50;

  std::uint64_t read_number(std::uint32_t node, std::string_view file_name) {
    enter(node);
    path_.append(file_name);
    std::uint64_t number = 0;
    if (path_.valid()) {
      FileReader file(path_.c_str());
      for (int byte = file.next(); byte >= '0' && byte <= '9' && number < kMost; byte = file.next()) {
        number = number * 10 + static_cast<std::uint64_t>(byte - '0');
      }
    }
    return number;
  }

  void enter(std::uint32_t node) {
    path_.cut(base_size_);
    path_.append("/node");
    path_.append_number(node);
  }

  PathBuffer path_;
  std::size_t base_size_ = 0;
};

}  // namespace

CpuSet high_bandwidth_nodes(const char* root) {
  const platform::KeepErrno keep_errno;
  NodeFiles files(root);
  const CpuSet nodes = files.nodes();
  std::uint64_t usual = 0;
  for (std::uint32_t node = nodes.next(0); node < kMaxCpus; node = nodes.next(node + 1)) {
    const std::uint64_t bandwidth = files.has_cpus(node) ? files.read_bandwidth(node) : 0;
    if (bandwidth != 0 && (usual == 0 || bandwidth < usual)) {
      usual = bandwidth;
    }
  }
  CpuSet fast;
  for (std::uint32_t node = nodes.next(0); node < kMaxCpus && usual != 0; node = nodes.next(node + 1)) {
    if (files.read_bandwidth(node) >= 2 * usual) {
      fast.add(node);
    }
  }
  return fast;
}

}  // namespace muster::topology

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU quota from the files of cgroup v1 and v2, rounded up in whole numbers.
#include "topology/cpu_quota.h"

#include <limits>
#include <string_view>

#include "base/base.h"
#include "platform/keep_errno.h"
#include "topology/cgroup.h"
#include "topology/file_reader.h"

namespace muster::topology {
namespace {

constexpr std::uint32_t kNoLimit = 0;

// A whole file of one short line. The longest is cpu.max: two numbers of at most 20 digits, a space and a newline.
struct ShortFile {
  char text[48];
  std::size_t size = 0;
  bool valid = false;

  std::string_view view() const { return {text, size}; }
};

// Reads `<folder>/<name>`, and leaves `folder` as it was.
void read_short_file(PathBuffer& folder, std::string_view name, ShortFile& content) {
  const std::size_t folder_size = folder.size();
  folder.append(name);
  if (!folder.valid()) {
    return;
  }
  {
    FileReader file(folder.c_str());
    int byte = file.next();
    while (byte != FileReader::kEnd && content.size < sizeof(content.text)) {
      content.text[content.size++] = static_cast<char>(byte);
      byte = file.next();
    }
    content.valid = byte == FileReader::kEnd && !file.failed();
  }
  folder.cut(folder_size);
}

bool is_end(std::string_view rest) { return rest.empty() || rest == "\n"; }

std::uint32_t cpus_of(std::uint64_t quota_us, std::uint64_t period_us) {
  if (period_us == 0) {
    return kNoLimit;
  }
  const std::uint64_t cpus = base::divide_rounding_up(quota_us, period_us);
  // More than any machine has: as good as none.
  return cpus <= std::numeric_limits<std::uint32_t>::max() ? static_cast<std::uint32_t>(cpus) : kNoLimit;
}

// `max 100000` or `50000 100000`.
std::uint32_t limit_v2(PathBuffer& folder) {
  ShortFile file;
  read_short_file(folder, "/cpu.max", file);
  std::string_view text = file.view();
  std::uint64_t quota_us = 0;
  std::uint64_t period_us = 0;
  if (!file.valid || !take_number(text, quota_us) || !text.starts_with(' ')) {
    return kNoLimit;
  }
  text.remove_prefix(1);
  return take_number(text, period_us) && is_end(text) ? cpus_of(quota_us, period_us) : kNoLimit;
}

bool read_number(PathBuffer& folder, std::string_view name, std::uint64_t& number) {
  ShortFile file;
  read_short_file(folder, name, file);
  std::string_view text = file.view();
  return file.valid && take_number(text, number) && is_end(text);
}

// A quota of -1 means none; as it has no digits in front, it falls out with the malformed ones.
std::uint32_t limit_v1(PathBuffer& folder) {
  std::uint64_t quota_us = 0;
  std::uint64_t period_us = 0;
  return read_number(folder, "/cpu.cfs_quota_us", quota_us) && read_number(folder, "/cpu.cfs_period_us", period_us)
             ? cpus_of(quota_us, period_us)
             : kNoLimit;
}

std::uint32_t smaller(std::uint32_t a, std::uint32_t b) {
  if (a == kNoLimit || b == kNoLimit) {
    return a == kNoLimit ? b : a;
  }
  return a < b ? a : b;
}

// From the cgroup up to the mount point. A folder that is not there is passed over: a process can outlive the name of
// its cgroup, and a container can have its cgroup hidden while the parents are visible.
std::uint32_t smallest_limit(CgroupFolder& folder, CgroupVersion version) {
  if (!folder.found) {
    return kNoLimit;
  }
  std::uint32_t smallest = kNoLimit;
  for (;;) {
    smallest = smaller(smallest, version == CgroupVersion::kV2 ? limit_v2(folder.path) : limit_v1(folder.path));
    if (!folder.path.valid() || folder.path.size() <= folder.mount_point_size) {
      return smallest;
    }
    folder.path.drop_last_component();
  }
}

}  // namespace

std::uint32_t quota_cpus(const char* root) {
  const platform::KeepErrno keep_errno;
  CpuCgroups cgroups;
  find_cpu_cgroups(root, cgroups);
  return smaller(smallest_limit(cgroups.v1, CgroupVersion::kV1), smallest_limit(cgroups.v2, CgroupVersion::kV2));
}

}  // namespace muster::topology

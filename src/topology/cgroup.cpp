// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the names in /proc/self/cgroup and the mounts in /proc/self/mountinfo to folders.
#include "topology/cgroup.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <string_view>

#include "base/base.h"
#include "platform/native.h"
#include "topology/file_reader.h"

namespace muster::topology {
namespace {

// The fields of one mountinfo line that matter here.
struct Mount {
  std::string_view root;  // which folder of the hierarchy is mounted
  std::string_view mount_point;
  std::string_view type;
  std::string_view super_options;
};

// Takes the text before the next `separator` off the front of `text`; all of it when there is none.
std::string_view take_field(std::string_view& text, char separator) {
  std::size_t size = 0;
  while (size < text.size() && text[size] != separator) {
    ++size;
  }
  std::string_view field = text;
  field.remove_suffix(text.size() - size);
  text.remove_prefix(size < text.size() ? size + 1 : size);
  return field;
}

bool list_has(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    if (take_field(list, ',') == wanted) {
      return true;
    }
  }
  return false;
}

// One line of /proc/self/cgroup is `hierarchy:controllers:path`, and the path may hold further colons.
void read_cgroup_line(std::string_view line, CgroupName& v1, CgroupName& v2) {
  const std::string_view hierarchy = take_field(line, ':');
  const std::string_view controllers = take_field(line, ':');
  if (line.empty() || line.front() != '/') {
    return;
  }
  const bool is_v2 = hierarchy == "0" && controllers.empty();
  if (!is_v2 && !list_has(controllers, "cpu")) {
    return;
  }
  CgroupName& name = is_v2 ? v2 : v1;
  if (!name.known) {
    name.path.append(line);
    name.known = name.path.valid();
  }
}

void read_cgroup_names(const char* path, Line& line, CgroupName& v1, CgroupName& v2) {
  FileReader file(path);
  while (read_line(file, line)) {
    if (line.complete) {
      read_cgroup_line(line.view(), v1, v2);
    }
  }
}

// mountinfo writes space, tab, newline and backslash as a backslash and three octal digits.
std::string_view unescape_in_place(Line& line, std::string_view field) {
  char* const begin = line.text + (field.data() - line.text);
  const auto octal = [&](std::size_t at) { return at < field.size() && begin[at] >= '0' && begin[at] <= '7'; };
  std::size_t size = 0;
  for (std::size_t at = 0; at < field.size(); ++at) {
    char character = begin[at];
    if (character == '\\' && octal(at + 1) && octal(at + 2) && octal(at + 3)) {
      character = static_cast<char>((begin[at + 1] - '0') * 64 + (begin[at + 2] - '0') * 8 + (begin[at + 3] - '0'));
      at += 3;
    }
    begin[size++] = character;
  }
  return {begin, size};
}

// `36 35 98:0 /root /mount/point rw,noatime shared:1 - cgroup2 source rw`: single spaces, any number of optional fields
// before the lone hyphen. False for a line of another form.
bool read_mount(std::string_view line, Mount& mount) {
  for (int skipped = 0; skipped < 3; ++skipped) {
    take_field(line, ' ');
  }
  mount.root = take_field(line, ' ');
  mount.mount_point = take_field(line, ' ');
  take_field(line, ' ');
  while (!line.empty()) {
    if (take_field(line, ' ') == "-") {
      mount.type = take_field(line, ' ');
      take_field(line, ' ');
      mount.super_options = take_field(line, ' ');
      return !mount.root.empty() && mount.root.front() == '/' && !mount.mount_point.empty() &&
             mount.mount_point.front() == '/';
    }
  }
  return false;
}

bool climbs(std::string_view path) {
  while (!path.empty()) {
    if (take_field(path, '/') == "..") {
      return true;
    }
  }
  return false;
}

// Chooses among the mounts of one hierarchy: the one that shows the process' cgroup with the most parents. A mount that
// does not show it is second best.
class FolderChoice {
 public:
  FolderChoice(const char* root, const CgroupName& name, CgroupFolder& folder)
      : root_(root), name_(name), folder_(folder) {}

  void consider(const Mount& mount) {
    if (!name_.known) {
      return;
    }
    const std::string_view mounted = mount.root == "/" ? std::string_view() : mount.root;
    std::string_view below = name_.path.view();
    const bool visible = below.starts_with(mounted) && (below.size() == mounted.size() || below[mounted.size()] == '/');
    if (visible) {
      below.remove_prefix(mounted.size());
      if (climbs(below)) {
        // The process was left outside of the cgroup namespace it entered: no limit seen through this mount is its own.
        return;
      }
    } else {
      // A container that has a part of the hierarchy mounted, under names of its own: the process is in or below the
      // mount point, where exactly cannot be known. The mount point's limit holds for it in any case.
      below = {};
    }
    const bool better = !folder_.found || (visible && (!visible_ || mounted.size() < mounted_size_));
    if (better) {
      take(mount.mount_point, below, visible, mounted.size());
    }
  }

 private:
  void take(std::string_view mount_point, std::string_view below, bool visible, std::size_t mounted_size) {
    folder_.path.clear();
    start_at_root(folder_.path, root_);
    folder_.path.append(mount_point);
    folder_.path.strip_trailing_slashes();
    folder_.mount_point_size = folder_.path.size();
    folder_.path.append(below);
    folder_.path.strip_trailing_slashes();
    folder_.found = folder_.path.valid();
    visible_ = visible && folder_.found;
    mounted_size_ = mounted_size;
  }

  const char* root_;
  const CgroupName& name_;
  CgroupFolder& folder_;
  bool visible_ = false;
  std::size_t mounted_size_ = 0;
};

void read_mounts(const char* path, Line& line, FolderChoice& v1, FolderChoice& v2) {
  FileReader file(path);
  while (read_line(file, line)) {
    Mount mount;
    if (!line.complete || !read_mount(line.view(), mount)) {
      continue;
    }
    const bool is_v2 = mount.type == "cgroup2";
    if (is_v2 || (mount.type == "cgroup" && list_has(mount.super_options, "cpu"))) {
      mount.root = unescape_in_place(line, mount.root);
      mount.mount_point = unescape_in_place(line, mount.mount_point);
      (is_v2 ? v2 : v1).consider(mount);
    }
  }
}

// False where the cgroup is not seen under its full name there.
bool find_at(const char* root, std::string_view mount_point, const CgroupName& name, std::int64_t type,
             FileSystemType* type_of, CgroupFolder& folder) {
  folder.path.clear();
  start_at_root(folder.path, root);
  folder.path.append(mount_point);
  folder.mount_point_size = folder.path.size();
  folder.path.append(name.path.view());
  folder.path.strip_trailing_slashes();
  folder.found = folder.path.valid() && !climbs(name.path.view()) && type_of(folder.path.c_str()) == type;
  return folder.found;
}

}  // namespace

std::int64_t type_of_file_system(const char* path) {
  struct statfs about;
  return statfs(path, &about) == 0 ? static_cast<std::int64_t>(about.f_type) : 0;
}

bool find_at_usual_places(const char* root, const CgroupName& v1, const CgroupName& v2, FileSystemType* type_of,
                          CpuCgroups& cgroups) {
  const bool has_v1 = !v1.known || find_at(root, "/sys/fs/cgroup/cpu", v1, CGROUP_SUPER_MAGIC, type_of, cgroups.v1);
  const bool has_v2 =
      has_v1 && (!v2.known || find_at(root, "/sys/fs/cgroup", v2, CGROUP2_SUPER_MAGIC, type_of, cgroups.v2) ||
                 find_at(root, "/sys/fs/cgroup/unified", v2, CGROUP2_SUPER_MAGIC, type_of, cgroups.v2));
  if (!has_v2) {
    cgroups.v1.found = false;
    cgroups.v2.found = false;
  }
  return has_v2;
}

namespace {

struct Scratch {
  PathBuffer path;
  CgroupName v1_name;
  CgroupName v2_name;
  Line line;

  void clear() {
    path.clear();
    for (CgroupName* name : {&v1_name, &v2_name}) {
      name->known = false;
      name->path.clear();
    }
  }
};

// These 7 KiB are too much for a thread whose stack has 16, the least there is (PTHREAD_STACK_MIN). Searches of several threads at once are rare, and so is a
// forked child whose parent was searching: the others have the block on their stack.
class Shared {
 public:
  // I: acquire, pairs with L
  Shared() : is_own_(in_use.exchange_acquire(1) == 0) {}
  ~Shared() {
    if (is_own_) {
      in_use.store_release(0);  // L: release, pairs with I
    }
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Scratch* get() const { return is_own_ ? &scratch : nullptr; }

 private:
  static constinit platform::Native::Atomic<std::uint32_t> in_use;
  static Scratch scratch;

  bool is_own_;
};
constinit platform::Native::Atomic<std::uint32_t> Shared::in_use{0};
Scratch Shared::scratch;

void find_cpu_cgroups(const char* root, CpuCgroups& cgroups, Scratch& scratch) {
  scratch.clear();
  auto& [path, v1_name, v2_name, line] = scratch;
  start_at_root(path, root);
  path.append("/proc/self/");
  const std::size_t folder_size = path.size();
  path.append("mountinfo");
  if (!path.valid()) {
    return;
  }
  path.cut(folder_size);
  path.append("cgroup");
  read_cgroup_names(path.c_str(), line, v1_name, v2_name);
  const bool is_named = v1_name.known || v2_name.known;
  if (is_named && !find_at_usual_places(root, v1_name, v2_name, &type_of_file_system, cgroups)) {
    FolderChoice v1(root, v1_name, cgroups.v1);
    FolderChoice v2(root, v2_name, cgroups.v2);
    path.cut(folder_size);
    path.append("mountinfo");
    read_mounts(path.c_str(), line, v1, v2);
  }
}

MUSTER_NOINLINE void find_on_own_stack(const char* root, CpuCgroups& cgroups) {
  Scratch scratch;
  find_cpu_cgroups(root, cgroups, scratch);
}

}  // namespace

void find_cpu_cgroups(const char* root, CpuCgroups& cgroups) {
  const Shared shared;
  if (shared.get() != nullptr) {
    find_cpu_cgroups(root, cgroups, *shared.get());
  } else {
    find_on_own_stack(root, cgroups);
  }
}

}  // namespace muster::topology

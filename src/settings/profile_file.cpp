// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding and reading the file of a profile.
//
// The file is read, not mapped: reading a mapped file that somebody truncates would end the program with SIGBUS. It takes
// the same few microseconds for the tens of KiB that a profile has.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/pages.h"
#include "settings/scanner.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::settings {
namespace {

// A full profile of ten algorithms, 28 team sizes and 3 placements has 7,500 rows of about 45 bytes.
constexpr std::size_t kMostBytes = 512 * 1024;

class Path {
 public:
  Path& add(std::string_view piece) {
    for (const char c : piece) {
      if (size_ + 1 < sizeof chars_) {
        chars_[size_++] = c;
      } else {
        fits_ = false;
      }
    }
    chars_[size_] = '\0';
    return *this;
  }
  // A path cut short would name another file.
  const char* chars() const { return fits_ ? chars_ : ""; }
  std::string_view view() const { return {chars_, size_}; }

 private:
  bool fits_ = true;
  std::size_t size_ = 0;
  char chars_[PATH_MAX] = {};
};

std::string_view variable(char* const* environment, std::string_view name) {
  for (char* const* entry = environment; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.size() > name.size() && has_prefix(text, name) && text[name.size()] == '=') {
      return {text.data() + name.size() + 1, text.size() - name.size() - 1};
    }
  }
  return {};
}

// XDG Base Directory Specification 0.8: a path that is not absolute counts as not set.
void add_default_path(Path& path, char* const* environment) {
  const std::string_view config = variable(environment, "XDG_CONFIG_HOME");
  const std::string_view home = variable(environment, "HOME");
  if (has_prefix(config, "/")) {
    path.add(config).add("/muster/profile");
  } else if (has_prefix(home, "/")) {
    path.add(home).add("/.config/muster/profile");
  }
}

class File {
 public:
  // O_NONBLOCK: a pipe of that name must not hold the program up.
  explicit File(const char* path) : descriptor_(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {}
  ~File() {
    if (memory_ != nullptr) {
      platform::free_pages(memory_, kMostBytes);
    }
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }

  // Null, or what is wrong with the file.
  const char* read_all() {
    struct stat status = {};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
      return "which is not a regular file";
    }
    // Pages that no text reaches cost nothing.
    memory_ = platform::allocate_pages(kMostBytes);
    if (memory_ == nullptr) {
      return "for which there is no memory";
    }
    while (size_ < kMostBytes) {
      const ssize_t got = read(descriptor_, static_cast<char*>(memory_) + size_, kMostBytes - size_);
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got < 0) {
        return "which cannot be read";
      }
      if (got == 0) {
        return nullptr;
      }
      size_ += static_cast<std::size_t>(got);
    }
    return "which is larger than any profile";
  }

  std::string_view text() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  int descriptor_;
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

// False, and a reason, when the profile is not to be used.
bool read_profile(Profile& out, File& file, std::uint32_t cpus, const char* root, LineWriter& why) {
  if (const char* wrong = file.read_all(); wrong != nullptr) {
    why.add(wrong);
    return false;
  }
  const topology::ShortText shape = topology::machine_shape(root);
  const topology::ShortText cpu = topology::cpu_model(root);
  return out.parse(file.text(), {shape.view(), cpu.view(), cpus}, why);
}

}  // namespace

void load_profile(Profile& out, const Settings& settings, char* const* environment, std::uint32_t cpus,
                  const char* root, const DiagnosticSink& diagnostics) {
  const GlobalSettings& global = settings.global;
  if (global.secure || same_word(global.profile.view(), "none")) {
    return;
  }
  const int saved_errno = errno;  // a program starts with errno 0 (C11 7.5)
  Path path;
  if (!global.profile.empty()) {
    path.add(global.profile.view());
  } else {
    add_default_path(path, environment);
  }
  File file(path.chars());
  LineWriter why;
  bool usable = false;
  if (file.is_open()) {
    usable = read_profile(out, file, cpus, root, why);
  } else {
    why.add("which cannot be opened");
    usable = global.profile.empty() && (errno == ENOENT || errno == ENOTDIR || errno == EACCES);
  }
  if (!usable && global.warnings) {
    complain(diagnostics, "MUSTER_PROFILE", path.view(), why.text(), "the built-in rules");
  }
  errno = saved_errno;
}

}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder of files that exists as long as the object: a machine's /proc and /sys made up by a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace muster::topology::test {

class ScratchTree {
 public:
  ScratchTree() {
    std::string name = (folder() / "muster-topology-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) {
      root_ = name;
    } else {
      ADD_FAILURE() << "cannot create a folder like " << name;
    }
  }
  ~ScratchTree() {
    std::error_code ignored;
    if (!root_.empty()) {
      std::filesystem::remove_all(root_, ignored);
    }
  }
  ScratchTree(const ScratchTree&) = delete;
  ScratchTree& operator=(const ScratchTree&) = delete;

  const char* root() const { return root_.c_str(); }

  // `path` as on the machine, from the root: "/proc/self/cgroup".
  void write(const std::string& path, std::string_view content) const {
    const std::filesystem::path file(root_ + path);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << content;
    out.close();
    EXPECT_TRUE(out.good()) << "cannot write " << file;
  }

  void remove(const std::string& path) const { std::filesystem::remove_all(root_ + path); }

 private:
  // A large machine has thousands of small files, which a disk takes seconds to make and memory does not.
  static std::filesystem::path folder() {
    const std::filesystem::path in_memory("/dev/shm");
    return access(in_memory.c_str(), W_OK) == 0 ? in_memory : std::filesystem::temp_directory_path();
  }

  std::string root_;
};

}  // namespace muster::topology::test

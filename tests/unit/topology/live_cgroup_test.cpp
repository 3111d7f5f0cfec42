// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The quota of a real cgroup of version 1, made for the test and removed after it. Skipped, with the reason, where
// there is no such hierarchy or the user may not make cgroups (Debian 12 has version 2 only; containers).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "topology/topology.h"

namespace muster::topology::test {
namespace {

constexpr int kNotMoved = 200;

// Exactly one write(), as cgroup files need; only async-signal-safe calls, so that a forked child can use it.
bool write_once(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const auto size = static_cast<ssize_t>(std::strlen(text));
  const bool written = write(file, text, static_cast<std::size_t>(size)) == size;
  close(file);
  return written;
}

class Cgroup {
 public:
  explicit Cgroup(std::string path) : path_(std::move(path)), made_(mkdir(path_.c_str(), 0755) == 0) {}
  ~Cgroup() {
    // A process that has ended leaves its cgroup a moment after its parent has seen it end.
    for (int attempt = 0; made_ && attempt < 100; ++attempt) {
      if (rmdir(path_.c_str()) == 0) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (made_) {
      ADD_FAILURE() << "cannot remove " << path_ << ": " << std::strerror(errno) << "; remove it by hand with rmdir";
    }
  }
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  bool made() const { return made_; }
  const std::string& path() const { return path_; }

  bool set_quota(const char* quota_us, const char* period_us) const {
    return write_once((path_ + "/cpu.cfs_period_us").c_str(), period_us) &&
           write_once((path_ + "/cpu.cfs_quota_us").c_str(), quota_us);
  }

  // quota_cpus() of a child process in this cgroup; kNotMoved when it cannot be put there, negative when it failed.
  int quota_inside() const {
    const std::string members = path_ + "/cgroup.procs";
    const pid_t child = fork();
    if (child == 0) {
      alarm(30);
      _exit(write_once(members.c_str(), "0") ? static_cast<int>(quota_cpus(nullptr)) : kNotMoved);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
      return -1;
    }
    return WEXITSTATUS(status);
  }

 private:
  std::string path_;
  bool made_;
};

class LiveCgroup : public ::testing::Test {
 protected:
  // Folder for a new cgroup; empty where there is no v1 hierarchy with the cpu controller.
  static std::string new_cgroup() {
    for (const char* mount : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
      if (access((std::string(mount) + "/cpu.cfs_quota_us").c_str(), F_OK) == 0) {
        return std::string(mount) + "/muster-test-" + std::to_string(getpid());
      }
    }
    return {};
  }
};

TEST_F(LiveCgroup, QuotaOfOneCore) {
  const std::string path = new_cgroup();
  if (path.empty()) {
    GTEST_SKIP() << "no v1 hierarchy with the cpu controller under /sys/fs/cgroup";
  }
  const Cgroup cgroup(path);
  if (!cgroup.made() || !cgroup.set_quota("100000", "100000")) {
    GTEST_SKIP() << "cannot make a cgroup with a quota at " << path << ": " << std::strerror(errno);
  }
  const int quota = cgroup.quota_inside();
  if (quota == kNotMoved) {
    GTEST_SKIP() << "may not move a process to " << path;
  }
  EXPECT_EQ(quota, 1);
  capture_affinity(getpid());
  EXPECT_EQ(default_team(affinity_cpus(), static_cast<std::uint32_t>(quota), 0).threads, 1U);
}

TEST_F(LiveCgroup, QuotaOfTheParent) {
  const std::string path = new_cgroup();
  if (path.empty()) {
    GTEST_SKIP() << "no v1 hierarchy with the cpu controller under /sys/fs/cgroup";
  }
  const Cgroup parent(path);
  const Cgroup leaf(path + "/leaf");
  if (!parent.made() || !leaf.made() || !parent.set_quota("15000", "10000")) {
    GTEST_SKIP() << "cannot make cgroups with a quota at " << path << ": " << std::strerror(errno);
  }
  const int quota = leaf.quota_inside();
  if (quota == kNotMoved) {
    GTEST_SKIP() << "may not move a process to " << leaf.path();
  }
  // Where the whole machine is a container, a limit above the test's own can be smaller.
  const std::uint32_t outside = quota_cpus(nullptr);
  EXPECT_EQ(quota, outside == 1 ? 1 : 2);
}

}  // namespace
}  // namespace muster::topology::test

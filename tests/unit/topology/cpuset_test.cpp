// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPUs that control groups leave a process, from files made by the test.
#include "topology/cpuset.h"

#include <gtest/gtest.h>

#include <string_view>

#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

class Cpuset : public ::testing::Test {
 protected:
  Cpuset() {
    tree_.write("/proc/self/cgroup", "0::/slice/job\n");
    tree_.write("/proc/self/mountinfo", "30 1 0:26 / /v2 rw - cgroup2 cgroup2 rw\n");
    tree_.write("/v2/slice/job/cgroup.procs", "");
  }

  void write(const char* folder, std::string_view list) const {
    tree_.write(std::string("/v2") + folder + "/cpuset.cpus.effective", list);
  }
  // How many, 0: nobody tells.
  std::uint32_t count() const {
    CpuSet cpus;
    cpus.add(7);
    const bool is_told = read_cpuset(tree_.root(), cpus);
    EXPECT_EQ(is_told, cpus.count() != 0);
    return cpus.count();
  }

  ScratchTree tree_;
};

TEST_F(Cpuset, OfTheProcessCgroup) {
  write("/slice/job", "0-3,8\n");
  write("/slice", "0-15\n");
  EXPECT_EQ(count(), 5U);
}

TEST_F(Cpuset, OfTheNearestParentThatHasOne) {
  write("/slice", "0-1\n");
  write("", "0-15\n");
  EXPECT_EQ(count(), 2U);
}

TEST_F(Cpuset, OfTheMountPoint) {
  write("", "0-15\n");
  EXPECT_EQ(count(), 16U);
}

TEST_F(Cpuset, IsNotToldWithoutFiles) { EXPECT_EQ(count(), 0U); }

TEST_F(Cpuset, EmptyAndMalformedListsAreTheParents) {
  write("/slice", "4\n");
  for (const char* list : {"\n", "", "all\n", "3-1\n"}) {
    write("/slice/job", list);
    EXPECT_EQ(count(), 1U) << list;
  }
}

TEST_F(Cpuset, FilesAboveTheMountPointDoNotCount) {
  tree_.write("/cpuset.cpus.effective", "0-3\n");
  EXPECT_EQ(count(), 0U);
}

}  // namespace
}  // namespace muster::topology::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where cgroups are found without mountinfo, and where not: then it has to be read.
#include <gtest/gtest.h>
#include <linux/magic.h>

#include <map>
#include <string>

#include "topology/cgroup.h"
#include "topology/topology.h"

namespace muster::topology::test {
namespace {

// Folders of the machine that the test makes up, and the types of their file systems.
std::map<std::string, std::int64_t> folders;

std::int64_t type_of(const char* path) {
  const auto found = folders.find(path);
  return found == folders.end() ? TMPFS_MAGIC : found->second;
}

class UsualPlaces : public ::testing::Test {
 protected:
  void SetUp() override { folders.clear(); }

  bool find(const char* root = nullptr) { return find_at_usual_places(root, v1_, v2_, &type_of, cgroups_); }
  static void name(CgroupName& one, const char* path) {
    one.known = true;
    one.path.append(path);
  }

  CgroupName v1_;
  CgroupName v2_;
  CpuCgroups cgroups_;
};

TEST_F(UsualPlaces, HaveTheUnifiedHierarchy) {
  name(v2_, "/user.slice/session.scope");
  folders["/sys/fs/cgroup/user.slice/session.scope"] = CGROUP2_SUPER_MAGIC;
  ASSERT_TRUE(find());
  EXPECT_TRUE(cgroups_.v2.found);
  EXPECT_FALSE(cgroups_.v1.found);
  EXPECT_EQ(cgroups_.v2.path.view(), "/sys/fs/cgroup/user.slice/session.scope");
  EXPECT_EQ(cgroups_.v2.mount_point_size, std::string("/sys/fs/cgroup").size());
}

TEST_F(UsualPlaces, HaveTheRootOfANamespace) {
  name(v2_, "/");
  folders["/sys/fs/cgroup"] = CGROUP2_SUPER_MAGIC;
  ASSERT_TRUE(find());
  EXPECT_EQ(cgroups_.v2.path.view(), "/sys/fs/cgroup");
  EXPECT_EQ(cgroups_.v2.mount_point_size, cgroups_.v2.path.size());
}

TEST_F(UsualPlaces, HaveBothHierarchiesOfAHybridMachine) {
  name(v1_, "/system.slice");
  name(v2_, "/system.slice/job.service");
  folders["/sys/fs/cgroup/cpu/system.slice"] = CGROUP_SUPER_MAGIC;
  folders["/sys/fs/cgroup/unified/system.slice/job.service"] = CGROUP2_SUPER_MAGIC;
  ASSERT_TRUE(find());
  EXPECT_EQ(cgroups_.v1.path.view(), "/sys/fs/cgroup/cpu/system.slice");
  EXPECT_EQ(cgroups_.v2.path.view(), "/sys/fs/cgroup/unified/system.slice/job.service");
}

TEST_F(UsualPlaces, DoNotShowACgroupUnderAnotherName) {
  // A container whose own cgroup is mounted there, under the name that it has outside.
  name(v1_, "/docker/0123");
  folders["/sys/fs/cgroup/cpu"] = CGROUP_SUPER_MAGIC;
  EXPECT_FALSE(find());
  EXPECT_FALSE(cgroups_.v1.found);
}

TEST_F(UsualPlaces, MustHaveEachOfTheCgroups) {
  name(v1_, "/system.slice");
  name(v2_, "/system.slice/job.service");
  folders["/sys/fs/cgroup/cpu/system.slice"] = CGROUP_SUPER_MAGIC;
  EXPECT_FALSE(find());
  EXPECT_FALSE(cgroups_.v1.found);
  EXPECT_FALSE(cgroups_.v2.found);
}

TEST_F(UsualPlaces, AreNoneForAFolderThatIsNoCgroup) {
  name(v2_, "/job.service");
  folders["/sys/fs/cgroup/job.service"] = CGROUP_SUPER_MAGIC;
  EXPECT_FALSE(find());
}

TEST_F(UsualPlaces, AreNoneOutsideOfTheNamespace) {
  name(v2_, "/../other");
  folders["/sys/fs/cgroup/../other"] = CGROUP2_SUPER_MAGIC;
  EXPECT_FALSE(find());
}

TEST_F(UsualPlaces, AreBelowTheRootThatIsAskedFor) {
  name(v2_, "/job.service");
  folders["/machine/sys/fs/cgroup/job.service"] = CGROUP2_SUPER_MAGIC;
  ASSERT_TRUE(find("/machine/"));
  EXPECT_EQ(cgroups_.v2.path.view(), "/machine/sys/fs/cgroup/job.service");
}

TEST(FileSystems, AreKnownByTheirType) {
  EXPECT_EQ(type_of_file_system("/proc/self"), PROC_SUPER_MAGIC);
  EXPECT_EQ(type_of_file_system("/no such folder"), 0);
}

}  // namespace
}  // namespace muster::topology::test

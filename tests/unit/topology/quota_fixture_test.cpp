// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU quota of whole machines and containers, from the folders of tests/topologies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <random>
#include <string>

#include "topology/topology.h"
#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

namespace fs = std::filesystem;

struct Fixture {
  const char* folder;
  std::uint32_t quota;
  const char* why;
};

std::ostream& operator<<(std::ostream& out, const Fixture& fixture) { return out << fixture.folder; }

constexpr Fixture kFixtures[] = {
    {"v1-one-core-of-two", 1, "quota equals period; cpuacct and cpuset name other cgroups"},
    {"v1-parent-smallest", 3, "2.5 cores two levels above a leaf with 7, -1 between them"},
    {"v1-no-limit", 0, "-1 everywhere"},
    {"v2-parent-smallest", 2, "1.5 cores in the middle, 8 below, 16 above"},
    {"v2-leaf-smallest", 1, "half a core in the leaf, 4 in its parent"},
    {"v2-max", 0, "max everywhere"},
    {"v2-fraction", 2, "150000/100000"},
    {"v2-other-period", 3, "30000/10000"},
    {"hybrid-v1-limit", 4, "the v2 hierarchy has no cpu controller"},
    {"hybrid-v2-limit", 2, "the v2 hierarchy is at /sys/fs/cgroup/unified, no v1 hierarchy has cpu"},
    {"container-v2-namespace", 2, "own cgroup namespace: the cgroup is the mount point"},
    {"container-v1-bind-mount", 3, "the container's cgroup is mounted, its name is the host's"},
    {"container-v1-below-bind-mount", 2, "a cgroup made inside of the container"},
    {"container-v2-mount-above-namespace", 1, "mounted from above the namespace: only the mount point is sure"},
    {"container-v1-unrelated-path", 5, "name and mount have nothing in common: the mount point counts"},
    {"outside-of-namespace", 0, "limits of a namespace that the process is not in"},
    {"v2-two-mounts", 4, "the mount that shows most parents counts"},
    {"odd-names", 3, "blank, colon and backslash in names; optional fields missing; empty source"},
    {"removed-cgroup", 2, "the leaf is gone, its parent's limit still holds"},
    {"malformed", 0, "no line can be understood"},
    {"missing", 0, "names and mounts, but not the files with the numbers"},
};

std::string path_of(const char* folder) { return std::string(MUSTER_TOPOLOGIES) + "/" + folder; }

class QuotaFixture : public ::testing::TestWithParam<Fixture> {};

TEST_P(QuotaFixture, SmallestOfCgroupAndParents) {
  const std::string root = path_of(GetParam().folder);
  ASSERT_TRUE(fs::is_directory(root));
  EXPECT_EQ(quota_cpus(root.c_str()), GetParam().quota) << GetParam().why;
}

TEST_P(QuotaFixture, SlashAfterRootMakesNoDifference) {
  EXPECT_EQ(quota_cpus((path_of(GetParam().folder) + "//").c_str()), GetParam().quota);
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Damaged lists of cgroups and mounts lead to a limit that is written in some file of the tree, or to none.
TEST_P(QuotaFixture, DamagedProcFilesNeverInventALimit) {
  const ScratchTree tree;
  fs::copy(path_of(GetParam().folder), tree.root(), fs::copy_options::recursive);
  constexpr std::uint32_t kWritten[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16};
  std::mt19937 random(20260);
  for (const char* name : {"/proc/self/cgroup", "/proc/self/mountinfo"}) {
    const std::string intact = read_all(tree.root() + std::string(name));
    ASSERT_FALSE(intact.empty());
    for (int round = 0; round < 50; ++round) {
      std::string damaged = intact;
      for (int changes = 0; changes < 3 && !damaged.empty(); ++changes) {
        const std::size_t at = random() % damaged.size();
        const char other = "\0\n :,-/.\\\xff"[random() % 10];
        random() % 2 == 0 ? void(damaged.replace(at, 1, 1, other)) : void(damaged.erase(at, 1 + random() % 3));
      }
      tree.write(name, damaged);
      const std::uint32_t quota = quota_cpus(tree.root());
      EXPECT_NE(std::find(std::begin(kWritten), std::end(kWritten), quota), std::end(kWritten)) << quota << damaged;
    }
    tree.write(name, intact);
  }
  EXPECT_EQ(quota_cpus(tree.root()), GetParam().quota);
}

std::string test_name(const ::testing::TestParamInfo<Fixture>& info) {
  std::string name = info.param.folder;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Machines, QuotaFixture, ::testing::ValuesIn(kFixtures), test_name);

TEST(QuotaFixtures, EveryFolderIsListed) {
  for (const fs::directory_entry& entry : fs::directory_iterator(MUSTER_TOPOLOGIES)) {
    const std::string folder = entry.path().filename().string();
    const bool listed = std::any_of(std::begin(kFixtures), std::end(kFixtures),
                                    [&](const Fixture& fixture) { return folder == fixture.folder; });
    EXPECT_TRUE(listed || !entry.is_directory()) << folder << " has no row in kFixtures";
  }
}

TEST(QuotaFixtures, ErrnoIsKept) {
  errno = 0;
  EXPECT_EQ(quota_cpus(path_of("missing").c_str()), 0U);
  EXPECT_EQ(errno, 0);
}

}  // namespace
}  // namespace muster::topology::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What single files of a CPU cgroup mean, well-formed or not, and files larger than the reader's buffers.
#include <gtest/gtest.h>

#include <string>

#include "topology/topology.h"
#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

class QuotaText : public ::testing::Test {
 protected:
  QuotaText() {
    tree_.write("/proc/self/cgroup", "3:cpu:/job\n0::/job\n");
    tree_.write("/proc/self/mountinfo",
                "30 23 0:26 / /v1 rw - cgroup cgroup rw,cpu\n"
                "31 23 0:27 / /v2 rw - cgroup2 cgroup2 rw\n");
  }

  std::uint32_t quota() const { return quota_cpus(tree_.root()); }

  std::uint32_t quota_v1(std::string_view quota_us, std::string_view period_us) const {
    tree_.write("/v1/job/cpu.cfs_quota_us", quota_us);
    tree_.write("/v1/job/cpu.cfs_period_us", period_us);
    return quota();
  }

  std::uint32_t quota_v2(std::string_view cpu_max) const {
    tree_.write("/v2/job/cpu.max", cpu_max);
    return quota();
  }

  ScratchTree tree_;
};

TEST_F(QuotaText, V2IsRoundedUpWithoutLoss) {
  EXPECT_EQ(quota_v2("100000 100000\n"), 1U);
  EXPECT_EQ(quota_v2("100001 100000\n"), 2U);
  EXPECT_EQ(quota_v2("199999 100000\n"), 2U);
  EXPECT_EQ(quota_v2("200000 100000\n"), 2U);
  EXPECT_EQ(quota_v2("1000 1000000\n"), 1U);
  EXPECT_EQ(quota_v2("300000 100000"), 3U) << "no newline at the end";
  // 2^53 + 1 over 2^40: a double would lose the last bit and answer 8192.
  EXPECT_EQ(quota_v2("9007199254740993 1099511627776\n"), 8193U);
  EXPECT_EQ(quota_v2("18446744073709551615 18446744073709551615\n"), 1U);
}

TEST_F(QuotaText, V2Malformed) {
  for (const char* text : {"",
                           "\n",
                           "max",
                           "max 100000\n",
                           "max max\n",
                           "100000",
                           "100000\n",
                           "100000 \n",
                           "100000 0\n",
                           "0 100000\n",
                           "-1 100000\n",
                           "+1 100000\n",
                           " 100000 100000\n",
                           "100000  100000\n",
                           "100000\t100000\n",
                           "100000 100000 \n",
                           "100000 100000 7\n",
                           "100000 100000\n\n",
                           "100000 1e5\n",
                           "1.5 1\n",
                           "0x10 0x10\n",
                           "18446744073709551616 100000\n",
                           "100000 99999999999999999999999\n",
                           "000000000000000000000000000000000000100000 100000\n",
                           "18446744073709551615 1\n"}) {
    EXPECT_EQ(quota_v2(text), 0U) << '"' << text << '"';
  }
}

TEST_F(QuotaText, V1IsRoundedUp) {
  EXPECT_EQ(quota_v1("100000\n", "100000\n"), 1U);
  EXPECT_EQ(quota_v1("150000\n", "100000\n"), 2U);
  EXPECT_EQ(quota_v1("1000\n", "1000000\n"), 1U);
  EXPECT_EQ(quota_v1("640000\n", "10000\n"), 64U);
}

TEST_F(QuotaText, V1Malformed) {
  EXPECT_EQ(quota_v1("-1\n", "100000\n"), 0U);
  EXPECT_EQ(quota_v1("-2\n", "100000\n"), 0U);
  EXPECT_EQ(quota_v1("0\n", "100000\n"), 0U);
  EXPECT_EQ(quota_v1("100000\n", "0\n"), 0U);
  EXPECT_EQ(quota_v1("100000\n", "-1\n"), 0U);
  EXPECT_EQ(quota_v1("100000\n", ""), 0U);
  EXPECT_EQ(quota_v1("100000 \n", "100000\n"), 0U);
  EXPECT_EQ(quota_v1("max\n", "100000\n"), 0U);
}

TEST_F(QuotaText, MalformedFileDoesNotHideTheParent) {
  tree_.write("/v2/cpu.max", "500000 100000\n");
  EXPECT_EQ(quota_v2("nonsense"), 5U);
}

TEST_F(QuotaText, SmallerOfBothVersionsCounts) {
  EXPECT_EQ(quota_v1("400000\n", "100000\n"), 4U);
  EXPECT_EQ(quota_v2("300000 100000\n"), 3U);
  EXPECT_EQ(quota_v2("500000 100000\n"), 4U);
}

TEST_F(QuotaText, FilesAboveTheMountPointDoNotCount) {
  tree_.write("/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota_v2("300000 100000\n"), 3U);
}

TEST_F(QuotaText, OnlyTheFirstLineOfAHierarchyCounts) {
  tree_.write("/proc/self/cgroup", "0:cpu:/no\n0::/job\n0::/no\n");
  tree_.write("/v2/no/cpu.max", "100000 100000\n");
  tree_.write("/v2/job/no/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota_v2("300000 100000\n"), 3U);
}

TEST_F(QuotaText, MountThatShowsTheCgroupIsBetterThanOneThatDoesNot) {
  const std::string hidden = "31 23 0:27 /x /no rw - cgroup2 cgroup2 rw\n";
  const std::string shown = "32 23 0:27 /job /v2/job rw - cgroup2 cgroup2 rw\n";
  tree_.write("/no/cpu.max", "100000 100000\n");
  tree_.write("/proc/self/mountinfo", hidden + shown);
  EXPECT_EQ(quota_v2("300000 100000\n"), 3U);
  tree_.write("/proc/self/mountinfo", shown + hidden);
  EXPECT_EQ(quota(), 3U);
  tree_.write("/proc/self/mountinfo", hidden);
  EXPECT_EQ(quota(), 1U);
  tree_.write("/proc/self/mountinfo", "31 23 0:27 x /no rw - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(quota(), 0U) << "a root that is no path";
}

// The mount shows /job; /jobs/step is not the cgroup `s/step` below it.
TEST_F(QuotaText, NameThatOnlyStartsLikeTheMount) {
  tree_.write("/proc/self/cgroup", "0::/jobs/step\n");
  tree_.write("/proc/self/mountinfo", "31 23 0:27 /job /v2 rw - cgroup2 cgroup2 rw\n");
  tree_.write("/v2/cpu.max", "500000 100000\n");
  tree_.write("/v2s/step/cpu.max", "100000 100000\n");
  tree_.write("/v2/s/step/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota(), 5U);
}

TEST_F(QuotaText, FolderInPlaceOfAFile) {
  ASSERT_EQ(quota_v2("300000 100000\n"), 3U);
  tree_.remove("/v2/job/cpu.max");
  tree_.write("/v2/job/cpu.max/file", "300000 100000\n");
  EXPECT_EQ(quota(), 0U);
}

TEST_F(QuotaText, FilesLongerThanTheBuffers) {
  ASSERT_EQ(quota_v2("300000 100000\n"), 3U);
  std::string mounts;
  for (int layer = 0; layer < 40; ++layer) {
    mounts += std::to_string(100 + layer) + " 23 0:50 / /layer rw - overlay overlay rw,lowerdir=" +
              std::string(static_cast<std::size_t>(layer) * 251, 'x') + "\n";
  }
  tree_.write("/proc/self/mountinfo", mounts + "31 23 0:27 / /v2 rw - cgroup2 cgroup2 rw\n" + mounts);
  EXPECT_EQ(quota(), 3U);
  tree_.write("/proc/self/cgroup", "9:" + std::string(5000, 'c') + ":/job\n0::/job");
  EXPECT_EQ(quota(), 3U);
}

// The mount's options are `rw,cpux`. Cut after 4096 bytes, they would read `rw,cpu`.
TEST_F(QuotaText, CutMountIsNoMount) {
  ASSERT_EQ(quota_v1("200000\n", "100000\n"), 2U);
  const std::string begin = "30 23 0:26 / /v1 rw ";
  const std::string end = " - cgroup cgroup rw,cpu";
  const std::string mount = begin + std::string(4096 - begin.size() - end.size(), 's') + end;
  tree_.write("/proc/self/mountinfo", mount + "\n");
  EXPECT_EQ(quota(), 2U) << "4096 bytes fit";
  tree_.write("/proc/self/mountinfo", mount + "x\n");
  EXPECT_EQ(quota(), 0U);
}

TEST_F(QuotaText, CutNameIsNoName) {
  tree_.write("/v1/jo/cpu.cfs_quota_us", "100000\n");
  tree_.write("/v1/jo/cpu.cfs_period_us", "100000\n");
  const std::string end = ",cpu:/jo";
  const std::string name = "9:" + std::string(4096 - 2 - end.size(), 'c') + end;
  tree_.write("/proc/self/cgroup", name + "\n");
  EXPECT_EQ(quota(), 1U) << "4096 bytes fit";
  tree_.write("/proc/self/cgroup", name + "b\n");
  EXPECT_EQ(quota(), 0U);
}

// A line that has been cut must not be taken for a shorter one: here, for the cgroup /<many a> that exists.
TEST_F(QuotaText, NameTooLongSetsNoLimit) {
  const std::string deep = "/" + std::string(200, 'a') + "/" + std::string(200, 'b');
  tree_.write("/v2" + deep + "/cpu.max", "300000 100000\n");
  tree_.write("/proc/self/cgroup", "0::" + deep + "\n");
  EXPECT_EQ(quota(), 3U) << "400 bytes are not too long";
  for (const int levels : {6, 30, 3000}) {
    std::string name = deep;
    for (int level = 0; level < levels; ++level) {
      name += "/" + std::string(199, 'c');
    }
    tree_.write("/proc/self/cgroup", "0::" + name + "\n");
    EXPECT_EQ(quota(), 0U) << levels;
  }
}

TEST_F(QuotaText, RootTooLongOrMissing) {
  EXPECT_EQ(quota_cpus(std::string(100000, 'r').c_str()), 0U);
  EXPECT_EQ(quota_cpus("/nonexistent/folder"), 0U);
}

}  // namespace
}  // namespace muster::topology::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kinds of memory, from trees in the form of /sys/devices/system/node.
#include <gtest/gtest.h>

#include <string>

#include "topology/topology.h"
#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

class MemoryKinds : public ::testing::Test {
 protected:
  // Bandwidth in MB/s; empty: not told.
  void add_node(const std::string& cpus, const std::string& bandwidth) {
    const std::string folder = "/sys/devices/system/node/node" + std::to_string(nodes_++);
    tree_.write(folder + "/cpulist", cpus + "\n");
    if (!bandwidth.empty()) {
      tree_.write(folder + "/access0/initiators/read_bandwidth", bandwidth + "\n");
    }
    tree_.write("/sys/devices/system/node/online", "0-" + std::to_string(nodes_ - 1) + "\n");
  }

  std::string fast() const {
    std::string text;
    const CpuSet nodes = high_bandwidth_nodes(tree_.root());
    for (std::uint32_t node = nodes.next(0); node < kMaxCpus; node = nodes.next(node + 1)) {
      text += (text.empty() ? "" : ",") + std::to_string(node);
    }
    return text;
  }

  ScratchTree tree_;
  std::uint32_t nodes_ = 0;
};

TEST_F(MemoryKinds, NothingIsFastWhereNobodyTells) {
  EXPECT_EQ(fast(), "");
  add_node("0-31", "");
  add_node("32-63", "");
  EXPECT_EQ(fast(), "");
}

TEST_F(MemoryKinds, AlikeIsNotFast) {
  add_node("0-31", "131072");
  add_node("32-63", "131072");
  EXPECT_EQ(fast(), "");
}

TEST_F(MemoryKinds, MemoryBesideThatOfTheCpusIsFastByItsBandwidth) {
  add_node("0-55", "307200");
  add_node("56-111", "307200");
  add_node("", "1638400");
  add_node("", "1638400");
  EXPECT_EQ(fast(), "2,3");
}

TEST_F(MemoryKinds, SlowMemoryWithoutCpusIsNone) {
  add_node("0-55", "307200");
  add_node("", "64000");
  EXPECT_EQ(fast(), "");
}

// The memory of an accelerator, which is fast from there and slow from the CPUs (class 1).
TEST_F(MemoryKinds, MemoryThatOnlyAnAcceleratorReadsFastIsNone) {
  add_node("0-55", "307200");
  add_node("", "4000000");
  tree_.write("/sys/devices/system/node/node1/access1/initiators/read_bandwidth", "64000\n");
  EXPECT_EQ(fast(), "");
  tree_.write("/sys/devices/system/node/node1/access1/initiators/read_bandwidth", "800000\n");
  EXPECT_EQ(fast(), "1");
}

TEST_F(MemoryKinds, ANumberThatIsNoneIsNotTold) {
  add_node("0-55", "307200");
  add_node("", "much");
  add_node("", "99999999999999999999999999");
  EXPECT_EQ(fast(), "2") << "larger than any, and not wrapped round";
}

}  // namespace
}  // namespace muster::topology::test

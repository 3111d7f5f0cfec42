// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The short description of a machine, from trees in the form of /sys and /proc.
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "topology/topology.h"
#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

const std::string kCpu0 = "/sys/devices/system/cpu/cpu0";

class MachineShape : public ::testing::Test {
 protected:
  // Files of the first CPU only: no other is looked at.
  void write_first_cpu(const std::string& online, const std::string& package, const std::string& cache,
                       const std::string& core) {
    tree_.write("/sys/devices/system/cpu/online", online + "\n");
    tree_.write(kCpu0 + "/topology/package_cpus_list", package + "\n");
    tree_.write(kCpu0 + "/topology/die_cpus_list", package + "\n");
    tree_.write(kCpu0 + "/topology/core_cpus_list", core + "\n");
    tree_.write(kCpu0 + "/cache/index0/level", "3\n");
    tree_.write(kCpu0 + "/cache/index0/type", "Unified\n");
    tree_.write(kCpu0 + "/cache/index0/shared_cpu_list", cache + "\n");
    tree_.write("/sys/devices/system/node/online", "0-1\n");
    tree_.write("/sys/devices/system/node/node0/cpulist", package + "\n");
  }

  std::string shape() const { return std::string(machine_shape(tree_.root()).view()); }
  std::string model() const { return std::string(cpu_model(tree_.root()).view()); }

  ScratchTree tree_;
};

TEST_F(MachineShape, IsAMachineTextOfWhatTheFirstCpuShares) {
  write_first_cpu("0-127", "0-31,64-95", "0-7,64-71", "0,64");
  EXPECT_EQ(shape(), "2 package 4 l3 8 core 2 thread");
  std::vector<MachineCpu> storage(128);
  const MachineParse parsed = parse_machine(shape(), storage);
  EXPECT_EQ(parsed.error, nullptr);
  EXPECT_EQ(parsed.machine.cpu_count(), 128U);
}

TEST_F(MachineShape, CountsOnlyCpusThatAreOnline) {
  write_first_cpu("0-1", "0-3", "0-3", "0");
  EXPECT_EQ(shape(), "1 package 2 core 1 thread");
}

TEST_F(MachineShape, PutsTheNodeWhereItsSizeBelongs) {
  write_first_cpu("0-63", "0-63", "0-7", "0");
  tree_.write("/sys/devices/system/node/node0/cpulist", "0-15\n");
  EXPECT_EQ(shape(), "1 package 4 numa 2 l3 8 core 1 thread");
}

TEST_F(MachineShape, WithoutFilesOfTheCpuIsFlatAndWithoutAnyIsEmpty) {
  tree_.write("/sys/devices/system/cpu/online", "0-3\n");
  errno = 0;
  EXPECT_EQ(shape(), "1 package 4 core 1 thread");
  EXPECT_EQ(std::string(machine_shape("/nonexistent").view()), "");
  EXPECT_EQ(errno, 0);
}

TEST_F(MachineShape, TheModelIsTheFirstCpusName) {
  tree_.write("/proc/cpuinfo", "processor\t: 0\nmodel name\t:  A CPU\x01 9 \n\nprocessor\t: 1\nmodel name\t: B\n");
  EXPECT_EQ(model(), "A CPU? 9");
  tree_.write("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n");
  EXPECT_EQ(model(), "0xd40");
  tree_.write("/proc/cpuinfo", "processor\t: 0\n\nmodel name\t: of another CPU\n");
  EXPECT_EQ(model(), "");
}

TEST_F(MachineShape, ALongModelIsCut) {
  tree_.write("/proc/cpuinfo", "model name : " + std::string(3000, 'x') + "\n");
  EXPECT_EQ(model(), std::string(ShortText::kCapacity, 'x'));
}

}  // namespace
}  // namespace muster::topology::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it costs to get a line, asked of the directory alone.
#include "engine/directory.h"

#include <gtest/gtest.h>

namespace muster::simulate {
namespace {

constexpr std::uint32_t kCpus = 16;

// What it takes to write a line that all have read, the writer first. It has copies invalidated in both packages.
double write_ns(const Machine& machine, std::uint32_t writer) {
  constexpr Time kLater = from_ns(10'000);
  Directory directory(machine, 1);
  directory.read(writer, 0, 0);
  for (std::uint32_t cpu = 0; cpu < kCpus; ++cpu) {
    directory.read(cpu, 0, 0);
  }
  const Service service = directory.own(writer, 0, kLater);
  return to_ns(service.done - service.start);
}

// The farthest copy takes 200 ns, and each of the 15 copies 10 ns, whichever the numbers of the CPUs are.
TEST(Directory, AWriterPaysForEachCopyWhereverItIs) {
  const MachineFile file = parse_machine_file(
      "topology 2 package 8 core\ntransfer_ns package 40\ntransfer_ns machine 200\ninvalidation_ns 10\n"
      "part_before_write 1\n",
      "two");
  ASSERT_EQ(file.error, "");
  for (std::uint32_t writer = 0; writer < kCpus; ++writer) {
    EXPECT_EQ(write_ns(file.machine, writer), 350) << writer;
  }
}

}  // namespace
}  // namespace muster::simulate

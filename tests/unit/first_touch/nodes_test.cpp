// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/nodes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace muster::first_touch {
namespace {

TEST(Nodes, AreTheKernelsNumbers) {
  const std::filesystem::path root = std::filesystem::path(testing::TempDir()) / std::to_string(getpid());
  const std::filesystem::path folder = root / "sys/devices/system/node";
  const auto write = [&](const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text << "\n";
  };
  write("online", "0,2,5");
  write("node0/cpulist", "0-1,4-5");
  write("node2/cpulist", "2-3");
  write("node5/cpulist", "");
  const auto nodes = std::make_unique<NodesOfCpus>();
  nodes->read(root.c_str());
  EXPECT_EQ(nodes->count, 2U);
  EXPECT_EQ(nodes->of(5), 0);
  EXPECT_EQ(nodes->of(3), 2);
  EXPECT_EQ(nodes->of(6), kUnknownNode);
  EXPECT_EQ(nodes->of(-1), kUnknownNode);
  std::filesystem::remove_all(root);
}

TEST(Nodes, TheCpuStandsInAThreadsStat) {
  std::string text = "17 (a name) with (brackets) S";
  for (int field = 4; field < 39; ++field) text += " " + std::to_string(field * 100);
  EXPECT_EQ(cpu_in_stat((text + " 63 0 0").c_str()), 63);
  EXPECT_EQ(cpu_in_stat("17 (short) S 1 2"), -1);
  EXPECT_EQ(cpu_in_stat(""), -1);
}

TEST(Nodes, AThreadHasRunOnACpu) {
  EXPECT_FALSE(has_ended(gettid()));
  EXPECT_TRUE(has_ended(1 << 30));
  EXPECT_GE(last_cpu_of(gettid()), 0);
  EXPECT_EQ(last_cpu_of(1 << 30), -1);
}

}  // namespace
}  // namespace muster::first_touch

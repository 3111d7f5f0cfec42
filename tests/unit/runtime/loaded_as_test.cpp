// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/loaded_as.h"

#include <gtest/gtest.h>

namespace muster::runtime {
namespace {

TEST(LoadedAs, TellsNamesOfLibompFromOthers) {
  EXPECT_TRUE(is_name_of_libomp("/usr/lib/llvm-19/lib/libomp.so.5"));
  EXPECT_TRUE(is_name_of_libomp("libomp.so"));
  EXPECT_TRUE(is_name_of_libomp("/opt/libomp-a1b2c3.so"));
  EXPECT_TRUE(is_name_of_libomp("/site-packages/intel/libiomp5.so"));
  EXPECT_FALSE(is_name_of_libomp("/usr/lib/x86_64-linux-gnu/libgomp.so.1"));
  EXPECT_FALSE(is_name_of_libomp("/opt/libomp/lib/libgomp.so.1"));
  EXPECT_FALSE(is_name_of_libomp("/lib/libmuster.so.1"));
  EXPECT_FALSE(is_name_of_libomp(""));
}

}  // namespace
}  // namespace muster::runtime

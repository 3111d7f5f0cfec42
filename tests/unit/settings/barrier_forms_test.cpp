// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variables that choose barriers.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

TEST(BarrierPattern, IsAPairOfNames) {
  const Loaded loaded =
      load_from({"KMP_PLAIN_BARRIER_PATTERN=Tree, hyper", "KMP_FORKJOIN_BARRIER_PATTERN=dist,dist",
                 "KMP_REDUCTION_BARRIER_PATTERN=hierarchical,linear", "MUSTER_BARRIER=mcs_tree,mcs_tree"});
  EXPECT_TRUE(loaded.clean);
  EXPECT_STREQ(loaded.global().plain_barrier.gather, "tree");
  EXPECT_STREQ(loaded.global().plain_barrier.release, "hyper");
  EXPECT_STREQ(loaded.global().forkjoin_barrier.gather, "dist");
  EXPECT_STREQ(loaded.global().reduction_barrier.gather, "hierarchical");
  EXPECT_STREQ(loaded.global().reduction_barrier.release, "linear");
  EXPECT_STREQ(loaded.global().barrier.gather, "mcs_tree");
}

TEST(BarrierPattern, OneNameStandsForBothHalves) {
  const Loaded loaded = load_from({"MUSTER_BARRIER=dissemination"});
  EXPECT_STREQ(loaded.global().barrier.gather, "dissemination");
  EXPECT_STREQ(loaded.global().barrier.release, "dissemination");
  EXPECT_STREQ(load_from({}).global().barrier.gather, "");
}

TEST(BarrierPattern, OtherThingsAreRefused) {
  const std::string longest(kMaxAlgorithmName, 'x');
  EXPECT_EQ(load_from({"MUSTER_BARRIER=" + longest}).global().barrier.gather, longest);
  for (const std::string& value :
       {std::string("tree,"), std::string(",tree"), std::string("tree,hyper,dist"), std::string("2,2"),
        std::string("tree hyper"), std::string("tree;hyper"), longest + "x", "tree," + longest + "x"}) {
    const Loaded loaded = load_from({"MUSTER_BARRIER=" + value});
    EXPECT_STREQ(loaded.global().barrier.gather, "") << value;
    EXPECT_STREQ(loaded.global().barrier.release, "") << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(BranchBits, AreOneOrTwoNumbers) {
  const Loaded loaded =
      load_from({"KMP_PLAIN_BARRIER=3,4", "KMP_FORKJOIN_BARRIER=5", "KMP_REDUCTION_BARRIER= 1 , 31 "});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(loaded.global().plain_branch_bits.gather, 3);
  EXPECT_EQ(loaded.global().plain_branch_bits.release, 4);
  EXPECT_EQ(loaded.global().forkjoin_branch_bits.gather, 5);
  EXPECT_EQ(loaded.global().forkjoin_branch_bits.release, 0);
  EXPECT_EQ(loaded.global().reduction_branch_bits.gather, 1);
  EXPECT_EQ(loaded.global().reduction_branch_bits.release, 31);
}

TEST(BranchBits, AboveTheLargestTheLargestIsTaken) {
  const Loaded loaded = load_from({"KMP_PLAIN_BARRIER=40,2"});
  EXPECT_EQ(loaded.global().plain_branch_bits.gather, 31);
  EXPECT_EQ(loaded.global().plain_branch_bits.release, 2);
  EXPECT_EQ(loaded.warnings.size(), 1U);
}

TEST(BranchBits, OtherThingsAreRefused) {
  for (const char* value : {"0", "0,2", "2,0", "2,", ",2", "2,2,2", "a", "-1"}) {
    const Loaded loaded = load_from({std::string("KMP_PLAIN_BARRIER=") + value});
    EXPECT_EQ(loaded.global().plain_branch_bits.gather, 0) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace muster::settings

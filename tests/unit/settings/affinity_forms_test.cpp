// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grammars of KMP_AFFINITY and KMP_HW_SUBSET, and which wins over which.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

using topology::Level;

AffinityPolicy affinity_of(const char* value) {
  TestEnvironment environment({std::string("KMP_AFFINITY=") + value});
  static Loaded loaded;  // keeps the text
  loaded = load_from(environment);
  EXPECT_TRUE(loaded.clean) << value;
  return loaded.global().affinity_policy;
}

TEST(AffinityPolicy, TypesAndModifiers) {
  EXPECT_EQ(affinity_of("compact").type, AffinityType::compact);
  EXPECT_EQ(affinity_of("logical").type, AffinityType::compact);
  EXPECT_EQ(affinity_of("Scatter").type, AffinityType::scatter);
  EXPECT_EQ(affinity_of("verbose,none").type, AffinityType::none);
  EXPECT_EQ(affinity_of("verbose").type, AffinityType::unset);
  EXPECT_EQ(affinity_of("compact").granularity, Level::kCore);
  EXPECT_EQ(affinity_of("granularity=fine,compact").granularity, Level::kThread);
  EXPECT_EQ(affinity_of("compact,granularity = socket").granularity, Level::kPackage);
  const AffinityPolicy all = affinity_of(" norespect, verbose,nowarnings,reset,scatter,1,2");
  EXPECT_FALSE(all.respects_mask);
  EXPECT_TRUE(all.verbose);
  EXPECT_FALSE(all.warnings);
  EXPECT_TRUE(all.reset);
  EXPECT_EQ(all.permute, 1);
  EXPECT_EQ(all.offset, 2);
}

TEST(AffinityPolicy, Explicit) {
  const AffinityPolicy affinity = affinity_of("granularity=fine,explicit,proclist=[3,0,{1,2},4-8:2]");
  EXPECT_EQ(affinity.type, AffinityType::explicit_list);
  EXPECT_EQ(affinity.processors.view(), "3,0,{1,2},4-8:2");
  EXPECT_EQ(affinity_of("proclist=[3]").type, AffinityType::explicit_list);
}

TEST(AffinityPolicy, WhatJobScriptsHaveForLibompBindsAsWell) {
  EXPECT_EQ(affinity_of("granularity=fine,noduplicates,compact,1,0").permute, 1);
  EXPECT_EQ(affinity_of("granularity=fine,scatter,").type, AffinityType::scatter);
  for (const char* granularity : {"tile", "L2_cache", "module"}) {
    const Loaded loaded = load_from({std::string("KMP_AFFINITY=compact,granularity=") + granularity});
    EXPECT_EQ(loaded.global().affinity_policy.type, AffinityType::compact) << granularity;
    EXPECT_EQ(loaded.global().affinity_policy.granularity, Level::kCore) << granularity;
    ASSERT_EQ(loaded.warnings.size(), 1U) << granularity;
    EXPECT_NE(loaded.warnings[0].find("which has a granularity that is taken for the nearest"), std::string::npos)
        << loaded.warnings[0];
  }
}

TEST(AffinityPolicy, WhatIsWrongIsLeftOut) {
  for (const char* value :
       {",compact", "compact,,1", "compact,scatter", "compact,1,2,3", "compact,foo", "granularity=elephant,compact",
        "granularity,compact", "compact,proclist=[0,9-,1]", "compact compact", "compact;scatter", "compact,-1"}) {
    const Loaded loaded = load_from({std::string("KMP_AFFINITY=") + value});
    EXPECT_EQ(loaded.global().affinity_policy.type, AffinityType::compact) << value;
    ASSERT_EQ(loaded.warnings.size(), 1U) << value;
    EXPECT_NE(loaded.warnings[0].find("using the other elements"), std::string::npos) << loaded.warnings[0];
  }
  const AffinityPolicy numbers = load_from({"KMP_AFFINITY=foo,compact,x,3,4"}).global().affinity_policy;
  EXPECT_EQ(numbers.permute, 3);
  EXPECT_EQ(numbers.offset, 4);
  const Loaded list = load_from({"KMP_AFFINITY=bla=[1,2],proclist=[3],explicit,granularity=x"});
  EXPECT_EQ(list.global().affinity_policy.type, AffinityType::explicit_list);
  EXPECT_EQ(load_from({"KMP_AFFINITY=none,1"}).global().affinity_policy.type, AffinityType::none);
  EXPECT_TRUE(load_from({"KMP_AFFINITY=verbose,1"}).global().affinity_policy.verbose);
}

TEST(AffinityPolicy, NumbersMayStandBeforeTheType) { EXPECT_EQ(affinity_of("1,compact").permute, 1); }

TEST(AffinityPolicy, WhereNothingIsRightAllIsRefused) {
  for (const char* value :
       {"compac", "1", "foo,bar", "granularity=x", "explicit", "explicit,proclist=[]", "explicit,proclist=[1",
        "explicit,proclist=[{1]", "explicit,proclist=[1}]", "explicit,proclist=[1-]", "explicit,proclist=[{1-2}]"}) {
    const Loaded loaded = load_from({std::string("KMP_AFFINITY=") + value});
    EXPECT_EQ(loaded.global().affinity_policy.type, AffinityType::unset) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(AffinityPolicy, ATypeWinsOverProcBind) {
  EXPECT_EQ(load_from({"KMP_AFFINITY=compact", "OMP_PROC_BIND=spread,close"})->bind[0], ProcBind::true_);
  EXPECT_EQ(load_from({"KMP_AFFINITY=none", "OMP_PROC_BIND=spread"})->bind[0], ProcBind::false_);
  EXPECT_EQ(load_from({"KMP_AFFINITY=verbose", "OMP_PROC_BIND=spread"})->bind[0], ProcBind::spread);
}

HwSubset subset_of(const char* value) {
  TestEnvironment environment({std::string("KMP_HW_SUBSET=") + value});
  static Loaded loaded;
  loaded = load_from(environment);
  EXPECT_TRUE(loaded.clean) << value;
  return loaded.global().hw_subset;
}

TEST(HwSubset, Parts) {
  const HwSubset subset = subset_of("2s@1, *C ,1threads");
  ASSERT_EQ(subset.part_count, 3);
  EXPECT_FALSE(subset.absolute);
  EXPECT_EQ(subset.parts[0].level, Level::kPackage);
  EXPECT_EQ(subset.parts[0].count, 2);
  EXPECT_EQ(subset.parts[0].offset, 1);
  EXPECT_EQ(subset.parts[1].level, Level::kCore);
  EXPECT_EQ(subset.parts[1].count, 0);
  EXPECT_EQ(subset.parts[2].level, Level::kThread);
  EXPECT_TRUE(subset_of(":1s,2t@1").absolute);
  EXPECT_EQ(subset_of("4l3").parts[0].level, Level::kLastLevelCache);
  for (const char* other : {"2Sx4Cx1T", "2s x 4c x 1t", "2s,4c,1t,"}) {
    const HwSubset written = subset_of(other);
    ASSERT_EQ(written.part_count, 3) << other;
    EXPECT_EQ(written.parts[1].level, Level::kCore) << other;
    EXPECT_EQ(written.parts[1].count, 4) << other;
    EXPECT_EQ(written.parts[2].level, Level::kThread) << other;
  }
}

TEST(HwSubset, CachesAndKindsOfCores) {
  EXPECT_EQ(subset_of("2L2").parts[0].cache, 2);
  EXPECT_EQ(subset_of("1l1_cache,1c").parts[0].cache, 1);
  const HwSubset types = subset_of("4c:intel_atom,5C@1:INTEL_CORE");
  ASSERT_EQ(types.part_count, 2);
  EXPECT_EQ(types.parts[0].type, topology::CoreType::kIntelAtom);
  EXPECT_EQ(types.parts[1].type, topology::CoreType::kIntelCore);
  EXPECT_EQ(types.parts[1].offset, 1);
  const HwSubset efficiencies = subset_of("*c:eff1@3,2c:EFF0");
  EXPECT_EQ(efficiencies.parts[0].efficiency, 1);
  EXPECT_EQ(efficiencies.parts[0].offset, 3);
  EXPECT_EQ(efficiencies.parts[0].count, 0);
  EXPECT_EQ(efficiencies.parts[1].efficiency, 0);
}

TEST(HwSubset, OtherThingsAreRefused) {
  for (const char* value : {"2", "0c", "2c,,", "2c,3c", "2x",

                            "2c@", "2c@-1", "2c 3t", ":", "2c:eff", "2c:eff999", "2c:fast", "2s:eff1", "2l2:eff1",
                            "2c,2c:eff1", "2c:eff1,2c:eff1", "2c:eff1,2c:intel_core", "2c@1:eff1@2", "1ti"}) {
    const Loaded loaded = load_from({std::string("KMP_HW_SUBSET=") + value});
    EXPECT_TRUE(loaded.global().hw_subset.text.empty()) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Place lists from settings and machines that are not at hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "affinity/affinity.h"

namespace muster::affinity {
namespace {

using topology::CpuSet;
using topology::kMaxCpus;
using topology::MachineCpu;

// "0,64 1,65": the CPUs of each place.
std::string text_of(std::span<const CpuSet> places) {
  std::string text;
  for (const CpuSet& place : places) {
    if (!text.empty()) text += ' ';
    std::string members;
    for (std::uint32_t cpu = place.next(0); cpu < kMaxCpus; cpu = place.next(cpu + 1)) {
      members += (members.empty() ? "" : ",") + std::to_string(cpu);
    }
    text += members;
  }
  return text;
}

void append_line(void* context, const char* text, std::size_t length) {
  static_cast<std::vector<std::string>*>(context)->emplace_back(text, length);
}

class PlanOf : public ::testing::Test {
 protected:
  PlanOf() : cpus_(kMaxCpus), places_(kMaxCpus), order_(kMaxCpus), scratch_(kMaxCpus) {}

  void use(const char* machine) {
    const topology::MachineParse parsed = topology::parse_machine(machine, cpus_);
    ASSERT_EQ(parsed.error, nullptr) << machine;
    machine_ = parsed.machine;
  }

  // Numbered as Linux does on most machines: the second threads of all cores come after the first ones.
  void use_linux_numbers(std::uint32_t packages, std::uint32_t cores) {
    const std::uint32_t half = packages * cores;
    for (std::uint32_t cpu = 0; cpu < 2 * half; ++cpu) {
      const std::uint32_t core = cpu % half;
      const auto package = static_cast<std::uint16_t>(core / cores);
      cpus_[cpu] = {static_cast<std::uint16_t>(cpu),
                    {static_cast<std::uint16_t>(core), package, package, package, package}};
    }
    machine_ = topology::Machine(std::span<const MachineCpu>(cpus_.data(), std::size_t{2} * half));
  }

  Plan plan_of(std::vector<std::string> variables, std::size_t room = kMaxCpus) {
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    lines_.clear();
    settings::load(settings_, environment.data(), false, texts_, {append_line, &lines_});
    EXPECT_TRUE(lines_.empty()) << lines_[0];
    return make_plan(settings_, machine_, {{places_.data(), room}, order_, scratch_}, {append_line, &lines_});
  }

  std::string places_of(std::vector<std::string> variables) { return text_of(plan_of(std::move(variables)).places); }

  std::vector<MachineCpu> cpus_;
  std::vector<CpuSet> places_;
  std::vector<std::uint16_t> order_;
  std::vector<std::uint64_t> scratch_;
  topology::Machine machine_;
  settings::Settings settings_;
  char texts_[settings::kTextBytes];
  std::vector<std::string> lines_;
};

TEST_F(PlanOf, NothingIsNothing) {
  use("8 core");
  const Plan plan = plan_of({});
  EXPECT_TRUE(plan.places.empty());
  EXPECT_FALSE(plan.binds());
  EXPECT_EQ(plan.usable.count(), 8U);
  EXPECT_FALSE(wants_places(settings_));
}

TEST_F(PlanOf, AbstractNames) {
  use("2 package 2 l3 2 core 2 thread");
  EXPECT_EQ(places_of({"OMP_PLACES=threads(3)"}), "0 1 2");
  EXPECT_EQ(places_of({"OMP_PLACES=cores"}), "0,1 2,3 4,5 6,7 8,9 10,11 12,13 14,15");
  EXPECT_EQ(places_of({"OMP_PLACES=ll_caches"}), "0,1,2,3 4,5,6,7 8,9,10,11 12,13,14,15");
  EXPECT_EQ(places_of({"OMP_PLACES=ll_caches(1)"}), "0,1,2,3");
  EXPECT_EQ(places_of({"OMP_PLACES=sockets"}), "0,1,2,3,4,5,6,7 8,9,10,11,12,13,14,15");
  EXPECT_EQ(places_of({"OMP_PLACES=numa_domains"}), "0,1,2,3,4,5,6,7 8,9,10,11,12,13,14,15");
  EXPECT_TRUE(lines_.empty());
}

// A virtual machine whose nodes span its sockets.
TEST_F(PlanOf, GroupsThatCrossArePlacesOfTheirOwn) {
  for (std::uint16_t cpu = 0; cpu < 8; ++cpu) {
    const std::uint16_t package = cpu / 4;
    const std::uint16_t node = cpu % 2;
    cpus_[cpu] = {cpu, {cpu, package, node, package, package}};
  }
  machine_ = topology::Machine(std::span<const MachineCpu>(cpus_.data(), 8));
  EXPECT_EQ(places_of({"OMP_PLACES=numa_domains"}), "0,2,4,6 1,3,5,7");
  EXPECT_EQ(places_of({"OMP_PLACES=sockets"}), "0,1,2,3 4,5,6,7");
  EXPECT_EQ(places_of({"OMP_PLACES=numa_domains(1)"}), "0,2,4,6");
}

TEST_F(PlanOf, MoreThanThereAreSaysSo) {
  use("2 core 2 thread");
  EXPECT_EQ(places_of({"OMP_PLACES=cores(3)"}), "0,1 2,3");
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_EQ(
      lines_[0],
      "OMP: Warning #80: muster: OMP_PLACES: read \"cores(3)\", which is more than there are; using those there are\n");
}

TEST_F(PlanOf, NeighboursInTheListAreNeighboursInTheMachine) {
  use_linux_numbers(2, 2);
  EXPECT_EQ(places_of({"OMP_PLACES=threads"}), "0 4 1 5 2 6 3 7");
  EXPECT_EQ(places_of({"OMP_PLACES=cores"}), "0,4 1,5 2,6 3,7");
  EXPECT_EQ(places_of({"OMP_PLACES=sockets"}), "0,1,4,5 2,3,6,7");
}

TEST_F(PlanOf, CoresWhenThreadsAreBoundAndNobodySaysWhere) {
  use("2 core 2 thread");
  const Plan plan = plan_of({"OMP_PROC_BIND=spread"});
  EXPECT_EQ(text_of(plan.places), "0,1 2,3");
  EXPECT_TRUE(plan.binds());
}

TEST_F(PlanOf, PlacesWithoutBindingAreListedOnly) {
  use("2 core");
  const Plan plan = plan_of({"OMP_PLACES=cores", "OMP_PROC_BIND=false"});
  EXPECT_EQ(text_of(plan.places), "0 1");
  EXPECT_FALSE(plan.binds());
}

// What these lists mean is written down in libgomp's affinity test.
TEST_F(PlanOf, Lists) {
  use("8 core");
  EXPECT_EQ(places_of({"OMP_PLACES={0}:8"}), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(places_of({"OMP_PLACES={7,6}:2:-3"}), "6,7 3,4");
  EXPECT_EQ(places_of({"OMP_PLACES={6,7}:4:-2,!{2,3}"}), "6,7 4,5 0,1");
  EXPECT_EQ(places_of({"OMP_PLACES={1}:7:1"}), "1 2 3 4 5 6 7");
  EXPECT_EQ(places_of({"OMP_PLACES={0,1},{3,2,4},{6,5,!6},{6},{7:2:-1,!6}"}), "0,1 2,3,4 5 6 7");
  EXPECT_EQ(places_of({"OMP_PLACES=1,2,{2,3,!2},3,3,!3,!{5:3:-1,!4,!5},{4},5,!4,!5,1:2,!{1},!2,7:3:-2,!{5},!7,!3"}),
            "1 2 3");
  EXPECT_EQ(places_of({"OMP_PLACES={0:4}:2:4"}), "0,1,2,3 4,5,6,7");
  EXPECT_EQ(places_of({"OMP_PLACES={0:2:4}:4"}), "0,4 1,5 2,6 3,7");
  EXPECT_EQ(places_of({"OMP_PLACES={0:1:0},2:2:0"}), "0 2 2");
}

TEST_F(PlanOf, CpusThatThereAreNotAreLeftOutWithOneLine) {
  use("2 core");
  EXPECT_EQ(places_of({"OMP_PLACES={0},{0,1},{1,2,3},{4},{5:2}:3:7"}), "0 0,1 1");
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_EQ(lines_[0],
            "OMP: Warning #80: muster: OMP_PLACES: read \"{0},{0,1},{1,2,3},{4},{5:2}:3:7\", which names CPUs that "
            "this process "
            "may not use; using the others\n");
}

TEST_F(PlanOf, NothingLeftIsNoBinding) {
  use("2 core");
  const Plan plan = plan_of({"OMP_PLACES={2}:2"});
  EXPECT_FALSE(plan.binds());
  EXPECT_TRUE(plan.places.empty());
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_NE(lines_[0].find("using no binding"), std::string::npos);
}

TEST_F(PlanOf, WarningsCanBeTurnedOff) {
  use("2 core");
  plan_of({"OMP_PLACES={2}:2", "KMP_WARNINGS=0"});
  EXPECT_TRUE(lines_.empty());
  plan_of({"KMP_AFFINITY=explicit,proclist=[7]"});
  EXPECT_EQ(lines_.size(), 1U);
  plan_of({"KMP_AFFINITY=nowarnings,explicit,proclist=[7]"});
  EXPECT_TRUE(lines_.empty());
}

TEST_F(PlanOf, HugeNumbersEnd) {
  use("2 core");
  for (const char* places :
       {"{0}:2147483647", "{0:2147483647}", "{0:2147483647:2147483647}", "{1}:2147483647:-1", "{1:2147483647:-1}",
        "{2147483647}:2147483647:2147483647", "{0}:2147483647:0", "{0:2147483647:0},{2}"}) {
    EXPECT_LE(plan_of({std::string("OMP_PLACES=") + places}).places.size(), std::size_t{kMaxCpus}) << places;
    EXPECT_EQ(lines_.size(), 1U) << places;
  }
  EXPECT_EQ(places_of({"GOMP_CPU_AFFINITY=0-2147483647"}), "0 1");
}

TEST_F(PlanOf, AListThatDoesNotFitIsCut) {
  use("4 core");
  EXPECT_EQ(plan_of({"OMP_PLACES={0}:4"}, 3).places.size(), 3U);
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_NE(lines_[0].find("which has more places than this runtime keeps"), std::string::npos);
}

TEST_F(PlanOf, GompListsCpusInOrder) {
  use("16 core");
  const Plan plan = plan_of({"GOMP_CPU_AFFINITY=0 3 1-2 4-15:2"});
  EXPECT_EQ(text_of(plan.places), "0 3 1 2 4 6 8 10 12 14");
  EXPECT_EQ(plan.usual, Policy::in_turn);
  EXPECT_EQ(places_of({"GOMP_CPU_AFFINITY=1,1,0-0:5"}), "1 1 0");
  EXPECT_EQ(places_of({"GOMP_CPU_AFFINITY=1", "OMP_PLACES=threads(2)"}), "0 1");
}

TEST_F(PlanOf, KmpCompactAndScatter) {
  use_linux_numbers(2, 2);
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=fine,compact"}), "0 4 1 5 2 6 3 7");
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=fine,compact,1,0"}), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=fine,scatter"}), "0 2 1 3 4 6 5 7");
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=fine,scatter,2"}), "0 4 1 5 2 6 3 7");
  EXPECT_EQ(places_of({"KMP_AFFINITY=compact"}), "0,4 0,4 1,5 1,5 2,6 2,6 3,7 3,7");
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=socket,scatter"}),
            "0,1,4,5 2,3,6,7 0,1,4,5 2,3,6,7 0,1,4,5 2,3,6,7 0,1,4,5 2,3,6,7");
  const Plan plan = plan_of({"KMP_AFFINITY=verbose,reset,compact,0,3", "OMP_PLACES=sockets", "OMP_PROC_BIND=false"});
  EXPECT_EQ(plan.usual, Policy::by_number);
  EXPECT_EQ(plan.list.offset, 3U);
  EXPECT_TRUE(plan.verbose);
  EXPECT_TRUE(plan.reset);
  EXPECT_EQ(plan.places.size(), 8U);
}

TEST_F(PlanOf, KmpBalanced) {
  use_linux_numbers(1, 3);
  EXPECT_EQ(places_of({"KMP_AFFINITY=balanced"}), "0,3 1,4 2,5");
  const Plan plan = plan_of({"KMP_AFFINITY=granularity=fine,balanced"});
  EXPECT_EQ(text_of(plan.places), "0 3 1 4 2 5");
  EXPECT_EQ(plan.list.threads_per_core, 2U);
}

TEST_F(PlanOf, KmpExplicit) {
  use_linux_numbers(1, 4);
  EXPECT_EQ(places_of({"KMP_AFFINITY=explicit,proclist=[3,0,{1,2},{0,3},4-7:2]"}), "3 0 1,2 0,3 4 6");
  EXPECT_EQ(places_of({"KMP_AFFINITY=granularity=core,proclist=[3,{0,1}]"}), "3,7 0,1,4,5");
}

TEST_F(PlanOf, KmpWithoutATypeLeavesOthersAlone) {
  use("2 core");
  EXPECT_EQ(places_of({"KMP_AFFINITY=verbose", "OMP_PLACES=cores"}), "0 1");
  EXPECT_FALSE(plan_of({"KMP_AFFINITY=none", "OMP_PLACES=cores"}).binds());
  EXPECT_FALSE(plan_of({"KMP_AFFINITY=disabled,reset"}).binds());
}

TEST_F(PlanOf, SubsetsCountInEachUnit) {
  use("2 package 2 l3 2 core 2 thread");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,2c,1t", "OMP_PLACES=threads"}), "0 2");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1t,2c,1s", "OMP_PLACES=threads"}), "0 2");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1c,1t", "OMP_PLACES=threads"}), "0 8");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1l3@1,1c", "OMP_PLACES=cores"}), "4,5 12,13");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=*s,1c@3", "OMP_PLACES=cores"}), "6,7 14,15");
  EXPECT_EQ(places_of({"KMP_PLACE_THREADS=1S@1", "OMP_PLACES=sockets"}), "8,9,10,11,12,13,14,15");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=t@1", "OMP_PLACES=threads"}), "1 3 5 7 9 11 13 15");
  EXPECT_TRUE(lines_.empty());
}

// Two packages of: two strong cores with two threads each, and four weak ones that share a second-level cache.
TEST_F(PlanOf, SubsetsByCacheAndByKindOfCore) {
  std::uint16_t cpu = 0;
  for (std::uint16_t package = 0; package < 2; ++package) {
    for (std::uint16_t thread = 0; thread < 8; ++thread, ++cpu) {
      const bool strong = thread < 4;
      const auto core = static_cast<std::uint16_t>(package * 6 + (strong ? thread / 2 : thread - 2));
      const auto cache = static_cast<std::uint16_t>(package * 3 + (strong ? thread / 2 : 2));
      cpus_[cpu] = {cpu,
                    {core, package, package, package, package},
                    {core, cache},
                    strong ? topology::CoreType::kIntelCore : topology::CoreType::kIntelAtom,
                    strong ? std::uint8_t{1} : std::uint8_t{0}};
    }
  }
  machine_ = topology::Machine(std::span<const MachineCpu>(cpus_.data(), cpu));
  const std::string places = "OMP_PLACES=cores";
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1c:intel_core,2c:intel_atom", places}), "0,1 4 5 8,9 12 13");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1c:eff0@1,1c:eff1@1,1t", places}), "2 5 10 13");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,*c:intel_atom", places}), "4 5 6 7");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,1l2@2,2c", places}), "4 5");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,3l2,1c,1t", places}), "0 2 4");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=:2l1@1", places}), "2,3 4");
  EXPECT_TRUE(lines_.empty());
  for (const char* subset : {"1c:eff2", "1c:intel_atom@4"}) {
    EXPECT_EQ(plan_of({std::string("KMP_HW_SUBSET=") + subset}).usable.count(), 16U) << subset;
    ASSERT_EQ(lines_.size(), 1U) << subset;
    EXPECT_NE(lines_[0].find("what this process may not use; using all CPUs"), std::string::npos) << lines_[0];
  }
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,3c:intel_core", places}), "0,1 2,3");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1s,4l2@2", places}), "4 5 6 7");
}

TEST_F(PlanOf, AKindOfCoreIsAnyCoreWhereAllAreAlike) {
  use("1 package 4 core 2 thread");
  for (const char* subset : {"2c:intel_core", "2c:intel_atom", "2c:eff1", "2c:eff0"}) {
    EXPECT_EQ(places_of({std::string("KMP_HW_SUBSET=") + subset, "OMP_PLACES=cores"}), "0,1 2,3") << subset;
    ASSERT_EQ(lines_.size(), 1U) << subset;
    EXPECT_NE(lines_[0].find("where all are alike; using any cores"), std::string::npos) << lines_[0];
  }
  EXPECT_EQ(plan_of({"KMP_HW_SUBSET=1c:intel_core,1c:intel_atom"}).usable.count(), 8U);
}

TEST_F(PlanOf, ASubsetByCachesThatNobodyKnowsIsIgnored) {
  use("2 core");
  EXPECT_EQ(plan_of({"KMP_HW_SUBSET=1l2"}).usable.count(), 2U);
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_NE(lines_[0].find("caches that this machine does not show; using all CPUs"), std::string::npos) << lines_[0];
}

TEST_F(PlanOf, AbsoluteSubsetsCountOverAll) {
  use("2 package 2 core 2 thread");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=:1s,2t@1", "OMP_PLACES=threads"}), "1 2");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=:3c@1", "OMP_PLACES=cores"}), "2,3 4,5 6,7");
}

TEST_F(PlanOf, ASubsetLargerThanTheMachineGetsWhatThereIs) {
  use("2 core");
  for (const char* subset : {"2s", "3c", "2t", ":3t", "1s,2c,2t"}) {
    EXPECT_EQ(places_of({std::string("KMP_HW_SUBSET=") + subset, "OMP_PLACES=threads"}), "0 1") << subset;
    ASSERT_EQ(lines_.size(), 1U) << subset;
    EXPECT_NE(lines_[0].find("using what there is of it"), std::string::npos) << lines_[0];
  }
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=1c,2t", "OMP_PLACES=threads"}), "0");
  EXPECT_EQ(places_of({"KMP_HW_SUBSET=2c@1", "OMP_PLACES=threads"}), "1");
}

TEST_F(PlanOf, ASubsetOfWhichNothingIsThereIsIgnored) {
  use("2 core");
  for (const char* subset : {"1c@2", "1s@1,1c", "1c,1t@1"}) {
    const Plan plan = plan_of({std::string("KMP_HW_SUBSET=") + subset});
    EXPECT_EQ(plan.usable.count(), 2U) << subset;
    EXPECT_FALSE(plan.binds()) << subset;
    ASSERT_EQ(lines_.size(), 1U) << subset;
    EXPECT_NE(lines_[0].find("using all CPUs"), std::string::npos);
  }
}

TEST_F(PlanOf, ASubsetAloneConfines) {
  use("4 core");
  const Plan plan = plan_of({"KMP_HW_SUBSET=2c@1"});
  EXPECT_EQ(text_of(plan.places), "1,2");
  EXPECT_EQ(plan.usable.count(), 2U);
  EXPECT_TRUE(plan.confines);
  EXPECT_EQ(policy_for(plan, settings::ProcBind::false_, settings::ProcBind::spread), Policy::primary);
}

TEST_F(PlanOf, TheClauseWinsOverTheIcvWhereThreadsAreBound) {
  use("4 core");
  const Plan bound = plan_of({"OMP_PROC_BIND=close"});
  using settings::ProcBind;
  EXPECT_EQ(policy_for(bound, ProcBind::close, ProcBind::false_), Policy::close);
  EXPECT_EQ(policy_for(bound, ProcBind::close, ProcBind::spread), Policy::spread);
  EXPECT_EQ(policy_for(bound, ProcBind::true_, ProcBind::false_), Policy::close);
  EXPECT_EQ(policy_for(bound, ProcBind::primary, ProcBind::false_), Policy::primary);
  const Plan unbound = plan_of({"OMP_PROC_BIND=false", "OMP_PLACES=cores"});
  EXPECT_EQ(policy_for(unbound, ProcBind::false_, ProcBind::spread), Policy::none);
}

}  // namespace
}  // namespace muster::affinity

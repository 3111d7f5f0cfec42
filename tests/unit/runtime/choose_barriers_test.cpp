// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is made of the variables that name barriers, before any team asks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaded.h"
#include "runtime/lifetime.h"
#include "runtime/runtime.h"

namespace muster::runtime {
namespace {

using barriers::DecidedBy;
using barriers::Use;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

settings::TestEnvironment without_profile(std::initializer_list<std::string> variables) {
  settings::TestEnvironment environment(variables);
  environment.add("MUSTER_PROFILE=none");
  return environment;
}

// A default team of `threads` on a machine with a CPU for each, in this environment.
class Chosen {
 public:
  Chosen(std::initializer_list<std::string> variables, std::uint32_t threads)
      : threads_(threads), environment_(without_profile(variables)), loaded_(settings::load_from(environment_)) {
    teams::conditions.default_team_size.store_relaxed(threads);
    choose_barriers(loaded_.settings, threads, environment_.data(), {settings::append_to_lines, &complaints_});
  }

  barriers::Choice for_use(Use use) const { return choose_barrier(use, threads_).choice; }
  std::string gather(Use use) const { return std::string(for_use(use).pattern.gather); }
  std::string release(Use use) const { return std::string(for_use(use).pattern.release); }
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  std::uint32_t threads_;
  settings::TestEnvironment environment_;
  settings::Loaded loaded_;
  std::vector<std::string> complaints_;
};

TEST(ChooseBarriers, WithoutVariablesTheRulesDecide) {
  const Chosen chosen({}, 8);
  for (const Use use : {Use::plain, Use::fork_join, Use::reduction}) {
    EXPECT_EQ(chosen.for_use(use).decided_by, DecidedBy::rule);
  }
  EXPECT_THAT(chosen.complaints(), IsEmpty());
}

TEST(ChooseBarriers, AVariableIsForItsUseAlone) {
  const Chosen chosen({"KMP_FORKJOIN_BARRIER_PATTERN=tree,hyper"}, 8);
  EXPECT_EQ(chosen.gather(Use::fork_join), "tree");
  EXPECT_EQ(chosen.release(Use::fork_join), "hyper");
  EXPECT_EQ(chosen.for_use(Use::fork_join).decided_by, DecidedBy::user);
  EXPECT_EQ(chosen.for_use(Use::plain).decided_by, DecidedBy::rule);
}

TEST(ChooseBarriers, MustersVariableIsForAllUsesAndStronger) {
  const Chosen chosen({"MUSTER_BARRIER=mcs", "KMP_PLAIN_BARRIER_PATTERN=linear,linear"}, 8);
  for (const Use use : {Use::plain, Use::fork_join, Use::reduction}) {
    EXPECT_EQ(chosen.gather(use), "mcs");
  }
}

TEST(ChooseBarriers, LibompsHierarchicalIsTheCluster) {
  EXPECT_EQ(Chosen({"KMP_PLAIN_BARRIER_PATTERN=hierarchical,hierarchical"}, 8).gather(Use::plain), "cluster");
}

// What cannot do the work is refused aloud, and the message says what is used instead.
TEST(ChooseBarriers, AnAlgorithmWithoutARootCannotFork) {
  const Chosen chosen({"KMP_FORKJOIN_BARRIER_PATTERN=dissemination,dissemination"}, 8);
  EXPECT_EQ(chosen.for_use(Use::fork_join).decided_by, DecidedBy::rule);
  EXPECT_THAT(chosen.complaints(),
              ElementsAre(AllOf(HasSubstr("KMP_FORKJOIN_BARRIER_PATTERN"), HasSubstr("dissemination"),
                                HasSubstr("no root"), HasSubstr(chosen.gather(Use::fork_join)))));
}

TEST(ChooseBarriers, AnAlgorithmWithoutARootIsNoHalfOfABarrier) {
  const Chosen chosen({"KMP_PLAIN_BARRIER_PATTERN=linear,dissemination"}, 8);
  EXPECT_EQ(chosen.for_use(Use::plain).decided_by, DecidedBy::rule);
  EXPECT_THAT(chosen.complaints(), ElementsAre(HasSubstr("cannot be one half")));
}

TEST(ChooseBarriers, AnAlgorithmThatCountsArrivalsCannotReduce) {
  const Chosen chosen({"KMP_REDUCTION_BARRIER_PATTERN=central,central"}, 8);
  EXPECT_EQ(chosen.for_use(Use::reduction).decided_by, DecidedBy::rule);
  EXPECT_THAT(chosen.complaints(), ElementsAre(HasSubstr("counts arrivals only")));
}

TEST(ChooseBarriers, WhereMustersVariableIsUnfitTheOtherCounts) {
  const Chosen chosen({"MUSTER_BARRIER=dissemination", "KMP_FORKJOIN_BARRIER_PATTERN=tree,tree"}, 8);
  EXPECT_EQ(chosen.gather(Use::plain), "dissemination");
  EXPECT_EQ(chosen.gather(Use::fork_join), "tree");
}

TEST(ChooseBarriers, KmpWarningsSilencesTheMessages) {
  const Chosen chosen({"KMP_FORKJOIN_BARRIER_PATTERN=dissemination,dissemination", "KMP_WARNINGS=0"}, 8);
  EXPECT_THAT(chosen.complaints(), IsEmpty());
}

TEST(ChooseBarriers, TheDisplaysHaveTheDefaultTeamsPatterns) {
  settings::TestEnvironment environment({"KMP_PLAIN_BARRIER_PATTERN=tree,hyper", "MUSTER_PROFILE=none"});
  settings::Loaded loaded = settings::load_from(environment);
  teams::conditions.default_team_size.store_relaxed(8);
  choose_barriers(loaded.settings, 8, environment.data(), {});
  settings::BarrierNote notes[barriers::kUses];
  show_choices(loaded.settings, notes);
  EXPECT_STREQ(loaded.global().plain_barrier.gather, "tree");
  EXPECT_STREQ(loaded.global().plain_barrier.release, "hyper");
  EXPECT_STREQ(loaded.global().forkjoin_barrier.gather, "hyper");
  EXPECT_EQ(notes[0].decided_by, "user");
  EXPECT_EQ(notes[1].decided_by, "rule");
}

TEST(FewerThreads, TheMessageSaysHowMany) {
  char line[256];
  const std::size_t length = fewer_threads_message(line, sizeof line, 64, 3);
  const std::string text(line, length);
  EXPECT_THAT(text, AllOf(HasSubstr("64"), HasSubstr("3")));
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace muster::runtime

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with dependences, made by a task, and what is told when it waits for them.
#include <vector>

#include "misuse/handlers.h"
#include "misuse/notes.h"
#include "told.h"

namespace muster::misuse {
namespace {

using Access = events::DependenceKind;

class Chains : public testing::Test {
 protected:
  Chains() {
    thread_.task = &creator_;
    events::this_thread = &thread_;
  }
  ~Chains() override {
    judge_chains(creator_);
    drop_note(creator_);
    events::this_thread = nullptr;
  }

  void make(const std::vector<events::Dependence>& dependences) {
    events::Task task;
    task.flags = events::kExplicitTask;
    task.caller = caller_;
    on_dependences({task, dependences.data(), dependences.size()});
  }
  std::string judged() {
    judge_chains(creator_);
    return told_.text();
  }

  static constexpr std::uint64_t kMany = 150;

 private:
  Told told_;
  events::Caller caller_ = place();
  events::Task creator_;
  events::Thread thread_;
};

TEST_F(Chains, TellsOfWritersOfOneVariable) {
  for (std::uint64_t i = 0; i < kMany; ++i) make({{8, Access::inout}});
  EXPECT_NE(judged().find("dependences of all 150 tasks made"), std::string::npos);
}

TEST_F(Chains, TellsOfTasksThatHandOn) {
  for (std::uint64_t i = 0; i < kMany; ++i) make({{8 + i, Access::in}, {9 + i, Access::out}});
  EXPECT_NE(judged().find("dependences of all 150 tasks made"), std::string::npos);
}

TEST_F(Chains, IsSilentWhereTwoChainsRunSideBySide) {
  for (std::uint64_t i = 0; i < kMany; ++i) make({{8 + i % 2, Access::inout}});
  EXPECT_EQ(judged(), "");
}

TEST_F(Chains, IsSilentWhereReadersRunSideBySide) {
  for (std::uint64_t i = 0; i < kMany; ++i) make({{8, i % 3 == 0 ? Access::out : Access::in}});
  EXPECT_EQ(judged(), "");
}

TEST_F(Chains, IsSilentOfAFew) {
  for (int i = 0; i < 99; ++i) make({{8, Access::inout}});
  EXPECT_EQ(judged(), "");
}

TEST_F(Chains, DoesNotJudgeTasksThatNameMoreVariablesThanItKeeps) {
  for (std::uint64_t i = 0; i < 300; ++i) make({{8 + i, Access::in}, {9 + i, Access::out}});
  EXPECT_EQ(judged(), "");
}

TEST_F(Chains, DoesNotJudgeAllMemory) {
  for (std::uint64_t i = 0; i < kMany; ++i) make({{0, Access::inout_all_memory}});
  EXPECT_EQ(judged(), "");
}

}  // namespace
}  // namespace muster::misuse

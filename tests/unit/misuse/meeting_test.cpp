// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two members of a team, one after the other on this thread, and what they meet.
#include "misuse/meeting.h"

#include "misuse/handlers.h"
#include "told.h"

namespace muster::misuse {
namespace {

using events::SyncKind;
using events::WorkKind;

class Meetings : public testing::Test {
 protected:
  Meetings() {
    open_meeting(region_);
    for (std::uint32_t i = 0; i < 2; ++i) {
      members_[i].region = &region_;
      members_[i].flags = events::kImplicitTask;
      members_[i].number = i;
      join_meeting(members_[i]);
    }
  }

  void work(std::uint32_t member, WorkKind kind, std::uint64_t count = 10) {
    meet_work({kind, members_[member], count, place()});
  }
  void barrier(std::uint32_t member, SyncKind kind) { meet_barrier({kind, members_[member], place()}); }
  void cancel(std::uint32_t member) { cancel_meeting(members_[member]); }
  // Both end, and the region with them.
  std::string ended() {
    for (events::Task& member : members_) {
      leave_meeting(member);
      drop_note(member);
    }
    close_meeting(region_);
    return told_.text();
  }

 private:
  Told told_;
  events::Region region_;
  events::Task members_[2];
};

TEST_F(Meetings, AreSilentOfMembersThatMeetTheSame) {
  for (std::uint32_t member : {0U, 1U}) {
    work(member, WorkKind::loop_dynamic);
    work(member, member == 0 ? WorkKind::single_executor : WorkKind::single_other);
    barrier(member, SyncKind::barrier_explicit);
    barrier(member, SyncKind::barrier_implicit_parallel);
  }
  EXPECT_EQ(ended(), "");
}

TEST_F(Meetings, TellOfDifferentConstructs) {
  work(0, WorkKind::loop_dynamic);
  work(1, WorkKind::single_other);
  const std::string text = ended();
  EXPECT_NE(text.find("thread 0 meets a loop"), std::string::npos) << text;
  EXPECT_NE(text.find("thread 1 a single construct"), std::string::npos) << text;
}

TEST_F(Meetings, TellOfDifferentNumbersOfIterations) {
  work(0, WorkKind::loop_static, 10);
  work(1, WorkKind::loop_static, 11);
  EXPECT_NE(ended().find("thread 0 has 10 iterations, thread 1 has 11"), std::string::npos);
}

TEST_F(Meetings, TellOfAConstructThatOneMemberDoesNotMeet) {
  work(0, WorkKind::loop_dynamic);
  work(1, WorkKind::loop_dynamic);
  work(1, WorkKind::sections);
  EXPECT_NE(ended().find("that thread 0 does not meet"), std::string::npos);
}

TEST_F(Meetings, DoNotCompareOnceTheRegionIsCancelled) {
  work(0, WorkKind::loop_dynamic);
  cancel(1);
  barrier(1, SyncKind::barrier_implicit_parallel);
  barrier(0, SyncKind::barrier_explicit);
  EXPECT_EQ(ended(), "");
}

TEST_F(Meetings, CompareAMemberThatIsFarAhead) {
  for (int i = 0; i < 1000; ++i) work(0, WorkKind::loop_dynamic);
  for (int i = 0; i < 1000; ++i) work(1, WorkKind::loop_dynamic);
  EXPECT_EQ(ended(), "");
}

using MeetingsDeathTest = Meetings;

TEST_F(MeetingsDeathTest, EndTheProgramWhereMembersWaitForEachOther) {
  barrier(0, SyncKind::barrier_implicit_parallel);
  EXPECT_DEATH(
      {
        tell_to("");
        barrier(1, SyncKind::barrier_explicit);
      },
      "thread 0 waits at the end of the region, thread 1 waits at a barrier.*\n.*so the program ends here");
  ended();
}

}  // namespace
}  // namespace muster::misuse

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads of a team, whose events come in the order in which a test gives them.
#include <gmock/gmock.h>

#include "misuse/handlers.h"
#include "misuse/meeting.h"
#include "told.h"

namespace muster::misuse {
namespace {

using events::MutexKind;

constexpr auto kEnds = "so the program ends here";

class Mutexes : public testing::Test {
 protected:
  Mutexes() {
    open_meeting(region_);
    for (std::uint32_t i = 0; i < 2; ++i) {
      members_[i].region = &region_;
      members_[i].flags = events::kImplicitTask;
      members_[i].number = i;
      threads_[i].task = &members_[i];
      join_meeting(members_[i]);
    }
  }
  ~Mutexes() override {
    for (std::uint32_t i = 0; i < 2; ++i) {
      as(i);
      leave_meeting(members_[i]);
      drop_note(members_[i]);
      const Guard guard;
      leave_mutexes_of(threads_[i]);
      drop_note(threads_[i]);
    }
    close_meeting(region_);
    events::this_thread = nullptr;
  }

  void as(std::uint32_t thread) { events::this_thread = &threads_[thread]; }
  void init(std::uint64_t id) { on_mutex_init({MutexKind::lock, 0, id, place()}); }
  void await(std::uint64_t id, MutexKind kind = MutexKind::lock) { on_mutex_acquire({kind, 0, id, place()}); }
  void get(std::uint64_t id, MutexKind kind = MutexKind::lock) {
    await(id, kind);
    on_mutex_acquired({kind, id, place()});
  }
  void release(std::uint64_t id, MutexKind kind = MutexKind::lock) { on_mutex_release({kind, id, place()}); }
  void arrive() {
    const events::SyncBegin barrier{events::SyncKind::barrier_explicit, *events::this_thread->task, place()};
    meet_barrier(barrier);
    wait_at_barrier(barrier);
  }
  std::string text() const { return told_.text(); }
  // In the process that is meant to end, whose lines the test reads.
  static void tell_here() { tell_to(""); }

 private:
  Told told_;
  events::Region region_;
  events::Task members_[2];
  events::Thread threads_[2];
};

TEST_F(Mutexes, AreSilentOfLocksThatAreUsedAsTheyShould) {
  as(0);
  init(16);
  get(16);
  release(16);
  as(1);
  get(16);
  release(16);
  on_mutex_destroy({MutexKind::lock, 16, place()});
  EXPECT_EQ(text(), "");
}

TEST_F(Mutexes, TellOfALockOfAThreadThatHasEnded) {
  as(1);
  init(24);
  get(24);
  {
    const Guard guard;
    leave_mutexes_of(*events::this_thread);
  }
  as(0);
  release(24);
  EXPECT_NE(text().find("by thread 0 is owned by thread 1"), std::string::npos) << text();
}

// Any thread may unset a lock, so these go on.
TEST_F(Mutexes, TellOnceOfALockThatIsSetTwice) {
  as(0);
  init(32);
  get(32);
  const events::Caller caller = place();
  on_mutex_acquire({MutexKind::lock, 0, 32, caller});
  const std::string once = text();
  EXPECT_NE(once.find("unless another thread unsets the lock: thread 0 waits"), std::string::npos) << once;
  on_mutex_acquire({MutexKind::lock, 0, 32, caller});
  EXPECT_EQ(text(), once);
}

TEST_F(Mutexes, TellOfTwoThatWaitForEachOther) {
  as(0);
  init(40);
  init(48);
  get(40);
  as(1);
  get(48);
  await(40);
  as(0);
  await(48);
  EXPECT_THAT(text(),
              testing::ContainsRegex("thread 0 waits.*that thread 1 has.*\n.*thread 1 waits.*that thread 0 has"));
}

TEST_F(Mutexes, TellOfALockWhoseOwnerIsAtTheBarrier) {
  as(0);
  init(80);
  get(80);
  arrive();
  as(1);
  await(80);
  EXPECT_THAT(text(), testing::ContainsRegex("thread 1 waits.*that thread 0 has.*\n.*thread 0 waits.* at a barrier"));
}

TEST_F(Mutexes, TellOfALockWhoseOwnerComesToTheBarrierLater) {
  as(0);
  init(88);
  get(88);
  as(1);
  await(88);
  as(0);
  arrive();
  EXPECT_THAT(text(), testing::ContainsRegex("thread 0 waits.* at a barrier.*\n.*thread 1 waits.*that thread 0 has"));
}

using MutexesDeathTest = Mutexes;

TEST_F(MutexesDeathTest, EndTheProgramThatEntersACriticalConstructTwice) {
  as(0);
  get(96, MutexKind::critical);
  EXPECT_DEATH((tell_here(), await(96, MutexKind::critical)), kEnds);
}

TEST_F(MutexesDeathTest, EndTheProgramWhereTwoWaitForEachOthersConstructs) {
  as(0);
  get(104, MutexKind::critical);
  as(1);
  get(112, MutexKind::critical);
  await(104, MutexKind::critical);
  as(0);
  EXPECT_DEATH((tell_here(), await(112, MutexKind::critical)),
               "thread 0 waits.*that thread 1 has.*\n.*thread 1 waits.*that thread 0 has");
}

TEST_F(MutexesDeathTest, EndTheProgramWhereTheOwnerIsAtTheBarrier) {
  as(0);
  get(56, MutexKind::critical);
  arrive();
  as(1);
  EXPECT_DEATH((tell_here(), await(56, MutexKind::critical)), kEnds);
}

TEST_F(MutexesDeathTest, EndTheProgramWhereTheOwnerComesToTheBarrierLater) {
  as(0);
  get(64, MutexKind::critical);
  as(1);
  await(64, MutexKind::critical);
  as(0);
  EXPECT_DEATH((tell_here(), arrive()), kEnds);
}

TEST_F(Mutexes, AreSilentWhereTheOwnerHasPassedTheBarrier) {
  as(0);
  get(72, MutexKind::critical);
  arrive();
  as(1);
  arrive();
  leave_barrier(*events::this_thread->task);
  // Thread 0 has been let go on as well, and is about to say so.
  await(72, MutexKind::critical);
  EXPECT_EQ(text(), "");
}

// A thread that waits at a barrier runs a task, whose region has an implicit task of its own: that goes on and lets the mutex go.
TEST_F(MutexesDeathTest, OfARegionInATaskOfABarrierAreNotHeldByTheBarrier) {
  as(0);
  get(80, MutexKind::critical);
  arrive();
  events::Task& outer = *events::this_thread->task;
  events::Region region;
  region.size = 1;
  open_meeting(region);
  events::Task inner;
  inner.region = &region;
  inner.flags = events::kImplicitTask;
  events::this_thread->task = &inner;
  join_meeting(inner);
  get(72, MutexKind::critical);
  arrive();
  leave_barrier(inner);
  as(1);
  await(72, MutexKind::critical);
  EXPECT_EQ(text(), "");
  as(0);
  release(72, MutexKind::critical);
  leave_meeting(inner);
  drop_note(inner);
  close_meeting(region);
  events::this_thread->task = &outer;
  // What the implicit task holds that waits there is waited for in vain.
  as(1);
  EXPECT_DEATH((tell_here(), await(80, MutexKind::critical)), kEnds);
}

}  // namespace
}  // namespace muster::misuse

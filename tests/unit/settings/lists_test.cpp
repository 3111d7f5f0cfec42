// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_NUM_THREADS, OMP_PROC_BIND and OMP_SCHEDULE.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

Schedule schedule_of(const char* value) {
  const Loaded loaded = load_from({std::string("OMP_SCHEDULE=") + value});
  EXPECT_TRUE(loaded.clean) << value;
  return loaded->run_schedule;
}

TEST(NumThreads, IsAListWithAnElementForEachLevel) {
  EXPECT_EQ(load_from({})->num_threads_count, 0);
  const Loaded one = load_from({"OMP_NUM_THREADS=4"});
  EXPECT_EQ(one->num_threads_count, 1);
  EXPECT_EQ(num_threads_at(*one.operator->(), 0), 4);
  const Loaded three = load_from({"OMP_NUM_THREADS= 4 , 3,2 "});
  EXPECT_TRUE(three.clean);
  EXPECT_EQ(three->num_threads_count, 3);
  EXPECT_EQ(three->num_threads[0], 4);
  EXPECT_EQ(three->num_threads[1], 3);
  EXPECT_EQ(three->num_threads[2], 2);
}

TEST(NumThreads, KeepsEightLevels) {
  EXPECT_TRUE(load_from({"OMP_NUM_THREADS=1,2,3,4,5,6,7,8"}).clean);
  const Loaded loaded = load_from({"OMP_NUM_THREADS=1,2,3,4,5,6,7,8,9,10"});
  EXPECT_EQ(loaded->num_threads_count, 8);
  EXPECT_EQ(loaded->num_threads[7], 8);
  EXPECT_EQ(loaded.warnings.size(), 1U);
}

TEST(NumThreads, OtherThingsAreRefused) {
  for (const char* value :
       {"abc", "0", "4,0", "4,,3", "4,", ",4", "-4", "4 3", "2147483648", "1.5", "4,x", "1,2,3,4,5,6,7,8,x"}) {
    const Loaded loaded = load_from({std::string("OMP_NUM_THREADS=") + value});
    EXPECT_EQ(loaded->num_threads_count, 0) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(ProcBind, IsABooleanOrAList) {
  EXPECT_EQ(load_from({})->bind[0], ProcBind::false_);
  EXPECT_EQ(load_from({"OMP_PROC_BIND=true"})->bind[0], ProcBind::true_);
  EXPECT_EQ(load_from({"OMP_PROC_BIND=FALSE"})->bind[0], ProcBind::false_);
  EXPECT_EQ(load_from({"OMP_PROC_BIND=primary"})->bind[0], ProcBind::primary);
  EXPECT_EQ(load_from({"OMP_PROC_BIND=master"})->bind[0], ProcBind::primary);
  const Loaded loaded = load_from({"OMP_PROC_BIND=Spread , close"});
  EXPECT_EQ(loaded->bind_count, 2);
  EXPECT_EQ(bind_at(loaded.settings.icvs, 0), ProcBind::spread);
  EXPECT_EQ(bind_at(loaded.settings.icvs, 1), ProcBind::close);
}

TEST(ProcBind, OtherThingsAreRefused) {
  for (const char* value : {"spread,", "true,close", "close,true", "near", "close spread", ",close"}) {
    const Loaded loaded = load_from({std::string("OMP_PROC_BIND=") + value});
    EXPECT_EQ(loaded->bind_count, 1) << value;
    EXPECT_EQ(loaded->bind[0], ProcBind::false_) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
  const Loaded many = load_from({"OMP_PROC_BIND=close,close,close,close,close,close,close,close,spread"});
  EXPECT_EQ(many->bind_count, 8);
  EXPECT_EQ(many.warnings.size(), 1U);
}

TEST(Schedule, Kinds) {
  EXPECT_EQ(load_from({})->run_schedule.kind, ScheduleKind::static_);
  EXPECT_EQ(schedule_of("static").kind, ScheduleKind::static_);
  EXPECT_EQ(schedule_of("Dynamic").kind, ScheduleKind::dynamic);
  EXPECT_EQ(schedule_of("GUIDED").kind, ScheduleKind::guided);
  EXPECT_EQ(schedule_of("auto").kind, ScheduleKind::auto_);
  EXPECT_EQ(schedule_of("trapezoidal").kind, ScheduleKind::trapezoidal);
  EXPECT_EQ(schedule_of("static_steal").kind, ScheduleKind::static_steal);
  EXPECT_EQ(schedule_of("static_greedy").kind, ScheduleKind::static_greedy);
  EXPECT_EQ(schedule_of("static_balanced").kind, ScheduleKind::static_balanced);
}

TEST(Schedule, Chunks) {
  EXPECT_EQ(schedule_of("dynamic").chunk, 0);
  EXPECT_EQ(schedule_of("guided, 4").chunk, 4);
  EXPECT_EQ(schedule_of(" dynamic ,16 ").chunk, 16);
  EXPECT_EQ(schedule_of("auto,4").chunk, 0);
  const Loaded loaded = load_from({"OMP_SCHEDULE=dynamic,4294967296"});
  EXPECT_EQ(loaded->run_schedule.chunk, 2147483647);
  EXPECT_EQ(loaded.warnings.size(), 1U);
}

TEST(Schedule, Modifiers) {
  EXPECT_EQ(schedule_of("dynamic").modifier, ScheduleModifier::none);
  EXPECT_EQ(schedule_of("monotonic:dynamic,4").modifier, ScheduleModifier::monotonic);
  const Schedule schedule = schedule_of("NonMonotonic : guided");
  EXPECT_EQ(schedule.modifier, ScheduleModifier::nonmonotonic);
  EXPECT_EQ(schedule.kind, ScheduleKind::guided);
}

TEST(Schedule, AChunkOfNoneLeavesTheKind) {
  for (const char* kind : {"static", "dynamic", "guided", "auto"}) {
    const Loaded loaded = load_from({std::string("OMP_SCHEDULE=") + kind + ",0"});
    EXPECT_EQ(loaded->run_schedule.kind, schedule_of(kind).kind) << kind;
    EXPECT_EQ(loaded->run_schedule.chunk, 0) << kind;
    ASSERT_EQ(loaded.warnings.size(), 1U) << kind;
    EXPECT_NE(loaded.warnings[0].find("which has a chunk of 0; using "), std::string::npos) << loaded.warnings[0];
  }
}

TEST(Schedule, OtherThingsAreRefused) {
  for (const char* value : {"dynamo", "dynamic,-1", "dynamic,x", "dynamic,", "static,4,5", "monotonic:", "fast:dynamic",
                            "monotonic", ":dynamic", "dynamic 4", "auto,x"}) {
    const Loaded loaded = load_from({std::string("OMP_SCHEDULE=") + value});
    EXPECT_EQ(loaded->run_schedule.kind, ScheduleKind::static_) << value;
    EXPECT_EQ(loaded->run_schedule.chunk, 0) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace muster::settings

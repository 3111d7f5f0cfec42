// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "first_touch/without_events.h"

namespace muster::first_touch {
namespace {

using testing::HasSubstr;

// 16 MiB that thread 0 has touched; 200 looks, a quarter of them of thread 0.
Array touched_by_one() {
  Array array;
  array.end = 16 << 20;
  array.pages = array.touched = 4096;
  array.touchers = 1;
  array.looks = array.uses = array.known_uses = 200;
  array.own_uses = 50;
  array.users = 4;
  array.remote_uses = 150;
  return array;
}

std::string said(const Array& array, std::uint32_t nodes = 4) {
  const Line line = line_of(array, " at ./p+0x11", nodes);
  return {line.text, line.size};
}

TEST(Report, WhatIsToBeChanged) {
  EXPECT_EQ(said(touched_by_one()),
            "muster: memory: 16.0 MiB touched first by thread 0 at ./p+0x11, used by 4 threads: initialise it in a "
            "parallel loop with the same schedule. As it is, 75% of the accesses are remote on this machine.\n");
  Array shared = touched_by_one();
  shared.shared = 101;
  EXPECT_THAT(said(shared), HasSubstr("all of it is used by several threads: let it be interleaved among the nodes."));
}

TEST(Report, WhatIsRight) {
  Array array = touched_by_one();
  array.own_uses = 200;
  array.users = 1;
  array.remote_uses = 0;
  EXPECT_EQ(said(array),
            "muster: memory: 16.0 MiB touched first by thread 0 at ./p+0x11, used by thread 0; 0% of the accesses are "
            "remote on this machine.\n");
  array.touched = 1024;
  array.touchers = 4;
  EXPECT_THAT(said(array), HasSubstr("touched first by 4 threads at ./p+0x11, used"));
}

TEST(Report, WhatIsNotKnown) {
  EXPECT_THAT(said(touched_by_one(), 1), HasSubstr("no access is remote on this machine, which has one NUMA node.\n"));
  Array array = touched_by_one();
  array.known_uses = array.remote_uses = 0;
  EXPECT_THAT(said(array), HasSubstr("the kernel does not tell where the pages lie.\n"));
  array.looks = 5;
  EXPECT_THAT(said(array), HasSubstr("; its uses were not seen often enough (5 looks).\n"));
}

TEST(Report, WhatIsTooLongIsCut) {
  const Line line = line_of(touched_by_one(), std::string(2 * kLineBytes, 'x').c_str(), 2);
  EXPECT_EQ(line.size, kLineBytes - 1);
}

TEST(Report, HintsAreTheDoctors) {
  EXPECT_EQ(line_of_nodes({}).size, 0U);
  EXPECT_EQ(line_of_cores({}).size, 0U);
  EXPECT_THAT(line_of_nodes({64, 8, 0, 0}).text,
              HasSubstr("The 64 threads are not bound, and their CPUs are in 8 NUMA nodes: a thread that moves leaves "
                        "the memory that it has initialised behind. Set OMP_PROC_BIND=close"));
  EXPECT_THAT(line_of_cores({4, 0, 2, 1}).text,
              HasSubstr("2 cores run several threads while 1 core has none: hardware threads are filled before cores. "
                        "Set OMP_PLACES=cores, or OMP_PROC_BIND=spread."));
  EXPECT_THAT(line_of_cores({4, 0, 1, 3}).text, HasSubstr("1 core runs several threads while 3 cores have none"));
}

TEST(Report, OtherProcessesThatAreBoundHaveALine) {
  EXPECT_EQ(line_of_neighbours("").size, 0U);
  EXPECT_STREQ(line_of_neighbours("1 CPU is bound").text, "muster: memory: 1 CPU is bound.\n");
}

TEST(Report, WithoutEventsTheReasonIsTold) {
  const Line line = line_without_events(EACCES);
  EXPECT_THAT(line.text, HasSubstr("tells no page faults (perf_event_open: Permission denied)"));
  EXPECT_THAT(line.text, HasSubstr("; there were "));
  EXPECT_EQ(line.text[line.size - 1], '\n');
  EXPECT_THAT(line_without_events(EAGAIN).text, HasSubstr("(no thread could be started to take them: "));
}

}  // namespace
}  // namespace muster::first_touch

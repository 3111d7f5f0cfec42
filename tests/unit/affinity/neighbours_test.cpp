// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes on machines that are texts: which CPUs one takes when others have taken theirs.
#include "affinity/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "affinity/affinity.h"
#include "machine_file.h"

namespace muster::affinity {
namespace {

using barriers::Position;
using topology::CpuSet;
using topology::kMaxCpus;
using topology::MachineCpu;

constexpr const char* kSmall = "4 core";
constexpr const char* k64 = "2 package 4 l3 8 core";
constexpr const char* k512 = "2 package 4 numa 4 l3 8 core 2 thread";

CpuSet cpus(std::uint32_t first, std::uint32_t last) {
  CpuSet result;
  for (std::uint32_t cpu = first; cpu <= last; ++cpu) result.add(cpu);
  return result;
}

class MachineWithProcesses : public ::testing::Test {
 protected:
  MachineWithProcesses() : cpus_(kMaxCpus), places_(kMaxCpus), order_(kMaxCpus), scratch_(kMaxCpus) {}

  void use(const char* machine) {
    const topology::MachineParse parsed = topology::parse_machine(machine, cpus_);
    ASSERT_EQ(parsed.error, nullptr) << machine;
    machine_ = parsed.machine;
    others_.clear();
  }

  void load(std::vector<std::string> variables) {
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    settings::load(settings_, environment.data(), false, texts_, {});
    plan_ = make_plan(settings_, machine_, {places_, order_, scratch_}, {});
  }

  // Starts a process with OMP_PROC_BIND=true and stays: what it is bound to.
  std::string start(std::uint32_t threads, const char* variable = "OMP_DYNAMIC=false") {
    load({"OMP_PROC_BIND=true", variable});
    const std::size_t count = plan_.places.size();
    std::vector<Position> positions(count);
    locate(plan_.places, machine_, positions);
    std::vector<std::uint16_t> nodes(count);
    locate_nodes(plan_.places, machine_, nodes);
    std::vector<std::uint16_t> users(count);
    for (const CpuSet& other : others_) count_user(plan_.places, other, users);
    std::vector<std::uint16_t> order(count);
    const std::uint32_t taken = taken_by_teams(plan_, settings_.icvs, threads).places;
    is_changed_ = order_places(users, positions, taken, order);
    if (is_changed_) {
      put_in_order(order, {std::span(places_).first(count), positions, nodes});
      std::vector<Position> anew(count);
      locate(plan_.places, machine_, anew);
      EXPECT_EQ(anew, positions) << "positions go with their places";
      std::vector<std::uint16_t> nodes_anew(count);
      locate_nodes(plan_.places, machine_, nodes_anew);
      EXPECT_EQ(nodes_anew, nodes) << "and so do nodes";
    }
    others_.push_back(taken_by_teams(plan_, settings_.icvs, threads).cpus);
    return testing::text_of(others_.back());
  }

  std::string cpus_of(std::vector<std::string> variables, std::uint32_t threads) {
    load(std::move(variables));
    return testing::text_of(taken_by_teams(plan_, settings_.icvs, threads).cpus);
  }

  bool may_choose(std::vector<std::string> variables) {
    load(std::move(variables));
    return may_choose_places(settings_);
  }

  std::vector<MachineCpu> cpus_;
  std::vector<CpuSet> places_;
  std::vector<std::uint16_t> order_;
  std::vector<std::uint64_t> scratch_;
  topology::Machine machine_;
  settings::Settings settings_;
  char texts_[settings::kTextBytes];
  Plan plan_;
  std::vector<CpuSet> others_;
  bool is_changed_ = false;
};

TEST_F(MachineWithProcesses, AloneTheyStayInOrder) {
  for (const char* machine : {kSmall, k64, k512}) {
    for (const std::uint32_t threads : {1U, 2U, 3U, 4U, 31U, 200U, 255U, 256U, 5000U}) {
      use(machine);
      start(threads);
      EXPECT_FALSE(is_changed_) << machine << ", " << threads;
    }
  }
}

TEST_F(MachineWithProcesses, EachTakesWhatTheOthersLeave) {
  use(k64);
  EXPECT_EQ(start(32), "0-31");
  EXPECT_EQ(start(16), "32-47");
  EXPECT_EQ(start(8), "48-55");
  EXPECT_EQ(start(1), "56");
  EXPECT_EQ(start(4), "57-60");
  EXPECT_EQ(start(3), "61-63");
  EXPECT_TRUE(is_changed_);
}

TEST_F(MachineWithProcesses, WhereAllIsTakenTheNextOnesAreDealtOutEvenly) {
  use(k64);
  EXPECT_EQ(start(32), "0-31");
  EXPECT_EQ(start(32), "32-63");
  EXPECT_EQ(start(32), "0-31");
  EXPECT_FALSE(is_changed_);
  EXPECT_EQ(start(32), "32-63");
}

TEST_F(MachineWithProcesses, TheOthersOfAnotherPartOfTheMachineChangeNothing) {
  use(k64);
  others_.push_back(cpus(16, 63));
  EXPECT_EQ(start(16), "0-15");
  EXPECT_FALSE(is_changed_);
}

TEST_F(MachineWithProcesses, ATeamThatNeedsAllPlacesStaysAsItIs) {
  use(kSmall);
  others_.push_back(cpus(0, 1));
  EXPECT_EQ(start(4), "0-3");
  EXPECT_FALSE(is_changed_);
  EXPECT_EQ(start(9), "0-3");
  EXPECT_FALSE(is_changed_);
}

TEST_F(MachineWithProcesses, TooFewFreePlacesComeFirst) {
  use(kSmall);
  others_.push_back(cpus(0, 1));
  EXPECT_EQ(start(3), "0,2-3");
  EXPECT_EQ(testing::text_of(plan_.places[0]), "2") << "the primary thread has a place for itself";
  EXPECT_EQ(testing::text_of(plan_.places[3]), "1");
}

TEST_F(MachineWithProcesses, ACoreOfWhichOneThreadIsTakenIsTaken) {
  use(k512);
  others_.push_back(cpus(1, 1));
  EXPECT_EQ(start(1), "2-3");
  EXPECT_EQ(start(2), "4-7");
}

TEST_F(MachineWithProcesses, ATeamStaysInOneCacheNodeAndPackage) {
  use(k64);
  others_.push_back(cpus(0, 3));
  EXPECT_EQ(start(4), "4-7") << "the rest of the cache is large enough";
  use(k64);
  others_.push_back(cpus(0, 3));
  EXPECT_EQ(start(8), "8-15") << "the next whole cache";
  use(k64);
  others_.push_back(cpus(0, 3));
  EXPECT_EQ(start(32), "32-63") << "the other package";
  use(k512);
  others_.push_back(cpus(0, 15));
  EXPECT_EQ(start(32), "64-127") << "the next whole NUMA node, which has 32 cores";
}

TEST_F(MachineWithProcesses, GapsAreUsedWhereNothingElseIsLeft) {
  use("8 core");
  others_ = {cpus(1, 1), cpus(3, 3)};
  EXPECT_EQ(start(3), "4-6");
  EXPECT_EQ(start(3), "0,2,7");
  EXPECT_EQ(testing::text_of(plan_.places[0]), "0");
}

TEST_F(MachineWithProcesses, CpusOfPlacesThatThereAreNotDoNotCount) {
  use(kSmall);
  others_.push_back(cpus(4, kMaxCpus - 1));
  EXPECT_EQ(start(2), "0-1");
  EXPECT_FALSE(is_changed_);
}

// Whatever the others do: the places are the same ones, and those taken have as few users as can be.
TEST(OrderPlaces, TakesTheFewestUsers) {
  std::mt19937 random(20);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t places = 1 + random() % 40;
    const std::uint32_t threads = 1 + random() % 44;
    std::vector<std::uint16_t> users(places);
    for (std::uint16_t& count : users) count = static_cast<std::uint16_t>(random() % (1 + random() % 4));
    std::vector<Position> positions(places);
    for (std::uint32_t place = 0; place < places; ++place) positions[place].groups[0] = place / 4;
    std::vector<std::uint16_t> order(places);
    if (!order_places(users, positions, threads, order)) {
      for (std::uint32_t place = 0; place < places; ++place) order[place] = static_cast<std::uint16_t>(place);
    }
    std::vector<std::uint16_t> sorted = order;
    std::ranges::sort(sorted);
    std::uint32_t taken = 0;
    std::uint32_t least = 0;
    std::vector<std::uint16_t> fewest = users;
    std::ranges::sort(fewest);
    for (std::uint32_t place = 0; place < places; ++place) {
      ASSERT_EQ(sorted[place], place) << "round " << round;
      taken += place < threads ? users[order[place]] : 0;
      least += place < threads ? fewest[place] : 0;
    }
    ASSERT_EQ(taken, least) << "round " << round;
  }
}

TEST_F(MachineWithProcesses, WhatATeamTakesFollowsItsPolicy) {
  use(k64);
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=close"}, 3), "0-2");
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=primary"}, 3), "0");
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=spread"}, 4), "0,16,32,48");
  EXPECT_EQ(cpus_of({"OMP_PLACES=sockets"}, 1), "0-31");
  EXPECT_EQ(cpus_of({"OMP_PLACES=sockets"}, 60000), "0-63");
  EXPECT_EQ(cpus_of({"KMP_AFFINITY=compact,0,5"}, 2), "5-6");
  EXPECT_EQ(cpus_of({"GOMP_CPU_AFFINITY=7 3 5"}, 2), "3,7");
}

TEST_F(MachineWithProcesses, TeamsInsideOfTeamsTakePlacesToo) {
  use(k64);
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=true", "OMP_NUM_THREADS=2,4"}, 2), "0-4")
      << "from the first place and from the second";
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=true", "OMP_NUM_THREADS=2,4", "OMP_MAX_ACTIVE_LEVELS=1"}, 2), "0-1");
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=spread,close", "OMP_NUM_THREADS=4,2,3"}, 4), "0-3,16-19,32-35,48-51");
  EXPECT_EQ(cpus_of({"OMP_PROC_BIND=close", "OMP_NUM_THREADS=60000,60000,60000,60000,60000"}, 60000), "0-63");
  EXPECT_EQ(start(2, "OMP_NUM_THREADS=2,4"), "0-4");
  EXPECT_EQ(start(2, "OMP_NUM_THREADS=2,4"), "8-12") << "in one cache";
  EXPECT_EQ(start(3), "5-7");
}

TEST_F(MachineWithProcesses, OnlyTrueAloneLeavesTheChoice) {
  use(k64);
  EXPECT_TRUE(may_choose({"OMP_PROC_BIND=true"}));
  EXPECT_TRUE(may_choose({"OMP_PROC_BIND=true", "KMP_AFFINITY=verbose", "OMP_NUM_THREADS=4"}));
  for (const char* variable :
       {"OMP_PROC_BIND=close", "OMP_PROC_BIND=spread", "OMP_PROC_BIND=primary", "OMP_PLACES=cores",
        "GOMP_CPU_AFFINITY=0-3", "KMP_AFFINITY=compact", "OMP_PROC_BIND=false"}) {
    EXPECT_FALSE(may_choose({variable})) << variable;
  }
  for (const char* variable :
       {"OMP_PLACES=cores", "GOMP_CPU_AFFINITY=0-3", "KMP_AFFINITY=compact", "KMP_HW_SUBSET=4c"}) {
    EXPECT_FALSE(may_choose({"OMP_PROC_BIND=true", variable})) << variable;
  }
}

std::string sentence_of(const Neighbours& neighbours) {
  char memory[512];
  return std::string(describe(neighbours, memory));
}

TEST(NeighboursText, SaysWhatIs) {
  EXPECT_EQ(sentence_of({}), "");
  EXPECT_EQ(sentence_of({cpus(0, 3), {}, false}), "");
  EXPECT_EQ(sentence_of({cpus(0, 3), cpus(4, 7), false}), "") << "nobody is in anybody's way";
  EXPECT_EQ(sentence_of({cpus(4, 7), cpus(0, 3), true}),
            "this process begins on CPUs 4-7, because others are bound to 0-3");
  EXPECT_EQ(sentence_of({cpus(1, 1), cpus(0, 0), true}), "this process begins on CPU 1, because others are bound to 0");
  EXPECT_EQ(sentence_of({cpus(0, 3), cpus(3, 3), false}),
            "1 CPU of this process's places is bound by another process, too: 3");
  EXPECT_EQ(sentence_of({cpus(1, 3), cpus(0, 1), true}),
            "this process begins on CPUs 1-3, because others are bound to 0-1; 1 CPU of this process's places is bound "
            "by another process, too: 1");
  CpuSet odd;
  for (std::uint32_t cpu = 1; cpu < 6; cpu += 2) odd.add(cpu);
  EXPECT_EQ(sentence_of({cpus(0, 8191), odd, false}),
            "3 CPUs of this process's places are bound by another process, too: 1,3,5");
}

TEST(NeighboursText, IsCutWhereItIsTooLong) {
  CpuSet odd;
  for (std::uint32_t cpu = 1; cpu < kMaxCpus; cpu += 2) odd.add(cpu);
  EXPECT_EQ(sentence_of({cpus(0, kMaxCpus - 1), odd, true}).size(), 512U);
}

}  // namespace
}  // namespace muster::affinity

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places and threads on machines that are files: machines/*.txt, read as the kernel would show them. Each file names what the
// specification says of it, in the cases below the machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "affinity/affinity.h"
#include "unit/affinity/machine_file.h"
#include "unit/topology/scratch_tree.h"

namespace muster::affinity {
namespace {

using muster::testing::AskedTeam;
using muster::testing::ExpectedTeam;
using muster::testing::MachineCase;
using muster::testing::MachineFile;
using settings::ProcBind;
using topology::CpuSet;
using topology::kMaxCpus;

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MUSTER_MACHINES)) {
    if (entry.path().extension() == ".txt") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

void append_line(void* context, const char* text, std::size_t length) {
  static_cast<std::vector<std::string>*>(context)->emplace_back(text, length);
}

ProcBind clause_named(const std::string& name) {
  if (name.empty()) return ProcBind::false_;
  if (name == "primary") return ProcBind::primary;
  if (name == "close") return ProcBind::close;
  EXPECT_EQ(name, "spread");
  return ProcBind::spread;
}

class MachineFromFile : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    file_ = muster::testing::read_machine_file(std::string(MUSTER_MACHINES) + "/" + GetParam() + ".txt");
    ASSERT_FALSE(HasFailure());
    muster::testing::write_kernel_files(file_, tree_.root());
    machine_ = topology::read_machine(tree_.root(), file_.allowed, cpus_);
    topology::read_core_details(tree_.root(), std::span(cpus_).first(machine_.cpu_count()));
  }

  void plan(std::vector<std::string> variables) {
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    lines_.clear();
    settings::load(settings_, environment.data(), false, texts_, {append_line, &lines_});
    plan_ = make_plan(settings_, machine_, {places_, order_, scratch_}, {append_line, &lines_});
  }

  ProcBind bind_var(std::size_t level) const {
    const auto& icvs = settings_.icvs;
    return icvs.bind[std::min<std::size_t>(level, icvs.bind_count - std::size_t{1})];
  }

  std::string place_text(std::uint16_t place) const { return muster::testing::text_of(plan_.places[place]); }

  // The CPUs of the threads of the innermost level.
  std::vector<std::string> threads_of(const ExpectedTeam& asked) const {
    const Partition all{0, static_cast<std::uint16_t>(plan_.places.size())};
    std::vector<Assignment> primaries{{static_cast<std::uint16_t>(asked.primary_place), all}};
    for (std::size_t level = 0; level < asked.levels.size(); ++level) {
      const AskedTeam& team = asked.levels[level];
      const Policy policy = policy_for(plan_, bind_var(level), clause_named(team.policy));
      std::vector<Assignment> threads;
      for (const Assignment& primary : primaries) {
        for (std::uint32_t number = 0; number < team.size; ++number) {
          threads.push_back(
              assign({policy, primary.place, primary.partition}, {team.size, number, number}, plan_.list));
        }
      }
      primaries = threads;
    }
    std::vector<std::string> texts;
    for (const Assignment& thread : primaries) texts.push_back(place_text(thread.place));
    return texts;
  }

  void check_places(const MachineCase& wanted) const {
    std::vector<std::string> places;
    for (std::size_t place = 0; place < plan_.places.size(); ++place) {
      places.push_back(place_text(static_cast<std::uint16_t>(place)));
    }
    EXPECT_EQ(places, wanted.places);
  }

  // Each message of the file is part of a line, and there are no other lines.
  void check_messages(const MachineCase& wanted) const {
    ASSERT_EQ(lines_.size(), wanted.messages.size()) << (lines_.empty() ? "nothing was said" : lines_[0]);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      EXPECT_NE(lines_[i].find(wanted.messages[i]), std::string::npos) << lines_[i];
    }
  }

  void check_machine() {
    EXPECT_EQ(machine_.cpu_count(), file_.allowed.count());
    // A group counts where it has CPUs that the process may use.
    const auto groups_with_cpus = [&](const char* level) {
      const auto& groups = file_.groups[level];
      return static_cast<std::uint32_t>(std::count_if(groups.begin(), groups.end(), [&](const CpuSet& group) {
        for (std::size_t word = 0; word < group.words.size(); ++word) {
          if ((group.words[word] & file_.allowed.words[word]) != 0) return true;
        }
        return false;
      }));
    };
    EXPECT_EQ(machine_.count(topology::Level::kPackage), groups_with_cpus("package"));
    EXPECT_EQ(machine_.count(topology::Level::kNumaNode), groups_with_cpus("node"));
    EXPECT_EQ(machine_.count(topology::Level::kLastLevelCache), groups_with_cpus("l3"));
    EXPECT_EQ(machine_.count(topology::Level::kCore), groups_with_cpus("core"));
  }

  topology::test::ScratchTree tree_;
  MachineFile file_;
  std::vector<topology::MachineCpu> cpus_ = std::vector<topology::MachineCpu>(kMaxCpus);
  std::vector<CpuSet> places_ = std::vector<CpuSet>(kMaxCpus);
  std::vector<std::uint16_t> order_ = std::vector<std::uint16_t>(kMaxCpus);
  std::vector<std::uint64_t> scratch_ = std::vector<std::uint64_t>(kMaxCpus);
  topology::Machine machine_;
  settings::Settings settings_;
  char texts_[settings::kTextBytes];
  std::vector<std::string> lines_;
  Plan plan_;
};

TEST_P(MachineFromFile, PutsThreadsWhereTheSpecificationSays) {
  check_machine();
  ASSERT_FALSE(file_.cases.empty());
  for (const MachineCase& wanted : file_.cases) {
    SCOPED_TRACE(wanted.name);
    ASSERT_TRUE(wanted.lists_places || !wanted.teams.empty()) << "the case expects nothing";
    plan(wanted.variables);
    check_messages(wanted);
    if (wanted.lists_places) check_places(wanted);
    for (const ExpectedTeam& team : wanted.teams) {
      ASSERT_TRUE(plan_.binds());
      ASSERT_LT(team.primary_place, plan_.places.size());
      SCOPED_TRACE("team of " + std::to_string(team.levels[0].size) + " " + team.levels[0].policy);
      EXPECT_EQ(threads_of(team), team.places);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, MachineFromFile, ::testing::ValuesIn(files()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace muster::affinity

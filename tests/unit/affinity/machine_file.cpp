// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit/affinity/machine_file.h"

#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace muster::testing {
namespace {

using topology::CpuSet;
using topology::kMaxCpus;

CpuSet shifted(const CpuSet& cpus, std::uint32_t by) {
  CpuSet result;
  for (std::uint32_t cpu = cpus.next(0); cpu < kMaxCpus; cpu = cpus.next(cpu + 1)) {
    result.add(cpu + by);
  }
  return result;
}

CpuSet common(const CpuSet& a, const CpuSet& b) {
  CpuSet both;
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    both.words[word] = a.words[word] & b.words[word];
  }
  return both;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  MachineFile read() {
    std::ifstream in(path_);
    if (!in.good()) {
      ADD_FAILURE() << "cannot read " << path_;
    }
    std::string line;
    std::string statement;
    for (std::uint32_t number = 1; std::getline(in, line); ++number) {
      if (line.empty() || line[0] == '#') {
        continue;
      }
      if (line[0] == ' ') {
        statement += line;
        continue;
      }
      take(statement);
      statement = line;
      line_ = number;
    }
    take(statement);
    if (file_.allowed.next(0) == kMaxCpus) {
      file_.allowed = file_.online;
    }
    return file_;
  }

 private:
  void fail(const std::string& why) { ADD_FAILURE() << path_ << ":" << line_ << ": " << why; }

  void take(const std::string& statement) {
    if (statement.empty()) {
      return;
    }
    std::istringstream words(statement);
    std::string keyword;
    words >> keyword;
    std::string rest;
    std::getline(words >> std::ws, rest);
    if (!take_machine(keyword, rest) && !take_case(keyword, rest)) {
      fail("unknown word: " + keyword);
    }
  }

  bool take_machine(const std::string& keyword, const std::string& rest) {
    if (keyword == "online") {
      file_.online = cpus_from(rest);
    } else if (keyword == "allowed") {
      file_.allowed = cpus_from(rest);
    } else if (keyword == "strong") {
      file_.strong = cpus_from(rest);
    } else if (keyword == "weak") {
      file_.weak = cpus_from(rest);
    } else if (keyword == "nodes-without-cpus") {
      file_.nodes_without_cpus = number_from(rest);
    } else if (keyword == "package" || keyword == "node" || keyword == "l3" || keyword == "l2" || keyword == "core") {
      file_.groups[keyword] = sets_from(rest);
    } else {
      return false;
    }
    return true;
  }

  bool take_case(const std::string& keyword, const std::string& rest) {
    if (keyword == "case") {
      file_.cases.push_back({});
      file_.cases.back().name = rest;
      return true;
    }
    if (file_.cases.empty()) {
      return false;
    }
    MachineCase& current = file_.cases.back();
    if (keyword == "set") {
      current.variables.push_back(rest);
    } else if (keyword == "places") {
      current.lists_places = true;
      current.places = rest == "none" ? std::vector<std::string>{} : texts_from(rest);
    } else if (keyword == "team") {
      current.teams.push_back(team_from(rest));
    } else if (keyword == "says") {
      current.messages.push_back(rest);
    } else {
      return false;
    }
    return true;
  }

  // "8 spread, 4 close: CPUS", "4 from 2: CPUS"
  ExpectedTeam team_from(const std::string& text) {
    ExpectedTeam team;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
      fail("a team wants a colon before its places");
      return team;
    }
    std::istringstream levels(text.substr(0, colon));
    std::string level;
    while (std::getline(levels, level, ',')) {
      std::istringstream words(level);
      std::string word;
      AskedTeam asked;
      words >> word;
      asked.size = number_from(word);
      while (words >> word) {
        if (word == "from") {
          words >> word;
          team.primary_place = number_from(word);
        } else {
          asked.policy = word;
        }
      }
      team.levels.push_back(asked);
    }
    team.places = texts_from(text.substr(colon + 1));
    return team;
  }

  std::uint32_t number_from(const std::string& text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number >= kMaxCpus) {
      fail("no number: " + text);
    }
    return number;
  }

  CpuSet cpus_from(const std::string& text) {
    CpuSet cpus;
    std::istringstream ranges(text);
    std::string range;
    while (std::getline(ranges, range, ',')) {
      const std::size_t dash = range.find('-');
      const std::uint32_t first = number_from(range.substr(0, dash));
      const std::uint32_t last = dash == std::string::npos ? first : number_from(range.substr(dash + 1));
      for (std::uint32_t cpu = first; cpu <= last; ++cpu) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  // "0,64 +1 x8 72": eight sets, each a CPU further on, and one more.
  std::vector<CpuSet> sets_from(const std::string& text) {
    std::vector<CpuSet> sets;
    std::istringstream words(text);
    std::string word;
    std::uint32_t step = 0;
    while (words >> word) {
      if (word[0] == '+') {
        step = number_from(word.substr(1));
      } else if (word[0] == 'x' && !sets.empty()) {
        for (std::uint32_t left = number_from(word.substr(1)); left > 1; --left) {
          sets.push_back(shifted(sets.back(), step));
        }
      } else {
        sets.push_back(cpus_from(word));
      }
    }
    return sets;
  }

  std::vector<std::string> texts_from(const std::string& text) {
    std::vector<std::string> texts;
    for (const CpuSet& cpus : sets_from(text)) {
      texts.push_back(text_of(cpus));
    }
    return texts;
  }

  std::string path_;
  std::uint32_t line_ = 0;
  MachineFile file_;
};

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text << '\n';
  EXPECT_TRUE(out.good()) << path;
}

// The kernel leaves CPUs that are offline out of every list.
template <class Write>
void for_each_member(const MachineFile& machine, const char* level, const Write& write) {
  const auto groups = machine.groups.find(level);
  if (groups == machine.groups.end()) {
    return;
  }
  for (const CpuSet& group : groups->second) {
    const CpuSet online = common(group, machine.online);
    for (std::uint32_t cpu = online.next(0); cpu < kMaxCpus; cpu = online.next(cpu + 1)) {
      write(cpu, text_of(online));
    }
  }
}

}  // namespace

std::string text_of(const CpuSet& cpus) {
  std::string text;
  for (std::uint32_t first = cpus.next(0); first < kMaxCpus;) {
    std::uint32_t last = first;
    while (cpus.contains(last + 1)) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(first) + (last == first ? "" : "-" + std::to_string(last));
    first = cpus.next(last + 1);
  }
  return text;
}

MachineFile read_machine_file(const std::string& path) { return Reader(path).read(); }

void write_kernel_files(const MachineFile& machine, const std::string& root) {
  const std::string system = root + "/sys/devices/system/";
  const auto folder = [&](std::uint32_t cpu) { return system + "cpu/cpu" + std::to_string(cpu); };
  write_file(system + "cpu/online", text_of(machine.online));
  for_each_member(machine, "package", [&](std::uint32_t cpu, const std::string& members) {
    write_file(folder(cpu) + "/topology/package_cpus_list", members);
  });
  for_each_member(machine, "core", [&](std::uint32_t cpu, const std::string& members) {
    write_file(folder(cpu) + "/topology/core_cpus_list", members);
  });
  std::uint32_t index = 0;
  for (const char* cache : {"l2", "l3"}) {
    bool is_there = false;
    for_each_member(machine, cache, [&](std::uint32_t cpu, const std::string& members) {
      const std::string cache_folder = folder(cpu) + "/cache/index" + std::to_string(index);
      write_file(cache_folder + "/level", cache + 1);
      write_file(cache_folder + "/type", "Unified");
      write_file(cache_folder + "/shared_cpu_list", members);
      is_there = true;
    });
    index += is_there ? 1 : 0;
  }
  std::size_t nodes = 0;
  if (const auto groups = machine.groups.find("node"); groups != machine.groups.end()) {
    for (const CpuSet& node : groups->second) {
      write_file(system + "node/node" + std::to_string(nodes++) + "/cpulist", text_of(common(node, machine.online)));
    }
  }
  for (std::uint32_t i = 0; i < machine.nodes_without_cpus; ++i) {
    write_file(system + "node/node" + std::to_string(nodes++) + "/cpulist", "");
  }
  write_file(system + "node/online", "0-" + std::to_string(nodes - 1));
  if (machine.weak.next(0) < kMaxCpus) {
    write_file(root + "/sys/devices/cpu_core/cpus", text_of(machine.strong));
    write_file(root + "/sys/devices/cpu_atom/cpus", text_of(machine.weak));
  }
}

}  // namespace muster::testing

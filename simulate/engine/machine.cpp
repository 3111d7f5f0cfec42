// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/machine.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace muster::simulate {
namespace {

using topology::Level;

struct TimeField {
  const char* key;
  Time Costs::* field;
};

constexpr TimeField kTimes[] = {
    {"read_service_ns", &Costs::read_service},
    {"invalidation_ns", &Costs::invalidation},
    {"home_service_ns", &Costs::home_service},
    {"hit_ns", &Costs::hit},
    {"step_ns", &Costs::step},
    {"atomic_ns", &Costs::atomic},
    {"fence_ns", &Costs::fence},
    {"heavy_fence_ns", &Costs::heavy_fence},
    {"poll_ns", &Costs::poll},
    {"clock_ns", &Costs::clock},
    {"yield_ns", &Costs::yield},
    {"switch_ns", &Costs::switching},
    {"sleep_call_ns", &Costs::sleep_call},
    {"wake_call_ns", &Costs::wake_call},
    {"wake_each_ns", &Costs::wake_each},
    {"wake_latency_ns", &Costs::wake_latency},
    {"slice_ns", &Costs::slice},
};

std::optional<Level> level_of(const std::string& name) {
  for (std::size_t level = 0; level < topology::kLevels; ++level) {
    if (topology::name_of(static_cast<Level>(level)) == name) {
      return static_cast<Level>(level);
    }
  }
  return std::nullopt;
}

// Reads one machine file, line by line.
class Reader {
 public:
  explicit Reader(const std::string& name) { file_.machine.name = name; }

  void read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line) && file_.error.empty(); ++number) {
      number_ = number;
      line = line.substr(0, line.find('#'));
      std::istringstream words(line);
      std::string key;
      if (words >> key) {
        read_setting(key, words);
      }
    }
    if (file_.error.empty()) {
      finish();
    }
  }

  MachineFile take() { return std::move(file_); }

 private:
  void fail(const std::string& what) {
    file_.error = file_.machine.name + ", line " + std::to_string(number_) + ": " + what;
  }

  void read_setting(const std::string& key, std::istringstream& words) {
    Machine& machine = file_.machine;
    if (key == "title") {
      std::getline(words >> std::ws, machine.title);
    } else if (key == "topology") {
      read_topology(words);
    } else if (key == "transfer_ns") {
      read_transfer(words);
    } else if (key == "forwards") {
      read_level(words, machine.forwards);
    } else if (key == "outstanding_stores") {
      read_count(words, machine.outstanding_stores, 1);
    } else if (key == "home_agents") {
      read_count(words, machine.home_agents, 0);
    } else if (key == "part_before_write") {
      if (!(words >> machine.part_before_write) || machine.part_before_write < 0 || machine.part_before_write > 1) {
        fail("part_before_write is a share, from 0 to 1");
      }
    } else if (key == "pairs_lines") {
      machine.pairs_lines = true;
    } else if (key == "migratory_lines") {
      machine.migratory_lines = true;
    } else {
      read_time(key, words);
    }
  }

  void read_topology(std::istringstream& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    file_.machine.storage = std::make_shared<std::vector<topology::MachineCpu>>(kMostCpus);
    const topology::MachineParse parse = topology::parse_machine(text, *file_.machine.storage);
    if (parse.error != nullptr) {
      return fail(std::string("the topology '") + text + "': " + parse.error);
    }
    file_.machine.topology = parse.machine;
    file_.machine.topology_text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
  }

  void read_level(std::istringstream& words, Level& level) {
    std::string name;
    words >> name;
    if (const std::optional<Level> found = level_of(name)) {
      level = *found;
    } else {
      fail("'" + name + "' is no level; they are thread, core, l3, numa, die, package and machine");
    }
  }

  void read_transfer(std::istringstream& words) {
    Level level = Level::kMachine;
    read_level(words, level);
    double ns = 0;
    if (file_.error.empty() && (!(words >> ns) || ns <= 0)) {
      return fail("transfer_ns wants a level and nanoseconds above 0");
    }
    file_.machine.costs.transfer[static_cast<std::size_t>(level)] = from_ns(ns);
  }

  void read_count(std::istringstream& words, std::uint32_t& count, std::uint32_t least) {
    if (!(words >> count) || count < least) {
      fail("a whole number from " + std::to_string(least) + " on is wanted");
    }
  }

  void read_time(const std::string& key, std::istringstream& words) {
    for (const TimeField& time : kTimes) {
      if (key == time.key) {
        double ns = 0;
        if (!(words >> ns) || ns < 0) {
          return fail(key + " wants nanoseconds, 0 or more");
        }
        file_.machine.costs.*time.field = from_ns(ns);
        return;
      }
    }
    fail("'" + key + "' is not known; simulate/README.md has the settings");
  }

  // Every level at which two CPUs of this machine are together needs its own cost.
  void finish() {
    Machine& machine = file_.machine;
    const std::uint32_t cpus = machine.cpus();
    if (cpus == 0) {
      file_.error = machine.name + ": there is no topology";
      return;
    }
    fill_in_transfers();
    machine.levels.resize(std::size_t{cpus} * cpus);
    for (std::uint32_t a = 0; a < cpus; ++a) {
      for (std::uint32_t b = 0; b < cpus; ++b) {
        const Level level = machine.topology.distance(a, b);
        machine.levels[std::size_t{a} * cpus + b] = static_cast<std::uint8_t>(level);
        if (a != b && machine.transfer(a, b) == 0) {
          file_.error = machine.name + ": there is no transfer_ns for CPUs that have '" +
                        std::string(topology::name_of(level)) + "' in common";
          return;
        }
      }
    }
    if (machine.costs.poll == 0 || machine.costs.slice == 0) {
      file_.error = machine.name + ": poll_ns and slice_ns must be above 0";
    }
  }

  // A level that the machine does not have, or has once in each group of the next one, costs what that one does.
  void fill_in_transfers() {
    const topology::Machine& topology = file_.machine.topology;
    for (std::uint32_t rank = topology::kLevels - 1; rank-- > 0;) {
      const Level outer = topology.level_at(rank + 1);
      const Level level = topology.level_at(rank);
      Time& cost = file_.machine.costs.transfer[static_cast<std::size_t>(level)];
      if (cost == 0 && topology.count(level) == topology.count(outer)) {
        cost = file_.machine.costs.transfer[static_cast<std::size_t>(outer)];
      }
    }
  }

  static constexpr std::size_t kMostCpus = 4096;

  MachineFile file_;
  std::uint32_t number_ = 0;
};

}  // namespace

MachineFile parse_machine_file(const std::string& text, const std::string& name) {
  Reader reader(name);
  reader.read(text);
  return reader.take();
}

MachineFile read_machine_file(const std::string& name_or_path, const std::string& folder) {
  const std::filesystem::path given(name_or_path);
  const std::filesystem::path named = std::filesystem::path(folder) / (name_or_path + ".machine");
  const std::filesystem::path path = std::filesystem::exists(given) ? given : named;
  std::ifstream file(path);
  if (!file) {
    MachineFile none;
    none.error = "there is no machine '" + name_or_path + "': neither a file of that name nor " + named.string();
    return none;
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse_machine_file(text.str(), path.stem().string());
}

}  // namespace muster::simulate

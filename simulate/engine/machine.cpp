// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/machine.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

namespace muster::simulate {
namespace {

using topology::Level;

struct TimeField {
  std::string_view key;
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
      machine.title = rest_of(words);
    } else if (key == "topology") {
      read_topology(words);
    } else if (key == "transfer_ns") {
      read_transfer(words);
    } else if (key == "forwards") {
      read_forwards(words);
    } else if (key == "outstanding_stores") {
      read_count(key, words, machine.outstanding_stores, 1);
    } else if (key == "home_agents") {
      read_count(key, words, machine.home_agents, 0);
    } else if (key == "part_before_write") {
      read_part(words, machine.part_before_write);
    } else if (key == "pairs_lines") {
      read_switch(key, words, machine.pairs_lines);
    } else if (key == "migratory_lines") {
      read_switch(key, words, machine.migratory_lines);
    } else {
      read_time(key, words);
    }
  }

  void read_topology(std::istringstream& words) {
    if (topology_line_ != 0) {
      return fail("there is a topology in line " + std::to_string(topology_line_) + " already");
    }
    topology_line_ = number_;
    const std::string text = rest_of(words);
    file_.machine.storage = std::make_shared<std::vector<topology::MachineCpu>>(kMostCpus);
    const topology::MachineParse parse = topology::parse_machine(text, *file_.machine.storage);
    if (parse.error != nullptr) {
      return fail(std::string("the topology '") + text + "': " + parse.error);
    }
    file_.machine.topology = parse.machine;
    file_.machine.topology_text = text;
  }

  // What is left of the line, without the blanks around it.
  static std::string rest_of(std::istringstream& words) {
    std::string rest;
    std::getline(words >> std::ws, rest);
    return rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
  }

  // The value is all that is left of the line.
  template <class Value>
  void read_number(const std::string& key, std::istringstream& words, const char* wanted, Value least, Value most,
                   Value& value) {
    const std::string text = rest_of(words);
    Value number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    // NaN is in no bounds.
    if (error != std::errc() || !(number >= least && number <= most)) {
      return fail(key + " wants " + wanted + ", not '" + text + "'");
    }
    if (end != text.data() + text.size()) {
      return fail("'" + text.substr(text.find_first_not_of(" \t", end - text.data())) +
                  "' stands behind the value of " + key);
    }
    value = number;
  }

  void read_switch(const std::string& key, std::istringstream& words, bool& is_on) {
    if (const std::string rest = rest_of(words); !rest.empty()) {
      return fail("'" + rest + "' stands behind " + key +
                  ", which has no value: where the line is left out, it is off");
    }
    is_on = true;
  }

  void read_part(std::istringstream& words, double& part) {
    read_number("part_before_write", words, "a share from 0 to 1", 0.0, 1.0, part);
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

  void read_forwards(std::istringstream& words) {
    read_level(words, file_.machine.forwards);
    if (const std::string rest = rest_of(words); file_.error.empty() && !rest.empty()) {
      fail("'" + rest + "' stands behind the level of forwards");
    }
  }

  void read_transfer(std::istringstream& words) {
    Level level = Level::kMachine;
    read_level(words, level);
    if (file_.error.empty()) {
      double ns = 0;
      read_number("transfer_ns", words, "a level and nanoseconds from 0.001 to 1e9", kLeastNs, kMostNs, ns);
      file_.machine.costs.transfer[static_cast<std::size_t>(level)] = from_ns(ns);
    }
  }

  void read_count(const std::string& key, std::istringstream& words, std::uint32_t& count, std::uint32_t least) {
    const std::string wanted = "a whole number from " + std::to_string(least) + " to " + std::to_string(kMostCount);
    read_number(key, words, wanted.c_str(), least, kMostCount, count);
  }

  void read_time(const std::string& key, std::istringstream& words) {
    const TimeField* const time = std::ranges::find(kTimes, key, &TimeField::key);
    if (time == std::end(kTimes)) {
      return fail("'" + key + "' is not known; simulate/README.md has the settings");
    }
    const bool may_be_none = time->field != &Costs::poll && time->field != &Costs::slice;
    double ns = 0;
    read_number(key, words, may_be_none ? "nanoseconds, 0 or from 0.001 to 1e9" : "nanoseconds from 0.001 to 1e9",
                may_be_none ? 0.0 : kLeastNs, kMostNs, ns);
    if (ns > 0 && ns < kLeastNs) {
      return fail(key + " is below a picosecond, which would be none");
    }
    file_.machine.costs.*time->field = from_ns(ns);
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
  // No more CPUs ask a node at once, and the store buffers of processors hold about a hundred stores, so larger counts change next to nothing.
  static constexpr std::uint32_t kMostCount = kMostCpus;
  // Time is in whole picoseconds (time.h).
  static constexpr double kLeastNs = 0.001;
  // This is a second, and the 64 bits of Time have room for 18 million.
  static constexpr double kMostNs = 1e9;

  MachineFile file_;
  std::uint32_t number_ = 0;
  std::uint32_t topology_line_ = 0;
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
  // A file that may not be looked at is one that is not there.
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(given, ignored);
  const bool is_given = is_folder ? !std::filesystem::exists(named, ignored) : std::filesystem::exists(given, ignored);
  const std::filesystem::path path = is_given ? given : named;
  if (is_folder && is_given) {
    MachineFile none;
    none.error = "'" + path.string() + "' is a folder, no machine file";
    return none;
  }
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <utility>

#include "waiting/intervals.h"

namespace muster::simulate {
namespace {

constexpr const char* kUsage =
    "usage: simulate run --machine NAME-OR-FILE --threads N,N... [--constructs barrier,reduction,region] [--rows "
    "ROW,ROW...|chosen]\n"
    "                    [--peers] [--placement close|spread|unbound] [--home toucher|primary|placed] [--episodes N] "
    "[--seed "
    "N]\n"
    "       simulate wait --machine NAME-OR-FILE --threads N,N... [--rows ROW,ROW...] [--constructs barrier,region] "
    "[--work-ns N]\n"
    "                     [--late-ns N] [--blocktime-ns N|infinite] [--strangers N] [--quota CPUS] [--period-ns N] "
    "[--yields none]\n"
    "                     [--placement ...] [--home ...] "
    "[--episodes N] [--seed N]\n"
    "       simulate drain --machine NAME-OR-FILE --threads N,N... [--rows ROW,ROW...|chosen] [--in-turn-from N]\n"
    "                      [--placement ...] [--home ...] [--episodes N] [--seed N]\n"
    "       simulate rules [--machine NAME-OR-FILE] [--constructs ...] [--work-ns N] [--episodes N]\n"
    "       simulate reductions [--machine NAME-OR-FILE] [--work-ns N] [--episodes N]\n"
    "       simulate validate [--episodes N]\n"
    "       simulate replay --recording FILE\n"
    "       simulate machines [--machine NAME-OR-FILE]\n";

constexpr Placement kPlacements[] = {Placement::close, Placement::spread, Placement::unbound};
constexpr Home kHomes[] = {Home::toucher, Home::primary, Home::placed};
constexpr Construct kConstructs[] = {Construct::barrier, Construct::reduction, Construct::region};

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream words(list);
  for (std::string part; std::getline(words, part, ',');) {
    parts.push_back(part);
  }
  return parts;
}

class Parser {
 public:
  Parser(int count, char** arguments) : words_(arguments + 1, arguments + count) {}

  std::optional<Options> parse() {
    parse_mode();
    while (next_ < words_.size() && is_good_) {
      const std::string option = words_[next_++];
      if (option == "--peers") {
        options_.peers = true;
      } else if (next_ == words_.size()) {
        complain("there is nothing after " + option);
      } else {
        parse_option(option, words_[next_++]);
      }
    }
    const bool wants_machine = options_.mode == Options::Mode::run || options_.mode == Options::Mode::wait ||
                               options_.mode == Options::Mode::drain;
    if (is_good_ && wants_machine && (options_.machine.empty() || options_.threads.empty())) {
      complain("--machine and --threads are wanted");
    }
    if (is_good_ && options_.mode == Options::Mode::replay && options_.recording.empty()) {
      complain("--recording is wanted");
    }
    if (!is_good_) {
      std::fputs(kUsage, stderr);
      return std::nullopt;
    }
    return options_;
  }

 private:
  void complain(const std::string& what) {
    std::fprintf(stderr, "simulate: %s\n", what.c_str());
    is_good_ = false;
  }

  void parse_mode() {
    const std::string mode = words_.empty() ? "" : words_[next_++];
    constexpr std::pair<std::string_view, Options::Mode> kModes[] = {{"run", Options::Mode::run},
                                                                     {"wait", Options::Mode::wait},
                                                                     {"drain", Options::Mode::drain},
                                                                     {"rules", Options::Mode::rules},
                                                                     {"reductions", Options::Mode::reductions},
                                                                     {"validate", Options::Mode::validate},
                                                                     {"replay", Options::Mode::replay},
                                                                     {"machines", Options::Mode::machines}};
    const auto* const found = std::ranges::find(kModes, mode, &std::pair<std::string_view, Options::Mode>::first);
    if (found == std::end(kModes)) {
      return complain("it is run, wait, drain, rules, reductions, validate, replay or machines, not `" + mode + "`");
    }
    options_.mode = found->second;
  }

  void parse_option(const std::string& option, const std::string& value) {
    if (option == "--machine") {
      options_.machine = value;
    } else if (option == "--threads") {
      for (const std::string& part : parts_of(value)) {
        options_.threads.push_back(static_cast<std::uint32_t>(number(option, part)));
      }
    } else if (option == "--recording") {
      options_.recording = value;
    } else if (option == "--constructs") {
      for (const std::string& part : parts_of(value)) {
        parse_construct(part);
      }
    } else if (option == "--rows") {
      options_.rows = parts_of(value);
    } else if (option == "--placement") {
      parse_placement(value);
    } else if (option == "--home") {
      parse_home(value);
    } else if (option == "--episodes") {
      options_.episodes = static_cast<std::uint32_t>(number(option, value));
    } else if (option == "--work-ns") {
      options_.load.work_ns = static_cast<double>(number(option, value, 0));
    } else if (option == "--late-ns") {
      options_.load.late_ns = static_cast<double>(number(option, value, 0));
    } else if (option == "--blocktime-ns") {
      options_.load.blocktime_ns = value == "infinite" ? waiting::kForever : number(option, value, 0);
    } else if (option == "--strangers") {
      options_.load.strangers = static_cast<std::uint32_t>(number(option, value));
    } else if (option == "--in-turn-from") {
      options_.in_turn_from = static_cast<std::uint32_t>(number(option, value));
    } else if (option == "--quota") {
      parse_quota(value);
    } else if (option == "--period-ns") {
      options_.load.quota.period = from_ns(static_cast<double>(number(option, value)));
    } else if (option == "--yields") {
      parse_yields(value);
    } else if (option == "--seed") {
      options_.seed = number(option, value);
    } else {
      complain("no option `" + option + " " + value + "`");
    }
  }

  void parse_placement(const std::string& name) {
    const auto* found =
        std::ranges::find_if(kPlacements, [&](Placement placement) { return name_of(placement) == name; });
    if (found == std::end(kPlacements)) {
      complain("a placement is close, spread or unbound, not `" + name + "`");
    } else {
      options_.placement = *found;
    }
  }

  void parse_quota(const std::string& text) {
    constexpr double kLeast = 0.01;
    constexpr double kMost = 1024;
    double cpus = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpus);
    if (error != std::errc() || end != text.data() + text.size() || !(cpus >= kLeast && cpus <= kMost)) {
      return complain("--quota wants CPUs, from 0.01 to 1024, not `" + text + "`");
    }
    options_.load.quota.cpus = cpus;
  }

  void parse_yields(const std::string& name) {
    if (name != "none" && name != "switch") {
      return complain("yields switch, or do nothing (none), and not `" + name + "`");
    }
    options_.load.yields_do_nothing = name == "none";
  }

  void parse_home(const std::string& name) {
    const auto* found = std::ranges::find_if(kHomes, [&](Home home) { return name_of(home) == name; });
    if (found == std::end(kHomes)) {
      complain("a home is toucher, primary or placed, not `" + name + "`");
    } else {
      options_.home = *found;
    }
  }

  void parse_construct(const std::string& name) {
    const auto* found =
        std::ranges::find_if(kConstructs, [&](Construct construct) { return name_of(construct) == name; });
    if (found == std::end(kConstructs)) {
      complain("a construct is barrier, reduction or region, not `" + name + "`");
    } else {
      options_.constructs.push_back(*found);
    }
  }

  // From 1 to a thousand million.
  std::uint64_t number(const std::string& option, const std::string& text, std::uint64_t least = 1) {
    constexpr std::uint64_t kMost = 1'000'000'000;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > kMost) {
      complain(option + " wants numbers from " + std::to_string(least) + " to 1000000000, not `" + text + "`");
      return least;
    }
    return value;
  }

  std::vector<std::string> words_;
  std::size_t next_ = 0;
  bool is_good_ = true;
  Options options_;
};

}  // namespace

std::string name_of(Construct construct) {
  switch (construct) {
    case Construct::barrier: return "barrier";
    case Construct::reduction: return "reduction";
    case Construct::region: break;
  }
  return "region";
}

std::optional<Options> parse_options(int count, char** arguments) {
  std::optional<Options> options = Parser(count, arguments).parse();
  if (options && options->constructs.empty()) {
    options->constructs.assign(std::begin(kConstructs), std::end(kConstructs));
    if (options->mode == Options::Mode::wait) {
      std::erase(options->constructs, Construct::reduction);
    }
    if (options->mode == Options::Mode::drain) {
      options->constructs = {Construct::barrier};
    }
  }
  return options;
}

}  // namespace muster::simulate

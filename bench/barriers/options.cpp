// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace muster::bench {
namespace {

constexpr const char* kUsage =
    "Usage: barriers [OPTION]... [ALGORITHM]...\n"
    "       barriers --list                        the algorithms of the registry\n"
    "       barriers --machine                     what a profile of this machine is known by\n"
    "       barriers --threads N --profile FILE    what the runtime would take from a profile for teams of N\n"
    "                                              (of that --placement)\n"
    "Times barrier algorithms (all) on a team of plain threads. One JSON line for each algorithm and mode.\n"
    "  --threads N        team size (2)\n"
    "  --modes M,M        of exchange, rooted (gather and release), combine (all)\n"
    "  --wait POLICY      default (adapts), active (never parks), passive (parks at once), or a blocktime in ns\n"
    "  --fan-in N         threads that meet in one step of a gather (the algorithm's own, if it has steps)\n"
    "  --fan-out N        the same of a release\n"
    "  --topology N,N,N   neighbouring slots that share a last-level cache, such groups a NUMA node, nodes a package\n"
    "                     (not known)\n"
    "  --pinned           thread i is held to the i-th usable CPU, in turn\n"
    "  --placement WORD   unbound, or close or spread: bound to the cores as by OMP_PROC_BIND, and algorithms that go\n"
    "                     along the machine are told (unbound)\n"
    "  --budget-ms N      time of one repetition (20)\n"
    "  --repetitions N    repetitions, of all algorithms in turn; the median is reported (5)\n";

constexpr long kMostThreads = 4096;

long number(const char* text, const char* option, long least, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    stop(std::string(option) + " needs a number from " + std::to_string(least) + " to " + std::to_string(most) +
         ", not '" + text + "'");
  }
  return value;
}

std::uint32_t fan(const char* text, const char* option) {
  return static_cast<std::uint32_t>(number(text, option, 2, kMostThreads));
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

void read_wait(Options& options, const std::string& text) {
  options.wait = text;
  if (text == "active") {
    options.blocktime_ns = waiting::kForever;
  } else if (text == "passive") {
    options.blocktime_ns = 0;
  } else if (text == "default") {
    options.blocktime_ns = waiting::kAdaptive;
  } else {
    options.blocktime_ns = static_cast<std::uint64_t>(number(text.c_str(), "--wait", 0, 3'600'000'000'000));
  }
}

void read_modes(Options& options, const std::string& text) {
  options.modes.clear();
  for (const std::string& word : words_of(text)) {
    const auto* found = std::find(std::begin(kModeNames), std::end(kModeNames), word);
    if (found == std::end(kModeNames)) {
      stop("no mode '" + word + "'; there are exchange, rooted and combine");
    }
    options.modes.push_back(static_cast<Mode>(found - std::begin(kModeNames)));
  }
}

void read_topology(Options& options, const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  if (words.size() > options.shape.topology.size()) {
    stop("--topology has at most " + std::to_string(options.shape.topology.size()) + " numbers");
  }
  for (std::size_t level = 0; level < words.size(); ++level) {
    options.shape.topology[level] =
        static_cast<std::uint32_t>(number(words[level].c_str(), "--topology", 0, kMostThreads));
  }
}

void read_placement(Options& options, std::string_view text) {
  using barriers::Placement;
  for (const Placement placement : {Placement::unbound, Placement::close, Placement::spread}) {
    if (barriers::name_of(placement) == text) {
      options.placement = placement;
      return;
    }
  }
  stop("no placement '" + std::string(text) + "'; there are unbound, close and spread");
}

void read_algorithms(Options& options, char** names) {
  for (; *names != nullptr; ++names) {
    const Algorithm* algorithm = barriers::find<Native, Waiter>(*names);
    if (algorithm == nullptr) {
      stop(std::string("no algorithm '") + *names + "'; --list names them");
    }
    options.algorithms.push_back(algorithm);
  }
  if (options.algorithms.empty()) {
    for (const Algorithm& algorithm : barriers::algorithms<Native, Waiter>()) {
      options.algorithms.push_back(&algorithm);
    }
  }
}

}  // namespace

void stop(const std::string& message) {
  std::fprintf(stderr, "barriers: %s\n", message.c_str());
  std::exit(2);
}

Options read_options(int argc, char** argv) {
  enum {
    kThreads = 1,
    kModes,
    kWait,
    kFanIn,
    kFanOut,
    kTopology,
    kPinned,
    kPlacement,
    kBudget,
    kRepetitions,
    kList,
    kMachine,
    kProfile
  };
  static const struct option kOptions[] = {
      {"threads", required_argument, nullptr, kThreads},
      {"modes", required_argument, nullptr, kModes},
      {"wait", required_argument, nullptr, kWait},
      {"fan-in", required_argument, nullptr, kFanIn},
      {"fan-out", required_argument, nullptr, kFanOut},
      {"topology", required_argument, nullptr, kTopology},
      {"pinned", no_argument, nullptr, kPinned},
      {"placement", required_argument, nullptr, kPlacement},
      {"budget-ms", required_argument, nullptr, kBudget},
      {"repetitions", required_argument, nullptr, kRepetitions},
      {"list", no_argument, nullptr, kList},
      {"machine", no_argument, nullptr, kMachine},
      {"profile", required_argument, nullptr, kProfile},
      {nullptr, 0, nullptr, 0},
  };
  Options options;
  for (int choice = 0; (choice = getopt_long(argc, argv, "", kOptions, nullptr)) != -1;) {
    switch (choice) {
      case kThreads: options.threads = number(optarg, "--threads", 1, kMostThreads); break;
      case kModes: read_modes(options, optarg); break;
      case kWait: read_wait(options, optarg); break;
      case kFanIn: options.shape.fan_in = fan(optarg, "--fan-in"); break;
      case kFanOut: options.shape.fan_out = fan(optarg, "--fan-out"); break;
      case kTopology: read_topology(options, optarg); break;
      case kPinned: options.pinned = true; break;
      case kPlacement: read_placement(options, optarg); break;
      case kBudget: options.budget_ms = static_cast<double>(number(optarg, "--budget-ms", 1, 60000)); break;
      case kRepetitions: options.repetitions = number(optarg, "--repetitions", 1, 1000); break;
      case kList: options.task = Task::list; break;
      case kMachine: options.task = Task::machine; break;
      case kProfile:
        options.task = Task::profile;
        options.profile = optarg;
        break;
      default: std::fputs(kUsage, stderr); std::exit(2);
    }
  }
  if (options.pinned && options.placement != barriers::Placement::unbound) {
    stop("--pinned is a placement of its own");
  }
  read_algorithms(options, argv + optind);
  return options;
}

}  // namespace muster::bench

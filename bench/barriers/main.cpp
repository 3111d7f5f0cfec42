// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line: times the rows of the registry of barriers, a JSON line each on standard output.
// Exit status: 0 all verified, 1 a wrong result, 2 bad usage.
#include <getopt.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clock.h"
#include "course.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::bench {
namespace {

constexpr const char* kUsage =
    "Usage: barriers [OPTION]... [ALGORITHM]...\n"
    "       barriers --list       the algorithms of the registry\n"
    "       barriers --machine    what a profile of this machine is known by\n"
    "       barriers --threads N --profile FILE    what the runtime would take from a profile for teams of N\n"
    "Times barrier algorithms (all) on a team of plain threads. One JSON line for each algorithm and mode.\n"
    "  --threads N        team size (2)\n"
    "  --modes M,M        of exchange, rooted (gather and release), combine (all)\n"
    "  --wait POLICY      default (parks after 3 ms), active (never parks), passive (parks at once), or a blocktime in "
    "ns\n"
    "  --pinned           thread i is held to the i-th usable CPU, in turn\n"
    "  --budget-ms N      time of one repetition (20)\n"
    "  --repetitions N    repetitions, of all algorithms in turn; the median is reported (5)\n";

// The runtime's default blocktime (runtime/runtime.cpp says why).
constexpr std::uint64_t kDefaultBlocktime_ns = 3'000'000;
constexpr long kMostThreads = 4096;

struct Options {
  long threads = 2;
  double budget_ms = 20;
  long repetitions = 5;
  bool pinned = false;
  std::string wait = "default";
  std::uint64_t blocktime_ns = kDefaultBlocktime_ns;
  std::vector<Mode> modes{Mode::exchange, Mode::rooted, Mode::combine};
  std::vector<const Algorithm*> algorithms;
};

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "barriers: %s\n", message.c_str());
  std::exit(2);
}

long number(const char* text, const char* option, long least, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    stop(std::string(option) + " needs a number from " + std::to_string(least) + " to " + std::to_string(most) +
         ", not '" + text + "'");
  }
  return value;
}

void read_wait(Options& options, const std::string& text) {
  options.wait = text;
  if (text == "active") {
    options.blocktime_ns = waiting::kForever;
  } else if (text == "passive") {
    options.blocktime_ns = 0;
  } else if (text != "default") {
    options.blocktime_ns = static_cast<std::uint64_t>(number(text.c_str(), "--wait", 0, 3'600'000'000'000));
  }
}

std::vector<Mode> read_modes(const std::string& text) {
  std::vector<Mode> modes;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto* found = std::find(std::begin(kModeNames), std::end(kModeNames), word);
    if (found == std::end(kModeNames)) {
      stop("no mode '" + word + "'; there are exchange, rooted and combine");
    }
    modes.push_back(static_cast<Mode>(found - std::begin(kModeNames)));
    at = end + 1;
  }
  return modes;
}

std::vector<int> usable_cpus() {
  cpu_set_t mask;
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) {
    std::perror("barriers: sched_getaffinity");
    std::exit(1);
  }
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &mask)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

const char* truth(bool value) { return value ? "true" : "false"; }

void print_capabilities(const Algorithm& algorithm) {
  std::printf("\"algorithm\":\"%s\",\"rooted\":%s,\"combines\":%s,\"resizes\":%s", algorithm.name.data(),
              truth(algorithm.capabilities.rooted), truth(algorithm.capabilities.combines),
              truth(algorithm.capabilities.resizes));
}

void list() {
  for (const Algorithm& algorithm : barriers::algorithms<Native, Waiter>()) {
    std::printf("{");
    print_capabilities(algorithm);
    std::printf(",\"modes\":[\"exchange\"");
    for (const Mode mode : {Mode::rooted, Mode::combine}) {
      if (can_do(algorithm, mode)) {
        std::printf(",\"%s\"", kModeNames[static_cast<std::size_t>(mode)].data());
      }
    }
    std::printf("]}\n");
  }
}

// Text as a JSON string.
void print_quoted(std::string_view text) {
  std::putchar('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      std::printf("\\%c", c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::printf("\\u%04x", static_cast<unsigned>(c));
    } else {
      std::putchar(c);
    }
  }
  std::putchar('"');
}

// What the runtime's reader says of a profile, and its answers for teams of `threads`.
void read_profile(const char* file, long threads) {
  std::string variable = std::string("MUSTER_PROFILE=") + file;
  char* environment[] = {variable.data(), nullptr};
  std::vector<char> texts(settings::kTextBytes);
  settings::Settings read;
  std::string complaint;
  const settings::DiagnosticSink sink{[](void* context, const char* text, std::size_t length) {
                                        static_cast<std::string*>(context)->append(text, length);
                                      },
                                      &complaint};
  settings::load(read, environment, false, texts, sink);
  settings::Profile profile;
  settings::load_profile(profile, read, environment, static_cast<std::uint32_t>(usable_cpus().size()), "", sink);
  std::printf("{\"complaint\":");
  print_quoted(complaint);
  using Use = settings::Profile::Use;
  using Policy = settings::WaitPolicy;
  for (const auto& [use, use_name] :
       {std::pair(Use::plain, "plain"), std::pair(Use::forkjoin, "forkjoin"), std::pair(Use::reduction, "reduction")}) {
    std::printf(",\"%s\":{", use_name);
    const char* separator = "";
    for (const auto& [policy, name] : {std::pair(Policy::unset, "default"), std::pair(Policy::active, "active"),
                                       std::pair(Policy::passive, "passive")}) {
      std::printf("%s\"%s\":", separator, name);
      print_quoted(profile.best(use, static_cast<std::uint32_t>(threads), policy));
      separator = ",";
    }
    std::printf("}");
  }
  std::printf("}\n");
}

void print_machine() {
  const topology::ShortText shape = topology::machine_shape("");
  const topology::ShortText cpu = topology::cpu_model("");
  // Neither holds a quote or a backslash on any machine that is known.
  std::printf("{\"machine\":\"%.*s\",\"cpu\":\"%.*s\",\"cpus\":%zu,\"version\":\"%s\"}\n", static_cast<int>(shape.size),
              shape.text, static_cast<int>(cpu.size), cpu.text, usable_cpus().size(), MUSTER_VERSION);
}

double median_field(const std::vector<Sample>& samples, double Sample::* field) {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    values.push_back(sample.*field);
  }
  return median_of(values.data(), static_cast<int>(values.size()));
}

void print_each(const char* name, const std::vector<Sample>& samples, double Sample::* field) {
  std::printf(",\"%s\":[", name);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::printf("%s%.4f", i == 0 ? "" : ",", samples[i].*field);
  }
  std::printf("]");
}

void print_result(const Course& course, const Options& options, std::size_t cpus) {
  const std::vector<Sample>& samples = course.samples();
  std::printf("{");
  print_capabilities(course.algorithm());
  std::printf(",\"mode\":\"%s\",\"threads\":%ld,\"cpus\":%zu,\"pinned\":%s,\"wait\":\"%s\"",
              kModeNames[static_cast<std::size_t>(course.mode())].data(), options.threads, cpus, truth(options.pinned),
              options.wait.c_str());
  std::printf(",\"ns\":%.3f,\"cpu_ns\":%.3f,\"switches\":%.4f,\"count\":%ld", median_field(samples, &Sample::ns),
              median_field(samples, &Sample::cpu_ns), median_field(samples, &Sample::switches), samples.back().count);
  print_each("ns_each", samples, &Sample::ns);
  print_each("switches_each", samples, &Sample::switches);
  std::printf(",\"verified\":true}\n");
}

// Options up to the algorithms; ends the program where they cannot be used, or where they ask for a list.
Options read_options(int argc, char** argv) {
  enum { kThreads = 1, kModes, kWait, kPinned, kBudget, kRepetitions, kList, kMachine, kProfile };
  static const struct option kOptions[] = {
      {"threads", required_argument, nullptr, kThreads},
      {"modes", required_argument, nullptr, kModes},
      {"wait", required_argument, nullptr, kWait},
      {"pinned", no_argument, nullptr, kPinned},
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
      case kModes: options.modes = read_modes(optarg); break;
      case kWait: read_wait(options, optarg); break;
      case kPinned: options.pinned = true; break;
      case kBudget: options.budget_ms = static_cast<double>(number(optarg, "--budget-ms", 1, 60000)); break;
      case kRepetitions: options.repetitions = number(optarg, "--repetitions", 1, 1000); break;
      case kList: list(); std::exit(0);
      case kMachine: print_machine(); std::exit(0);
      case kProfile: read_profile(optarg, options.threads); std::exit(0);
      default: std::fputs(kUsage, stderr); std::exit(2);
    }
  }
  for (int i = optind; i < argc; ++i) {
    const Algorithm* algorithm = barriers::find<Native, Waiter>(argv[i]);
    if (algorithm == nullptr) {
      stop(std::string("no algorithm '") + argv[i] + "'; --list names them");
    }
    options.algorithms.push_back(algorithm);
  }
  if (options.algorithms.empty()) {
    for (const Algorithm& algorithm : barriers::algorithms<Native, Waiter>()) {
      options.algorithms.push_back(&algorithm);
    }
  }
  return options;
}

// What is wrong with a course, or an empty text. All begin with their check, and end with it too.
std::string run_all(std::vector<std::unique_ptr<Course>>& courses, const Options& options, Course*& at) {
  std::string wrong;
  for (long step = -2; step <= options.repetitions && wrong.empty(); ++step) {
    for (auto course = courses.begin(); course != courses.end() && wrong.empty(); ++course) {
      at = course->get();
      wrong = step == -2 || step == options.repetitions ? at->check()
              : step == -1                              ? at->calibrate(options.budget_ms)
                                                        : at->measure();
    }
  }
  return wrong;
}

int run(const Options& options) {
  const std::vector<int> cpus = usable_cpus();
  Team team(static_cast<std::uint32_t>(options.threads), options.blocktime_ns, cpus, options.pinned);
  std::vector<std::unique_ptr<Course>> courses;
  for (const Mode mode : options.modes) {
    for (const Algorithm* algorithm : options.algorithms) {
      if (can_do(*algorithm, mode)) {
        courses.push_back(std::make_unique<Course>(*algorithm, mode, team));
      }
    }
  }
  if (courses.empty()) {
    stop("none of these algorithms can do any of these modes; --list says what each can do");
  }
  Course* at = nullptr;
  if (const std::string wrong = run_all(courses, options, at); !wrong.empty()) {
    std::fprintf(stderr, "barriers: %s, %s, %ld threads: wrong result: %s\n", at->algorithm().name.data(),
                 kModeNames[static_cast<std::size_t>(at->mode())].data(), options.threads, wrong.c_str());
    return 1;
  }
  for (const auto& course : courses) {
    print_result(*course, options, cpus.size());
  }
  return 0;
}

}  // namespace
}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run(muster::bench::read_options(argc, argv)); }

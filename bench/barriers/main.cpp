// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the rows of the registry of barriers, a JSON line each on standard output.
// Exit status: 0 all verified, 1 a wrong result, 2 bad usage.
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clock.h"
#include "course.h"
#include "options.h"
#include "placement.h"
#include "runtime/measured_as.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::bench {
namespace {

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
  std::printf("\"algorithm\":\"%s\",\"from\":%u,\"to\":%u,\"rooted\":%s,\"combines\":%s,\"resizes\":%s",
              algorithm.name.data(), algorithm.from, algorithm.to, truth(algorithm.capabilities.rooted),
              truth(algorithm.capabilities.combines), truth(algorithm.capabilities.resizes));
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

// What the runtime's reader says of a profile, and its answers for teams of that size and placement.
void print_profile(const Options& options) {
  const auto threads = static_cast<std::uint32_t>(options.threads);
  std::string variable = "MUSTER_PROFILE=" + options.profile;
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
      print_quoted(profile.best({use, threads, policy, runtime::measured_as(options.placement)}));
      separator = ",";
    }
    std::printf("}");
  }
  std::printf("}\n");
}

void print_machine() {
  const topology::ShortText shape = topology::machine_shape("");
  const topology::ShortText cpu = topology::cpu_model("");
  const Cores cores;
  // Neither holds a quote or a backslash on any machine that is known.
  std::printf(
      "{\"machine\":\"%.*s\",\"cpu\":\"%.*s\",\"cpus\":%zu,\"cores\":%u,\"caches\":%u,\"quota\":%u,"
      "\"version\":\"%s\"}\n",
      static_cast<int>(shape.size), shape.text, static_cast<int>(cpu.size), cpu.text, usable_cpus().size(),
      cores.count(), cores.caches(), topology::quota_cpus(""), MUSTER_VERSION);
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
  std::printf(",\"mode\":\"%s\",\"threads\":%ld,\"cpus\":%zu,\"pinned\":%s,\"placement\":\"%s\",\"wait\":\"%s\"",
              kModeNames[static_cast<std::size_t>(course.mode())].data(), options.threads, cpus, truth(options.pinned),
              barriers::name_of(options.placement).data(), options.wait.c_str());
  std::printf(",\"ns\":%.3f,\"cpu_ns\":%.3f,\"switches\":%.4f,\"count\":%ld", median_field(samples, &Sample::ns),
              median_field(samples, &Sample::cpu_ns), median_field(samples, &Sample::switches), samples.back().count);
  print_each("ns_each", samples, &Sample::ns);
  print_each("switches_each", samples, &Sample::switches);
  std::printf(",\"verified\":true}\n");
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

// A set of CPUs a thread; empty: they are not bound.
std::vector<topology::CpuSet> places_of(const Options& options, const std::vector<int>& cpus, const Cores& cores,
                                        const affinity::LocatedTeam& located) {
  if (located.is_bound()) {
    return cores.places_of(located);
  }
  std::vector<topology::CpuSet> places(options.pinned ? static_cast<std::size_t>(options.threads) : 0);
  for (std::size_t slot = 0; slot < places.size(); ++slot) {
    places[slot].add(static_cast<std::uint32_t>(cpus[slot % cpus.size()]));
  }
  return places;
}

affinity::Policy policy_of(barriers::Placement placement) {
  switch (placement) {
    case barriers::Placement::unbound: return affinity::Policy::none;
    case barriers::Placement::close: return affinity::Policy::close;
    case barriers::Placement::spread: break;
  }
  return affinity::Policy::spread;
}

int measure(const Options& options) {
  const std::vector<int> cpus = usable_cpus();
  const Cores cores;
  const auto threads = static_cast<std::uint32_t>(options.threads);
  const affinity::LocatedTeam located = cores.team(policy_of(options.placement), threads);
  Team team(threads, options.blocktime_ns, static_cast<std::uint32_t>(cpus.size()),
            places_of(options, cpus, cores, located));
  barriers::Shape shape = options.shape;
  shape.positions = located.positions();
  std::vector<std::unique_ptr<Course>> courses;
  for (const Mode mode : options.modes) {
    for (const Algorithm* algorithm : options.algorithms) {
      if (can_do(*algorithm, mode)) {
        courses.push_back(std::make_unique<Course>(*algorithm, mode, team, shape));
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

int run(const Options& options) {
  topology::capture_affinity();
  switch (options.task) {
    case Task::measure: return measure(options);
    case Task::list: list(); return 0;
    case Task::machine: print_machine(); return 0;
    case Task::profile: print_profile(options); return 0;
  }
  return 2;
}

}  // namespace
}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run(muster::bench::read_options(argc, argv)); }

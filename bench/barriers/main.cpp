// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the rows of the registry of barriers, a JSON line each on standard output.
// Exit status: 0 all verified, 1 a wrong result, 2 bad usage.
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "clock.h"
#include "course.h"
#include "options.h"
#include "placement.h"
#include "topology/topology.h"

namespace muster::bench {
namespace {

double median_field(const std::vector<Sample>& samples, double Sample::* field) {
  std::vector<double> values;
  values.reserve(samples.size());
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

void print_result(const Course& course, const Options& options) {
  const std::vector<Sample>& samples = course.samples();
  std::printf("{");
  print_capabilities(course.algorithm());
  std::printf(",\"mode\":\"%s\",\"threads\":%ld,\"cpus\":%u,\"pinned\":%s,\"placement\":\"%s\",\"wait\":\"%s\"",
              kModeNames[static_cast<std::size_t>(course.mode())].data(), options.threads, topology::affinity_cpus(),
              truth_of(options.pinned), barriers::name_of(options.placement).data(), options.wait.c_str());
  std::printf(",\"ns\":%.3f,\"cpu_ns\":%.3f,\"switches\":%.4f,\"count\":%ld", median_field(samples, &Sample::ns),
              median_field(samples, &Sample::cpu_ns), median_field(samples, &Sample::switches), samples.back().count);
  print_each("ns_each", samples, &Sample::ns);
  print_each("switches_each", samples, &Sample::switches);
  std::printf(",\"verified\":true}\n");
}

struct WrongResult {
  const Course& course;
  std::string reason;
};

// All begin with their check, and end with it too. Stops at the first wrong result.
std::optional<WrongResult> run_all(const std::vector<std::unique_ptr<Course>>& courses, const Options& options) {
  for (long step = -2; step <= options.repetitions; ++step) {
    for (const auto& course : courses) {
      std::string wrong = step == -2 || step == options.repetitions ? course->check()
                          : step == -1                              ? course->calibrate(options.budget_ms)
                                                                    : course->measure();
      if (!wrong.empty()) {
        return WrongResult{*course, std::move(wrong)};
      }
    }
  }
  return std::nullopt;
}

// A set of CPUs a thread; empty: they are not bound.
std::vector<topology::CpuSet> places_of(const Options& options, const Cores& cores, const affinity::LocatedTeam& team) {
  if (team.is_bound()) {
    return cores.places_of(team);
  }
  std::vector<topology::CpuSet> places(options.pinned ? static_cast<std::size_t>(options.threads) : 0);
  const topology::CpuSet& usable = topology::affinity_mask();
  std::uint32_t cpu = usable.next(0);
  for (topology::CpuSet& place : places) {
    place.add(cpu);
    cpu = usable.next(cpu + 1);
    if (cpu == topology::kMaxCpus) {
      cpu = usable.next(0);
    }
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
  const Cores cores;
  const auto threads = static_cast<std::uint32_t>(options.threads);
  const affinity::LocatedTeam located = cores.team(policy_of(options.placement), threads);
  Team team(threads, options.blocktime_ns, topology::affinity_cpus(), places_of(options, cores, located));
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
  if (const std::optional<WrongResult> wrong = run_all(courses, options); wrong.has_value()) {
    std::fprintf(stderr, "barriers: %s, %s, %ld threads: wrong result: %s\n", wrong->course.algorithm().name.data(),
                 kModeNames[static_cast<std::size_t>(wrong->course.mode())].data(), options.threads,
                 wrong->reason.c_str());
    return 1;
  }
  for (const auto& course : courses) {
    print_result(*course, options);
  }
  return 0;
}

int run(const Options& options) {
  topology::capture_affinity(getpid());
  switch (options.task) {
    case Task::measure: return measure(options);
    case Task::list: print_algorithms(); return 0;
    case Task::machine: print_machine(); return 0;
    case Task::profile: print_profile(options); return 0;
  }
  return 2;
}

}  // namespace
}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run(muster::bench::read_options(argc, argv)); }

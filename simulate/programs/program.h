// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is run on a simulated machine, and what comes out of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulation.h"

namespace muster::simulate {

// Where the threads of a team are.
enum class Placement : std::uint8_t {
  close,    // a core after another; the second threads of the cores when all have one
  spread,   // as far from one another as they can be, on other cores as long as there are any
  unbound,  // by chance, a thread a core as long as there are any; barriers are not told
};

std::string name_of(Placement placement);

// Where lines of the runtime have their home.
enum class Home : std::uint8_t {
  toucher,  // with the CPU that accesses a line first
  primary,  // with the primary thread, which makes the team
  placed,   // there as well, but for what a team that is bound moves to its threads' nodes (teams/homes.h)
};

std::string name_of(Home home);

struct Course {
  const Machine* machine = nullptr;
  std::uint32_t threads = 2;
  Placement placement = Placement::close;
  Home home = Home::toucher;
  // How many threads meet in one step of the barrier; 0: as many as its header says.
  std::uint32_t fan = 0;
  // Constructs that are measured, after some that are not.
  std::uint32_t episodes = 100;
  std::uint32_t warm_up = 10;
  std::uint64_t seed = 1;
  // What each thread computes before each construct, as in programs/uneven_work.h.
  double work_ns = 0;
};

// What one construct costs, on average.
struct Outcome {
  double ns = 0;
  // The parts of the critical path, by Part: they add up to `ns`. Each is that part of the chain at the end less that of the chain at the beginning, divided by
  // the constructs. The two chains may be of different threads' pasts, so a part may be negative where few constructs are measured.
  std::array<double, kParts> parts_ns{};
  // The following are sums over all threads.
  double lines = 0;
  double accesses = 0;
  double updates = 0;
  double sleeps = 0;
  double woken = 0;
  double switches = 0;
  double stops = 0;
  // The lines of the thread that has most.
  double most_lines = 0;
};

// The CPU of each thread. More threads than CPUs share them in turn. What is by chance depends on the course's seed.
std::vector<std::uint32_t> cpus_of_team(const Course& course);

// Takes the times of the measuring thread: at the beginning and the end of what is measured.
class Stopwatch {
 public:
  explicit Stopwatch(const Course& course) : course_(course) {}

  // By the measuring thread, before each construct and after the last one; `done` of them are over.
  void note(std::uint32_t done);
  // After the run.
  Outcome outcome() const;
  std::uint32_t threads() const { return course_.threads; }
  std::uint32_t constructs() const { return course_.warm_up + course_.episodes; }

 private:
  // The threads of the team come first.
  std::vector<std::uint64_t> lines_of_threads(const Simulation& simulation) const;

  Course course_;
  Path began_;
  Path ended_;
  Counts before_;
  Counts after_;
  std::vector<std::uint64_t> lines_before_;
  std::vector<std::uint64_t> lines_after_;
};

// body(slot, stopwatch) by each thread of a team on these CPUs; add_others() adds threads that are none of the team.
template <class Body, class AddOthers>
Outcome run_all(const Course& course, Simulation& simulation, const std::vector<std::uint32_t>& cpus, const Body& body,
                bool is_bound, const AddOthers& add_others) {
  Stopwatch stopwatch(course);
  if (course.home != Home::toucher) {
    simulation.place_all_at(cpus[0]);
  }
  for (std::uint32_t slot = 0; slot < course.threads; ++slot) {
    simulation.add_thread([&, slot] { body(slot, stopwatch); }, cpus[slot], is_bound);
  }
  add_others();
  simulation.run();
  return stopwatch.outcome();
}

template <class Body>
Outcome run_all(const Course& course, Simulation& simulation, const std::vector<std::uint32_t>& cpus,
                const Body& body) {
  return run_all(course, simulation, cpus, body, true, [] {});
}

}  // namespace muster::simulate

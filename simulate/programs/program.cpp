// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/program.h"

#include <algorithm>
#include <random>

namespace muster::simulate {

namespace {

// The first thread of each core, then the second ones, and so on; `shuffle` is given those of each turn.
template <class Shuffle>
std::vector<std::uint32_t> cpus_by_turn(const Machine& machine, const Shuffle& shuffle) {
  const topology::Machine& topology = machine.topology;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> of_core(topology.count(topology::Level::kCore));
  std::vector<std::uint32_t> sibling(machine.cpus());
  for (std::uint32_t cpu = 0; cpu < machine.cpus(); ++cpu) {
    sibling[cpu] = of_core[topology.group(cpu, topology::Level::kCore)]++;
  }
  for (std::uint32_t turn = 0; order.size() < machine.cpus(); ++turn) {
    const auto first = static_cast<std::ptrdiff_t>(order.size());
    for (std::uint32_t cpu = 0; cpu < machine.cpus(); ++cpu) {
      if (sibling[cpu] == turn) {
        order.push_back(cpu);
      }
    }
    shuffle(order.begin() + first, order.end());
  }
  return order;
}

}  // namespace

std::string name_of(Placement placement) {
  switch (placement) {
    case Placement::close: return "close";
    case Placement::spread: return "spread";
    case Placement::unbound: break;
  }
  return "unbound";
}

std::string name_of(Home home) {
  switch (home) {
    case Home::toucher: return "toucher";
    case Home::primary: return "primary";
    case Home::placed: break;
  }
  return "placed";
}

std::vector<std::uint32_t> cpus_of_team(const Course& course) {
  std::minstd_rand random(static_cast<std::minstd_rand::result_type>(course.seed));
  const auto shuffle = [&](auto first, auto last) {
    if (course.placement == Placement::unbound) {
      std::shuffle(first, last, random);
    }
  };
  const std::vector<std::uint32_t> order = cpus_by_turn(*course.machine, shuffle);
  const std::uint32_t there = course.machine->cpus();
  const std::uint32_t cores = course.machine->topology.count(topology::Level::kCore);
  std::vector<std::uint32_t> taken(cores);
  std::vector<std::uint32_t> cpus(course.threads);
  for (std::uint32_t thread = 0; thread < course.threads; ++thread) {
    const auto core = static_cast<std::uint32_t>(std::uint64_t{thread} * cores / course.threads);
    const std::uint32_t turn = course.placement == Placement::spread ? core + cores * taken[core]++ : thread;
    cpus[thread] = order[turn % there];
  }
  return cpus;
}

std::vector<std::uint64_t> Stopwatch::lines_of_threads(const Simulation& simulation) const {
  std::vector<std::uint64_t> lines;
  lines.reserve(course_.threads);
  for (ThreadId thread = 0; thread < course_.threads; ++thread) {
    lines.push_back(simulation.thread(thread).counts.lines);
  }
  return lines;
}

void Stopwatch::note(std::uint32_t done) {
  const Simulation& simulation = *Simulation::current();
  if (done == course_.warm_up) {
    began_ = simulation.self().path;
    before_ = simulation.counts();
    lines_before_ = lines_of_threads(simulation);
  } else if (done == constructs()) {
    ended_ = simulation.self().path;
    after_ = simulation.counts();
    lines_after_ = lines_of_threads(simulation);
  }
}

Outcome Stopwatch::outcome() const {
  const auto each = [&](auto after, auto before) {
    return (static_cast<double>(after) - static_cast<double>(before)) / course_.episodes;
  };
  Outcome outcome;
  outcome.ns = each(to_ns(ended_.total()), to_ns(began_.total()));
  for (std::size_t part = 0; part < kParts; ++part) {
    outcome.parts_ns[part] = each(to_ns(ended_.of(static_cast<Part>(part))), to_ns(began_.of(static_cast<Part>(part))));
  }
  outcome.lines = each(after_.lines, before_.lines);
  outcome.accesses = each(after_.accesses, before_.accesses);
  outcome.updates = each(after_.updates, before_.updates);
  outcome.sleeps = each(after_.sleeps, before_.sleeps);
  outcome.woken = each(after_.woken, before_.woken);
  outcome.switches = each(after_.switches, before_.switches);
  outcome.stops = each(after_.stops, before_.stops);
  for (std::uint32_t thread = 0; thread < course_.threads; ++thread) {
    outcome.most_lines = std::max(outcome.most_lines, each(lines_after_[thread], lines_before_[thread]));
  }
  return outcome;
}

}  // namespace muster::simulate

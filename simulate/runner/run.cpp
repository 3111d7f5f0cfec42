// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/run.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "programs/bound.h"
#include "programs/drained_barrier.h"
#include "programs/peers.h"
#include "runner/choice.h"
#include "runner/json.h"
#include "runner/machines.h"

namespace muster::simulate {
namespace {

void print(const Course& course, const std::string& construct, const std::string& runtime, const std::string& row,
           const Outcome& outcome) {
  JsonLine parts;
  for (std::size_t part = 0; part < kParts; ++part) {
    parts.number(name_of(static_cast<Part>(part)), outcome.parts_ns[part]);
  }
  JsonLine()
      .text("machine", course.machine->name)
      .text("runtime", runtime)
      .text("construct", construct)
      .text("row", row)
      .text("placement", name_of(course.placement))
      .text("home", name_of(course.home))
      .number("threads", course.threads)
      .number("ns", outcome.ns)
      .number("bound_ns", to_ns(round_trip_bound(course)))
      .object("critical_path_ns", parts)
      .number("lines", outcome.lines)
      .number("most_lines", outcome.most_lines)
      .number("accesses", outcome.accesses)
      .number("updates", outcome.updates)
      .number("sleeps", outcome.sleeps)
      .number("woken", outcome.woken)
      .number("switches", outcome.switches)
      .number("stops", outcome.stops)
      .print();
}

constexpr const char* kChosen = "chosen";

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

// Throws where a row is asked for that none of the constructs has, as nothing would be printed for it.
void check_rows(const Options& options) {
  std::vector<std::string> there;
  const auto add = [&](const std::vector<std::string>& names) {
    std::ranges::copy_if(names, std::back_inserter(there),
                         [&](const std::string& name) { return std::ranges::find(there, name) == there.end(); });
  };
  std::vector<std::string> constructs;
  for (const Construct construct : options.constructs) {
    constructs.push_back(name_of(construct));
    add(rows_for(construct));
  }
  if (options.peers) {
    constructs.emplace_back("the peers' regions");
    add(peer_patterns());
  }
  add({kChosen});
  for (const std::string& row : options.rows) {
    if (std::ranges::find(there, row) == there.end()) {
      throw std::invalid_argument("there is no row `" + row + "` for " + list_of(constructs) + "; there are " +
                                  list_of(there));
    }
  }
}

std::vector<std::string> wanted(const std::vector<std::string>& all, const std::vector<std::string>& asked) {
  std::vector<std::string> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const std::string& name) {
    return asked.empty() || std::ranges::find(asked, name) != asked.end();
  });
  return found;
}

// `chosen` stands for the row that the rules give.
std::vector<std::string> wanted_rows(Construct construct, const Course& course, std::vector<std::string> asked) {
  std::ranges::replace(asked, kChosen, std::string(choice_for(construct, course).pattern.gather));
  return wanted(rows_for(construct), asked);
}

Course course_for(const Machine& machine, const Options& options) {
  return {.machine = &machine,
          .placement = options.placement,
          .home = options.home,
          .episodes = options.episodes,
          .seed = options.seed};
}

// Throws where threads that spin would share a CPU.
void check_cpus(const Course& course) {
  const Machine& machine = *course.machine;
  if (course.threads > machine.cpus()) {
    throw std::invalid_argument(machine.name + " has " + std::to_string(machine.cpus()) +
                                " CPUs, and threads that spin want one each: no " + std::to_string(course.threads) +
                                " threads");
  }
}

}  // namespace

int run_constructs(const Options& options) {
  check_rows(options);
  const Machine machine = machines_for(options.machine).front();
  Course course = course_for(machine, options);
  for (const std::uint32_t threads : options.threads) {
    course.threads = threads;
    check_cpus(course);
    for (const Construct construct : options.constructs) {
      for (const std::string& row : wanted_rows(construct, course, options.rows)) {
        print(course, name_of(construct), "muster", row, run_row(construct, row, course));
      }
    }
    if (options.peers) {
      for (const std::string& pattern : wanted(peer_patterns(), options.rows)) {
        print(course, "region", pattern == "central" ? "libgomp" : "libomp", pattern,
              run_peer_region(pattern, PeerCosts{}, course));
      }
    }
  }
  return 0;
}

int run_waits(const Options& options) {
  if (std::ranges::find(options.constructs, Construct::reduction) != options.constructs.end()) {
    throw std::invalid_argument("threads wait in a barrier and a region; wait has no reduction");
  }
  check_rows(options);
  const Machine machine = machines_for(options.machine).front();
  Course course = course_for(machine, options);
  for (const std::uint32_t threads : options.threads) {
    course.threads = threads;
    for (const Construct construct : options.constructs) {
      for (const std::string& row : wanted_rows(construct, course, options.rows)) {
        const LoadOutcome result = run_waiting(construct, row, course, options.load);
        print(course, name_of(construct), "muster", row, result.outcome);
        for (const Decision& decision : result.decisions) {
          JsonLine()
              .text("construct", name_of(construct))
              .text("row", row)
              .number("threads", threads)
              .text("action", decision.action)
              .text("reason", decision.reason)
              .number("steps", static_cast<double>(decision.steps))
              .number("took_ms", static_cast<double>(decision.took_ns) / 1e6)
              .number("first_ms", static_cast<double>(decision.first_ns) / 1e6)
              .number("first_thread", decision.first_thread)
              .text("situation", decision.situation)
              .print();
        }
      }
    }
  }
  return 0;
}

int run_drains(const Options& options) {
  check_rows(options);
  const Machine machine = machines_for(options.machine).front();
  Course course = course_for(machine, options);
  for (const std::uint32_t threads : options.threads) {
    course.threads = threads;
    check_cpus(course);
    for (const std::string& row : wanted_rows(Construct::barrier, course, options.rows)) {
      print(course, "drained_barrier", "muster", row, run_drained_barriers(row, course, options.in_turn_from).outcome);
    }
  }
  return 0;
}

int list_machines(const Options& options) {
  for (const Machine& machine : machines_for(options.machine)) {
    JsonLine()
        .text("name", machine.name)
        .text("title", machine.title)
        .text("topology", machine.topology_text)
        .number("cpus", machine.cpus())
        .number("cores", machine.topology.count(topology::Level::kCore))
        .print();
  }
  return 0;
}

}  // namespace muster::simulate

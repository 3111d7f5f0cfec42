// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directory: which cache has which line, and what it costs to get one.
//
// A line is dirty in one cache, or clean in any number. Its home is the NUMA node of the CPU that accessed it first. One request at a time is
// served at a line, in the order in which they come, and one at a time at a home agent; a request that moves a dirty line keeps it until it has
// arrived, one for a clean copy until the home has answered. A CPU keeps what it has until another's request has come
// there: a dirty line may be written until then, and a clean one read. What it takes is the cost of the farther of home and holder, as the home is asked on
// machines of several nodes although the line may be next door; where several must give their copies up, of the farthest of them, and
// Costs::invalidation for each.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/cpu_set.h"
#include "engine/machine.h"
#include "engine/time.h"

namespace muster::simulate {

using LineNumber = std::uint32_t;
using ThreadId = std::uint32_t;

// What an access costs: it is served from `start` on, until `done`.
struct Service {
  Time start;
  Time done;
  // A line, or the right to write it, had to come from elsewhere.
  bool is_transfer;
};

class Directory {
 public:
  Directory(const Machine& machine, std::uint32_t lines);

  // By a CPU, at `now`. Requests come in the order of time.
  Service read(std::uint32_t cpu, LineNumber line, Time now);
  // To write: afterwards no other CPU has the line.
  Service own(std::uint32_t cpu, LineNumber line, Time now);
  // The home of every line that nobody has accessed yet is where this CPU is, whichever CPU accesses it first.
  void place_all_at(std::uint32_t cpu) { home_of_all_ = cpu; }
  // The home of that line, before anybody has accessed it.
  void place(LineNumber line, std::uint32_t cpu) { line_of(line).home_cpu = cpu; }
  // Nobody else is served before that.
  void hold(LineNumber line, Time until);

  // The threads that look at a line until it changes.
  std::vector<ThreadId>& watchers(LineNumber line) { return line_of(line).watchers; }

 private:
  static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

  struct Line {
    explicit Line(std::uint32_t cpus) : was_clean(cpus), clean(cpus) {}

    std::uint32_t dirty_in = kNobody;
    // By the CPU where it is dirty, which may have taken it over to read it (Machine::migratory_lines).
    bool is_written = false;
    // The CPUs that had it before the last request, and when that gets there.
    std::uint32_t was_dirty_in = kNobody;
    CpuSet was_clean;
    Time leaves = 0;
    // From when on its last holder may read it.
    Time arrives = 0;
    // From when on its last holder may write it.
    Time owned = 0;
    Time free_at = 0;
    std::uint32_t home_cpu = kNobody;
    CpuSet clean;
    bool is_clean_anywhere = false;
    std::vector<ThreadId> watchers;
  };

  Line& line_of(LineNumber line);
  Time begin(Line& line, LineNumber number, std::uint32_t cpu, Time now);
  Time pass_agents(const Line& line, LineNumber number, std::uint32_t cpu, std::uint32_t holder, Time start);
  Time cost_of_clean(const Line& line, std::uint32_t cpu) const;
  Time cost_of_dirty(const Line& line, std::uint32_t cpu) const;
  // To write a line that is dirty elsewhere.
  Time cost_of_taking(const Line& line, std::uint32_t cpu) const;
  Time cost_of_invalidating(const Line& line, std::uint32_t cpu) const;
  // The CPUs that have it keep it until the request is there, after half of its way.
  static void leave(Line& line, Time start, Time cost);
  static void make_clean(Line& line, std::uint32_t reader);
  // The reader has it alone, from `arrives` on.
  static void migrate(Line& line, std::uint32_t reader, Time arrives);
  // The holder took it over to read it, and those that poll it have had the time to read it since.
  bool was_shared_since(const Line& line, Time now) const;
  // The prefetcher of a reader takes the other line of the pair too.
  void fetch_pair(LineNumber line, std::uint32_t cpu);

  const Machine& machine_;
  std::uint32_t home_of_all_ = kNobody;
  std::vector<Line> lines_;
  // By NUMA node and agent.
  std::vector<Time> agents_free_at_;
};

}  // namespace muster::simulate

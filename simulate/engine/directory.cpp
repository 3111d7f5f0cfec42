// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/directory.h"

#include <algorithm>
#include <array>

namespace muster::simulate {

Directory::Directory(const Machine& machine, std::uint32_t lines)
    : machine_(machine),
      agents_free_at_(std::size_t{machine.topology.count(topology::Level::kNumaNode)} * machine.home_agents) {
  lines_.reserve(lines);
}

Directory::Line& Directory::line_of(LineNumber line) {
  while (lines_.size() <= line) {
    lines_.emplace_back(machine_.cpus());
  }
  return lines_[line];
}

// When the request of a CPU that does not have the line is served.
Time Directory::begin(Line& line, LineNumber number, std::uint32_t cpu, Time now) {
  if (line.home_cpu == kNobody) {
    line.home_cpu = home_of_all_ != kNobody ? home_of_all_ : cpu;
  }
  Time start = std::max(now, line.free_at);
  if (machine_.home_agents != 0) {
    const std::uint32_t holder = line.dirty_in != kNobody ? line.dirty_in : line.home_cpu;
    start = pass_agents(line, number, cpu, holder, start);
  }
  return start;
}

// On its way from node to node: the requester's, the home's, the holder's. What stays in a node passes none.
Time Directory::pass_agents(const Line& line, LineNumber number, std::uint32_t cpu, std::uint32_t holder, Time start) {
  const auto node_of = [&](std::uint32_t of) { return machine_.topology.group(of, topology::Level::kNumaNode); };
  const std::array<std::uint32_t, 3> nodes = {node_of(cpu), node_of(line.home_cpu), node_of(holder)};
  if (nodes[0] == nodes[1] && nodes[0] == nodes[2]) {
    return start;
  }
  for (std::size_t stop = 0; stop < nodes.size(); ++stop) {
    if (std::find(nodes.begin(), nodes.begin() + stop, nodes[stop]) == nodes.begin() + stop) {
      Time& agent = agents_free_at_[std::size_t{nodes[stop]} * machine_.home_agents + number % machine_.home_agents];
      start = std::max(start, agent);
      agent = start + machine_.costs.home_service;
    }
  }
  return start;
}

Time Directory::cost_of_dirty(const Line& line, std::uint32_t cpu) const {
  const Time from_holder = line.dirty_in == cpu ? 0 : machine_.transfer(line.dirty_in, cpu);
  return line.home_cpu == cpu ? from_holder : std::max(from_holder, machine_.transfer(line.home_cpu, cpu));
}

// From a neighbour that has it, where neighbours help each other, else from its home; at home, where somebody farther away has it, from there.
Time Directory::cost_of_clean(const Line& line, std::uint32_t cpu) const {
  Time nearest = kNever;
  Time nearest_neighbour = kNever;
  line.clean.for_each([&](std::uint32_t other) {
    const Time transfer = machine_.transfer(other, cpu);
    nearest = std::min(nearest, transfer);
    if (machine_.level(other, cpu) <= static_cast<std::uint8_t>(machine_.forwards)) {
      nearest_neighbour = std::min(nearest_neighbour, transfer);
    }
  });
  const Time from_home = line.home_cpu == cpu ? nearest : machine_.transfer(line.home_cpu, cpu);
  return machine_.part_to_fetch(nearest_neighbour != kNever ? nearest_neighbour : from_home);
}

// A reader that has taken the line over whole gives it back as one that has a copy gives that up.
Time Directory::cost_of_taking(const Line& line, std::uint32_t cpu) const {
  const Time signal = cost_of_dirty(line, cpu);
  return line.is_written ? machine_.part_to_fetch(signal) : machine_.part_to_invalidate(signal);
}

Time Directory::cost_of_invalidating(const Line& line, std::uint32_t cpu) const {
  Time farthest = 0;
  Time copies = 0;
  line.clean.for_each([&](std::uint32_t other) {
    if (other != cpu) {
      farthest = std::max(farthest, machine_.transfer(other, cpu));
      ++copies;
    }
  });
  if (copies == 0) {
    return machine_.costs.hit;
  }
  farthest += copies * machine_.costs.invalidation;
  const Time signal = line.home_cpu == cpu ? farthest : std::max(farthest, machine_.transfer(line.home_cpu, cpu));
  return machine_.part_to_invalidate(signal);
}

void Directory::leave(Line& line, Time start, Time cost) {
  line.was_dirty_in = line.dirty_in;
  line.was_clean = line.clean;
  line.leaves = start + cost / 2;
}

void Directory::make_clean(Line& line, std::uint32_t reader) {
  if (line.dirty_in != kNobody) {
    line.clean.add(line.dirty_in);
    line.dirty_in = kNobody;
  }
  line.clean.add(reader);
  line.is_clean_anywhere = true;
}

void Directory::migrate(Line& line, std::uint32_t reader, Time arrives) {
  line.dirty_in = reader;
  line.is_written = false;
  line.clean.clear();
  line.is_clean_anywhere = false;
  line.arrives = line.owned = arrives;
}

bool Directory::was_shared_since(const Line& line, Time now) const {
  return !line.is_written && !line.watchers.empty() && now >= line.arrives + machine_.costs.poll;
}

void Directory::fetch_pair(LineNumber number, std::uint32_t cpu) {
  if (!machine_.pairs_lines || (number ^ 1) >= lines_.size()) {
    return;
  }
  Line& other = lines_[number ^ 1];
  if (other.dirty_in != cpu && (other.dirty_in != kNobody || other.is_clean_anywhere)) {
    make_clean(other, cpu);
  }
}

Service Directory::read(std::uint32_t cpu, LineNumber number, Time now) {
  Line& line = line_of(number);
  if (line.dirty_in == cpu || (line.is_clean_anywhere && line.clean.has(cpu))) {
    const Time start = line.dirty_in == cpu ? std::max(now, line.arrives) : now;
    return {start, start + machine_.costs.hit, false};
  }
  if (now < line.leaves && (line.was_dirty_in == cpu || line.was_clean.has(cpu))) {
    return {now, now + machine_.costs.hit, false};
  }
  const Time start = begin(line, number, cpu, now);
  if (line.dirty_in == kNobody && !line.is_clean_anywhere) {
    // Nobody has had it yet.
    make_clean(line, cpu);
    return {start, start + machine_.costs.hit, false};
  }
  const bool was_dirty = line.dirty_in != kNobody;
  const Time cost = was_dirty ? machine_.part_to_fetch(cost_of_dirty(line, cpu)) : cost_of_clean(line, cpu);
  line.free_at = start + (was_dirty ? cost : machine_.costs.read_service);
  if (was_dirty) {
    leave(line, start, cost);
  }
  if (was_dirty && line.is_written && machine_.migratory_lines) {
    migrate(line, cpu, start + cost);
  } else {
    make_clean(line, cpu);
  }
  fetch_pair(number, cpu);
  return {start, start + cost, true};
}

Service Directory::own(std::uint32_t cpu, LineNumber number, Time now) {
  Line& line = line_of(number);
  if (now < line.leaves && line.was_dirty_in == cpu) {
    return {now, now + machine_.costs.hit, false};
  }
  if (line.dirty_in == cpu && !was_shared_since(line, now)) {
    const Time start = std::max(now, line.owned);
    line.is_written = true;
    return {start, start + machine_.costs.hit, false};
  }
  if (line.dirty_in == cpu) {
    make_clean(line, line.was_dirty_in);
  }
  const Time start = begin(line, number, cpu, now);
  const bool was_dirty = line.dirty_in != kNobody;
  const Time cost = was_dirty ? cost_of_taking(line, cpu) : cost_of_invalidating(line, cpu);
  const bool has_copy = line.is_clean_anywhere && line.clean.has(cpu);
  leave(line, start, cost);
  line.dirty_in = cpu;
  line.is_written = true;
  line.clean.clear();
  line.is_clean_anywhere = false;
  line.owned = line.free_at = start + cost;
  line.arrives = has_copy ? now : line.owned;
  return {start, line.owned, cost > machine_.costs.hit};
}

void Directory::hold(LineNumber number, Time until) {
  Line& line = line_of(number);
  line.free_at = std::max(line.free_at, until);
}

}  // namespace muster::simulate

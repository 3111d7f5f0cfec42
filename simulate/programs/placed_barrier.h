// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The storage of a row for a team whose threads are on known CPUs.
#pragma once

#include <cstdint>
#include <vector>

#include "barriers/barriers.h"
#include "engine/simulation.h"
#include "programs/program.h"

namespace muster::simulate {

// What barriers::Shape::positions is told.
struct LocatedTeam {
  const topology::Machine* machine;
  const std::vector<std::uint32_t>* cpus;

  barriers::Positions positions() const;
  // Any CPU of that node.
  std::uint32_t cpu_of(std::uint16_t node) const;
};

inline bool has_homes(const Course& course) {
  return course.home == Home::placed && course.placement != Placement::unbound;
}

// It is not told where threads are that are not bound.
template <class Row>
void* make_barrier(Simulation& simulation, const Row& row, const Course& course,
                   const std::vector<std::uint32_t>& cpus) {
  const LocatedTeam located{&simulation.machine().topology, &cpus};
  barriers::Shape shape{
      .capacity = static_cast<std::uint32_t>(cpus.size()), .fan_in = course.fan, .fan_out = course.fan};
  if (course.placement != Placement::unbound) {
    shape.positions = located.positions();
  }
  if (has_homes(course)) {
    shape.nodes = simulation.machine().topology.count(topology::Level::kNumaNode);
  }
  void* const storage = simulation.arena().allocate(row.storage_needed(shape));
  row.init(storage, shape);
  if (has_homes(course) && row.for_each_home != nullptr) {
    auto place = [&](void* line, std::uint16_t node) {
      simulation.place(line, base::kCacheLineBytes, located.cpu_of(node));
    };
    row.for_each_home(storage, {[](void* context, void* line, std::uint16_t node) {
                                  (*static_cast<decltype(place)*>(context))(line, node);
                                },
                                &place});
  }
  return storage;
}

// Whether the root of a release tells everybody itself.
template <class Row>
bool root_tells_all(const Row& row, const void* storage, std::uint32_t threads) {
  std::uint32_t told = 0;
  row.for_each_released(
      storage, 0, threads,
      {[](void* context, std::uint32_t /*slot*/) { ++*static_cast<std::uint32_t*>(context); }, &told});
  return told == threads - 1;
}

}  // namespace muster::simulate

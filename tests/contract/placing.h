// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the threads of a team are, on a machine of 2 packages x 2 caches x 4 cores or one that is not even.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "barriers/barriers.h"
#include "unit/affinity/placed_team.h"

namespace muster::testing {

enum class Placing : std::uint8_t {
  numbered,  // nobody says
  close,
  spread,
  uneven,    // five caches with anybody in them
  lopsided,  // one cache with many, and on each level outwards as many that are alone there
};

class PlacedShape {
 public:
  PlacedShape(Placing placing, std::uint32_t threads)
      : shape_{.capacity = threads}, is_known_(placing != Placing::numbered), of_slot_(threads) {
    const Places cores("2 package 2 l3 4 core", 1);
    const auto policy = placing == Placing::close ? affinity::Policy::close : affinity::Policy::spread;
    // Slot 0 is not on the first core: the team goes round.
    const PlacedTeam team(cores, policy, threads, 5);
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      of_slot_[slot] = placing == Placing::uneven     ? anywhere(slot)
                       : placing == Placing::lopsided ? alone(slot)
                                                      : team.located().of(slot);
    }
  }
  PlacedShape(const PlacedShape&) = delete;
  PlacedShape& operator=(const PlacedShape&) = delete;

  // As long as this lives.
  barriers::Shape shape() const {
    barriers::Shape shape = shape_;
    if (is_known_) {
      shape.positions = {.of = &position_of, .node_of = &node_of, .context = &of_slot_, .slots = shape.capacity};
    }
    // The storage may be laid out anew for other places.
    shape.nodes = kNodes;
    return shape;
  }

 private:
  static constexpr std::uint16_t kNodes = 2;

  static barriers::Position position_of(const void* slots, std::uint32_t slot) {
    return (*static_cast<const std::vector<barriers::Position>*>(slots))[slot];
  }
  // A node a package. Of a third package, which uneven teams have, nobody knows it.
  static std::uint16_t node_of(const void* slots, std::uint32_t slot) {
    const std::uint16_t package = position_of(slots, slot).groups[2];
    return package < kNodes ? package : barriers::Positions::kNoNode;
  }
  static barriers::Position anywhere(std::uint32_t slot) {
    const auto cache = static_cast<std::uint16_t>((slot * slot + slot / 3) % 5);
    const auto package = static_cast<std::uint16_t>(cache / 3);
    return {{cache, package, package}};
  }

  static barriers::Position alone(std::uint32_t slot) {
    const auto number = static_cast<std::uint16_t>(slot);
    const std::uint32_t levels = slot % 4;
    barriers::Position position{{0, 0, 0}};
    std::fill_n(position.groups.begin(), levels, number);
    return position;
  }

  barriers::Shape shape_;
  bool is_known_;
  std::vector<barriers::Position> of_slot_;
};

}  // namespace muster::testing

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/bound.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace muster::simulate {
namespace {

class Broadcast {
 public:
  explicit Broadcast(const Course& course)
      : machine_(*course.machine), cpus_(cpus_of_team(course)), is_told_(cpus_.size()), nearest_(cpus_.size()) {
    for (std::uint32_t slot = 0; slot < cpus_.size(); ++slot) {
      nearest_[slot] = distance(0, slot);
    }
  }

  Time run() {
    is_told_[0] = true;
    senders_.emplace(0, 0);
    Time last = 0;
    for (std::size_t told = 1; told < cpus_.size(); ++told) {
      const auto [time, sender] = senders_.top();
      senders_.pop();
      const std::uint32_t target = farthest_of_all(sender);
      const Time transfer = distance(sender, target);
      senders_.emplace(time + gap(transfer), sender);
      const Time arrival = time + transfer;
      senders_.emplace(arrival, target);
      last = std::max(last, arrival);
      tell(target);
    }
    return last;
  }

 private:
  Time distance(std::uint32_t from, std::uint32_t to) const { return machine_.transfer(cpus_[from], cpus_[to]); }

  // Between two stores to lines of others.
  Time gap(Time transfer) const {
    const Time instructions = machine_.costs.step + machine_.costs.hit;
    return std::max(instructions, machine_.part_to_invalidate(transfer) / machine_.outstanding_stores);
  }

  // The one that is farthest from all that have been told, and of several the nearest to the sender.
  std::uint32_t farthest_of_all(std::uint32_t sender) const {
    std::uint32_t best = 0;
    for (std::uint32_t slot = 1; slot < cpus_.size(); ++slot) {
      if (is_told_[slot]) {
        continue;
      }
      if (best == 0 || nearest_[slot] > nearest_[best] ||
          (nearest_[slot] == nearest_[best] && distance(sender, slot) < distance(sender, best))) {
        best = slot;
      }
    }
    return best;
  }

  void tell(std::uint32_t target) {
    is_told_[target] = true;
    for (std::uint32_t slot = 0; slot < cpus_.size(); ++slot) {
      nearest_[slot] = std::min(nearest_[slot], distance(target, slot));
    }
  }

  using Sender = std::pair<Time, std::uint32_t>;

  const Machine& machine_;
  std::vector<std::uint32_t> cpus_;
  std::vector<bool> is_told_;
  // By slot: how far the nearest one is that has been told, or is about to be.
  std::vector<Time> nearest_;
  // By the time at which they can send the next word.
  std::priority_queue<Sender, std::vector<Sender>, std::greater<>> senders_;
};

}  // namespace

Time broadcast_bound(const Course& course) { return Broadcast(course).run(); }

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry as data: a row an algorithm, with its entry points for one platform and one kind of waiter. A team keeps a
// pointer to a row, so a barrier costs one indirect call and no switch.
#pragma once

#include <span>
#include <string_view>

#include "barriers/barrier.h"
#include "barriers/central_blocking.h"
#include "barriers/central_sense_reversing.h"
#include "barriers/cluster.h"
#include "barriers/dissemination.h"
#include "barriers/dist.h"
#include "barriers/hybrid.h"
#include "barriers/hyper.h"
#include "barriers/linear.h"
#include "barriers/mcs_tree.h"
#include "barriers/tournament.h"
#include "barriers/tree.h"

namespace muster::barriers {

// Told about a line of the storage, and the NUMA node on which it should lie (Positions::kNoNode: anywhere).
struct HomeVisitor {
  void (*visit)(void* context, void* line, std::uint16_t node);
  void* context;
};

// Told about each slot that a slot releases.
struct Visitor {
  void (*visit)(void* context, std::uint32_t slot);
  void* context;
};

template <BarrierWaiter W>
struct Algorithm {
  std::string_view name;
  // Team sizes for which it is meant; `to` 0: no limit. Any other size works too.
  std::uint32_t from;
  std::uint32_t to;
  Capabilities capabilities;
  // Goes along the machine: is worth being told Shape::positions.
  bool follows_positions;
  std::size_t (*storage_needed)(const Shape& shape);
  void (*init)(void* storage, const Shape& shape);
  void (*exchange)(void* storage, Arrival arrival, W& waiter);
  // Null unless capabilities.rooted.
  void (*gather)(void* storage, Arrival arrival, W& waiter, const Combiner& combiner);
  void (*release)(void* storage, Arrival arrival, W& waiter);
  void (*for_each_released)(const void* storage, std::uint32_t slot, std::uint32_t threads, Visitor visitor);
  // The platform's Atomic<std::uint64_t> for the caller's use, zero after init, in a line that all threads write in each exchange; null
  // where an algorithm has no such line.
  void* (*companion)(void* storage, std::uint32_t threads);
  // Null unless follows_positions. After init; a line may be visited more than once.
  void (*for_each_home)(void* storage, HomeVisitor visitor);
};

template <class B>
constexpr bool follows_positions() {
  if constexpr (requires { B::kFollowsPositions; }) {
    return B::kFollowsPositions;
  } else {
    return false;
  }
}

template <class B>
void* companion_of(void* storage, std::uint32_t threads) {
  if constexpr (requires { B::companion(storage, threads); }) {
    return B::companion(storage, threads);
  } else {
    return nullptr;
  }
}

template <class B>
void visit_released(const void* storage, std::uint32_t slot, std::uint32_t threads, Visitor visitor) {
  B::for_each_released(storage, slot, threads, [&](std::uint32_t other) { visitor.visit(visitor.context, other); });
}

template <class B>
void visit_homes(void* storage, HomeVisitor visitor) {
  B::for_each_home(storage, [&](void* line, std::uint16_t node) { visitor.visit(visitor.context, line, node); });
}

template <Barrier B, BarrierWaiter W>
constexpr Algorithm<W> row(std::string_view name, std::uint32_t from, std::uint32_t to) {
  Algorithm<W> algorithm{name,
                         from,
                         to,
                         B::kCapabilities,
                         follows_positions<B>(),
                         &B::storage_needed,
                         &B::init,
                         &B::template exchange<W>,
                         nullptr,
                         nullptr,
                         nullptr,
                         &companion_of<B>,
                         nullptr};
  if constexpr (RootedBarrier<B>) {
    algorithm.gather = &B::template gather<W>;
    algorithm.release = &B::template release<W>;
    algorithm.for_each_released = &visit_released<B>;
  }
  if constexpr (follows_positions<B>()) {
    algorithm.for_each_home = &visit_homes<B>;
  }
  return algorithm;
}

template <platform::Platform P, BarrierWaiter W>
inline constexpr Algorithm<W> kAlgorithms[] = {
#define MUSTER_BARRIER_ALGORITHM(name, Class, from, to) row<Class<P>, W>(name, from, to),
#include "barriers/algorithms.def"
#undef MUSTER_BARRIER_ALGORITHM
};

template <platform::Platform P, BarrierWaiter W>
constexpr std::span<const Algorithm<W>> algorithms() {
  return kAlgorithms<P, W>;
}

// Null when there is no algorithm of that name.
template <platform::Platform P, BarrierWaiter W>
constexpr const Algorithm<W>* find(std::string_view name) {
  for (const Algorithm<W>& algorithm : kAlgorithms<P, W>) {
    if (algorithm.name == name) {
      return &algorithm;
    }
  }
  return nullptr;
}

}  // namespace muster::barriers

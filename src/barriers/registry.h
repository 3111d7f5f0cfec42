// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry as data: a row an algorithm, with its entry points for one platform and one kind of waiter. A team keeps a
// pointer to a row, so a barrier costs one indirect call and no switch.
#pragma once

#include <span>
#include <string_view>

#include "barriers/barrier.h"
#include "barriers/central_sense_reversing.h"
#include "barriers/dissemination.h"
#include "barriers/linear.h"

namespace muster::barriers {

template <BarrierWaiter W>
struct Algorithm {
  std::string_view name;
  Capabilities capabilities;
  std::size_t (*storage_needed)(std::uint32_t threads);
  void (*init)(void* storage, std::uint32_t threads);
  void (*exchange)(void* storage, Arrival arrival, W& waiter);
  // Null unless capabilities.rooted.
  void (*gather)(void* storage, Arrival arrival, W& waiter, const Combiner& combiner);
  void (*release)(void* storage, Arrival arrival, W& waiter);
};

template <Barrier B, BarrierWaiter W>
constexpr Algorithm<W> row(std::string_view name) {
  Algorithm<W> algorithm{name,    B::kCapabilities, &B::storage_needed, &B::init, &B::template exchange<W>,
                         nullptr, nullptr};
  if constexpr (RootedBarrier<B>) {
    algorithm.gather = &B::template gather<W>;
    algorithm.release = &B::template release<W>;
  }
  return algorithm;
}

template <platform::Platform P, BarrierWaiter W>
inline constexpr Algorithm<W> kAlgorithms[] = {
#define MUSTER_BARRIER_ALGORITHM(name, Class) row<Class<P>, W>(name),
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

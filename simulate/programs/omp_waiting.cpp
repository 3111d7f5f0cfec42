// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/omp_waiting.h"

#include <algorithm>

namespace muster::simulate {
namespace {

void sleep_in(OmpBed& own, const OmpWord& word, base::Episode wanted) {
  own.state.exchange_acq_rel(OmpBed::kAsleep);
  if (Simulated::has_reached(word, wanted)) {
    own.state.exchange_acq_rel(OmpBed::kAwake);
    return;
  }
  while (own.state.load_acquire() == OmpBed::kAsleep) {
    Simulated::park(own.state, OmpBed::kAsleep);
  }
}

}  // namespace

void await_as_omp(OmpBed& own, const OmpWord& word, base::Episode wanted, Time blocktime) {
  Simulation& simulation = *Simulation::current();
  Time sleeps_at = blocktime == kNever ? kNever : simulation.now() + blocktime;
  Time yields_at = simulation.now() + kFirstYield;
  while (!Simulated::has_reached(word, wanted)) {
    if (simulation.now() >= sleeps_at) {
      sleep_in(own, word, wanted);
      sleeps_at = simulation.now() + blocktime;
    } else if (simulation.now() >= yields_at) {
      yields_at = simulation.now() + kBetweenYields;
      Simulated::yield();
    } else {
      simulation.watch(word.address(), std::min(yields_at, sleeps_at));
    }
  }
}

void wake_if_asleep(OmpBed& of) {
  std::uint32_t asleep = OmpBed::kAsleep;
  if (of.state.load_acquire() == OmpBed::kAsleep && of.state.compare_exchange_acq_rel(asleep, OmpBed::kAwake)) {
    Simulated::unpark(of.state, 1);
  }
}

}  // namespace muster::simulate

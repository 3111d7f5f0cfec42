// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/reduction_methods.h"

#include "programs/spinning_team.h"
#include "programs/uneven_work.h"

namespace muster::simulate {
namespace {

using barriers::Combiner;
using reductions::Method;

// A thread's own result, and what tells its parent where that is: the one is on its stack, the other in its member (teams/member.h).
struct Share {
  alignas(base::kCacheLineBytes) Simulated::Plain<std::uint64_t> value;
  alignas(base::kCacheLineBytes) Simulated::Plain<std::uint64_t> place;
};

void combine(void* context, std::uint32_t into, std::uint32_t from) {
  auto* const all = static_cast<Share*>(context);
  all[into].value.set(all[into].value.get() + all[from].value.get() + all[from].place.get());
}

struct Barrier {
  const SpinningRow* row;
  void* storage;

  void exchange(const barriers::Arrival& arrival, SpinningIdle& waiter) const {
    row->exchange(storage, arrival, waiter);
  }
  void meet(const barriers::Arrival& arrival, SpinningIdle& waiter, const Combiner& combiner) const {
    row->gather(storage, arrival, waiter, combiner);
    row->release(storage, arrival, waiter);
  }
};

}  // namespace

std::string name_of(Ending ending) { return ending == Ending::barrier ? "barrier" : "join"; }

Outcome run_reduction_by(Method method, Ending ending, const ReductionRows& rows, const Course& course) {
  const SpinningRow& gathering = find_row(rows.gathering);
  SpinningBarrier first(gathering, course);
  const Barrier gather{&gathering, first.storage};
  const SpinningRow& after = find_row(ending == Ending::barrier ? rows.plain : rows.fork_join);
  const Barrier second{&after, make_barrier(first.simulation, after, course, first.cpus)};
  auto* const shares = first.simulation.arena().make_array<Share>(course.threads);
  struct alignas(base::kCacheLineBytes) Original {
    Simulated::Atomic<std::uint64_t> value{0};
  };
  auto& original = first.simulation.arena().make<Original>();
  const Combiner combiner{&combine, shares};
  return run_all(course, first.simulation, first.cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    SpinningIdle waiter(first.sleepers, slot);
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
      }
      const barriers::Arrival arrival{slot, course.threads, done + 1};
      work_before(course, slot, done);
      if (method == Method::gather) {
        shares[slot].value.set(slot);
        shares[slot].place.set(slot);
        gather.meet(arrival, waiter, combiner);
      } else {
        original.value.fetch_add_relaxed(1);
      }
      if (ending == Ending::join) {
        second.meet(arrival, waiter, Combiner{});
      } else if (method != Method::gather) {
        second.exchange(arrival, waiter);
      }
    }
  });
}

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/primecount.h"

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "programs/omp_waiting.h"
#include "programs/peers.h"

namespace muster::simulate {
namespace {

constexpr std::uint32_t kThreads = 192;

// What the primary computes by itself, and then a region: the CPU times of its threads' shares, the shortest first, at equal steps.
struct Stage {
  double serial_ms;
  std::uint32_t threads;
  std::vector<double> shares_ms;
};

// primecount 7.6 of Debian, `OMP_NUM_THREADS=192 primecount 1e17` on libgomp and two CPUs of an EPYC, 2026-11-24: the CPU time of each thread in each call of
// GOMP_parallel, taken by a library before it. The shares are the quantiles at 0, 5, ... 100 %; regions of one thread are part of what is serial. The sum
// is 30.3 s; the program of the pull request took 33.8 s on its machine (user time by libgomp's PASSIVE, where nobody spins).
std::vector<Stage> stages() {
  return {
      // Phi0
      {6.6, 6, {2.95, 3.12, 3.23, 3.41, 3.49, 3.90}},
      // PiTable
      {6.7, 2, {0.15, 2.72}},
      // A and C
      {0.0, kThreads, {51.4, 53.5, 54.0, 54.9, 55.4, 55.9, 56.1, 56.5, 56.8, 57.3, 57.6,
                       57.9, 58.4, 58.9, 59.7, 60.9, 63.4, 65.7, 70.0, 82.7, 123.5}},
      // B
      {0.5, kThreads, {12.4, 19.4, 21.4, 23.1, 23.7, 24.5, 25.3, 25.8, 26.2, 26.9, 27.4,
                       28.0, 28.7, 29.4, 30.0, 30.4, 30.8, 31.6, 32.9, 34.5, 42.1}},
      // the factor table of D
      {0.0, 2, {10.83, 16.34}},
      // D
      {2.3, kThreads, {48.8, 59.5, 61.2, 62.3, 64.1, 64.7, 66.0, 66.6, 67.4, 68.3, 69.1,
                       69.7, 70.6, 71.4, 72.1, 72.8, 73.6, 75.0, 76.9, 78.6, 85.4}},
  };
}

// The share of each thread, in an order that depends on the seed.
std::vector<Time> shares_of(const Stage& stage, std::minstd_rand& random) {
  const auto last = static_cast<double>(stage.shares_ms.size() - 1);
  std::vector<Time> shares(stage.threads);
  for (std::uint32_t thread = 0; thread < stage.threads; ++thread) {
    const double at = last * thread / (stage.threads - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, stage.shares_ms.size() - 1);
    const double part = at - static_cast<double>(below);
    shares[thread] = from_ns(1e6 * (stage.shares_ms[below] * (1 - part) + stage.shares_ms[above] * part));
  }
  std::ranges::shuffle(shares, random);
  return shares;
}

struct Member {
  OmpBed bed;
  alignas(base::kCacheLineBytes) OmpWord go;
  alignas(base::kCacheLineBytes) OmpWord arrived;
};

class Run {
 public:
  Run(Simulation& simulation, const PrimecountCase& wanted, std::uint64_t seed)
      : simulation_(simulation),
        blocktime_(wanted.blocktime),
        stages_(stages()),
        members_(simulation.arena().make_array<Member>(kThreads)) {
    std::minstd_rand random(static_cast<std::minstd_rand::result_type>(seed));
    for (const Stage& stage : stages_) {
      shares_.push_back(shares_of(stage, random));
    }
  }
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void run_primary() {
    for (base::Episode region = 1; region <= stages_.size(); ++region) {
      const Stage& stage = stages_[region - 1];
      simulation_.compute(from_ns(stage.serial_ms * 1e6));
      make_threads(stage.threads);
      simulation_.pass(from_ns(costs_.omp_fork_ns), Part::software);
      release(0, region, stage.threads);
      take_part(0, region);
    }
  }
  void run_worker(std::uint32_t slot) {
    // It is made when the primary wakes it for the first time.
    OmpBed& bed = members_[slot].bed;
    bed.state.store_release(OmpBed::kAsleep);
    while (bed.state.load_acquire() == OmpBed::kAsleep) {
      Simulated::park(bed.state, OmpBed::kAsleep);
    }
    Time patience = blocktime_ == kNever ? kNever : kNewbornBlocktime;
    for (base::Episode region = 0; region < stages_.size();) {
      const OmpWord& go = word_to_go(slot);
      await_as_omp(bed, go, region + 1, patience);
      patience = blocktime_;
      region = go.load_acquire();
      if (slot < stages_[region - 1].threads) {
        release(slot, region, stages_[region - 1].threads);
        take_part(slot, region);
      }
    }
  }

 protected:
  virtual const OmpWord& word_to_go(std::uint32_t slot) const = 0;
  // Lets those go that are the thread's to let go.
  virtual void release(std::uint32_t slot, base::Episode region, std::uint32_t threads) = 0;
  virtual void gather(std::uint32_t slot, base::Episode region, std::uint32_t threads) = 0;

  Member& member(std::uint32_t slot) const { return members_[slot]; }
  void await(std::uint32_t self, const OmpWord& word, base::Episode region) {
    await_as_omp(members_[self].bed, word, region, blocktime_);
  }
  void pass_thread() { simulation_.pass(from_ns(costs_.omp_thread_ns), Part::software); }
  void pass_level() { simulation_.pass(from_ns(costs_.omp_level_ns), Part::software); }

 private:
  void take_part(std::uint32_t slot, base::Episode region) {
    simulation_.compute(shares_[region - 1][slot]);
    gather(slot, region, stages_[region - 1].threads);
  }
  void make_threads(std::uint32_t wanted) {
    for (; made_ < wanted; ++made_) {
      simulation_.compute(kCreation);
      wake_if_asleep(members_[made_].bed);
    }
  }

  Simulation& simulation_;
  Time blocktime_;
  PeerCosts costs_;
  std::vector<Stage> stages_;
  std::vector<std::vector<Time>> shares_;
  Member* members_;
  std::uint32_t made_ = 1;
};

// A hypercube embedded in a tree of four: a thread that has been let go lets others go, and wakes them.
class HyperRun : public Run {
 public:
  using Run::Run;

 private:
  static constexpr std::uint32_t kBranchBits = 2;
  static constexpr std::uint32_t kBranches = 1U << kBranchBits;

  static bool is_parent_at(std::uint32_t slot, std::uint32_t level, std::uint32_t threads) {
    return std::uint64_t{1} << level < threads && (slot >> level & (kBranches - 1)) == 0;
  }
  template <class Visit>
  void for_each_child_at(std::uint32_t slot, std::uint32_t level, std::uint32_t threads, const Visit& visit) {
    pass_level();
    for (std::uint32_t branch = 1; branch < kBranches; ++branch) {
      if (const std::uint32_t child = slot + (branch << level); child < threads) {
        visit(child);
      }
    }
  }

  const OmpWord& word_to_go(std::uint32_t slot) const override { return member(slot).go; }
  void release(std::uint32_t slot, base::Episode region, std::uint32_t threads) override {
    std::uint32_t level = 0;
    while (is_parent_at(slot, level, threads)) {
      level += kBranchBits;
    }
    while (level != 0) {
      level -= kBranchBits;
      for_each_child_at(slot, level, threads, [&](std::uint32_t child) {
        pass_thread();
        member(child).go.exchange_acq_rel(region);
        wake_if_asleep(member(child).bed);
      });
    }
  }
  void gather(std::uint32_t slot, base::Episode region, std::uint32_t threads) override {
    std::uint32_t level = 0;
    for (; is_parent_at(slot, level, threads); level += kBranchBits) {
      for_each_child_at(slot, level, threads, [&](std::uint32_t child) { await(slot, member(child).arrived, region); });
    }
    if (slot != 0) {
      member(slot).arrived.exchange_acq_rel(region);
      wake_if_asleep(member(slot & ~((kBranches - 1) << level)).bed);
    }
  }
};

// Groups of the square root of the size meet at their leader, and the leaders at the primary; none of them yields or sleeps meanwhile. Those of a group
// look at one word to go. The primary wakes all that sleep: with 32 threads, all 31 calls that woke were its own.
class DistRun : public Run {
 public:
  DistRun(Simulation& simulation, const PrimecountCase& wanted, std::uint64_t seed)
      : Run(simulation, wanted, seed), go_(simulation.arena().make_array<GoWord>(kThreads / kGroup + 1)) {}

 private:
  static constexpr std::uint32_t kGroup = 14;
  static_assert((kGroup - 1) * (kGroup - 1) < kThreads && kGroup * kGroup >= kThreads);

  struct alignas(base::kCacheLineBytes) GoWord {
    OmpWord word;
  };

  const OmpWord& word_to_go(std::uint32_t slot) const override { return go_[slot / kGroup].word; }
  void release(std::uint32_t slot, base::Episode region, std::uint32_t threads) override {
    if (slot != 0) {
      return;
    }
    pass_level();
    for (std::uint32_t leader = 0; leader < threads; leader += kGroup) {
      go_[leader / kGroup].word.exchange_acq_rel(region);
    }
    for (std::uint32_t other = 1; other < threads; ++other) {
      wake_if_asleep(member(other).bed);
    }
  }
  static void await_spinning(const OmpWord& word, base::Episode region) {
    Simulated::await_reached(word, region, platform::YieldingIdle<Simulated>{});
  }
  void gather(std::uint32_t slot, base::Episode region, std::uint32_t threads) override {
    if (slot % kGroup == 0) {
      pass_level();
      for (std::uint32_t other = slot + 1; other < slot + kGroup && other < threads; ++other) {
        await_spinning(member(other).arrived, region);
      }
    }
    if (slot != 0) {
      return member(slot).arrived.store_release(region);
    }
    for (std::uint32_t leader = kGroup; leader < threads; leader += kGroup) {
      await_spinning(member(leader).arrived, region);
    }
  }

  GoWord* go_;
};

}  // namespace

PrimecountOutcome run_primecount(const Machine& machine, const PrimecountCase& wanted, std::uint64_t seed) {
  Simulation simulation(machine, seed);
  std::unique_ptr<Run> run;
  if (wanted.pattern == "dist") {
    run = std::make_unique<DistRun>(simulation, wanted, seed);
  } else {
    run = std::make_unique<HyperRun>(simulation, wanted, seed);
  }
  PrimecountOutcome outcome;
  simulation.balance_cpus();
  // Threads that have not been made yet sleep on the CPU of the primary, which comes last: what they did until then does not count.
  for (std::uint32_t slot = 1; slot < kThreads; ++slot) {
    simulation.add_thread([&run, slot] { run->run_worker(slot); }, 0, false);
  }
  Counts before;
  const auto primary = [&] {
    before = simulation.counts();
    const Time began = simulation.now();
    run->run_primary();
    outcome.ms = to_ns(simulation.now() - began) / 1e6;
  };
  const ThreadId primary_id = simulation.add_thread(primary, 0, false);
  simulation.run();
  const Counts after = simulation.counts();
  outcome.sleeps = after.sleeps - before.sleeps;
  outcome.switches = after.switches - before.switches + outcome.sleeps + kThreads;
  outcome.yields = after.yields - before.yields;
  std::multiset<std::uint32_t> cpus;
  for (ThreadId id = 0; id <= primary_id; ++id) {
    cpus.insert(simulation.thread(id).cpu);
  }
  for (auto cpu = cpus.begin(); cpu != cpus.end(); cpu = cpus.upper_bound(*cpu)) {
    outcome.shared_cpus += cpus.count(*cpu) > 1 ? 1 : 0;
  }
  return outcome;
}

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/omp_region.h"

#include "simulated_platform.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

struct Line {
  std::uint64_t words[base::kCacheLineBytes / sizeof(std::uint64_t)];
};

// A thread's part of the barrier: its flags are changed by read-modify-writes, as a bit of them says that somebody sleeps.
struct ThreadBarrier {
  alignas(base::kCacheLineBytes) Simulated::Plain<Line> icvs;
  alignas(base::kCacheLineBytes) Word go;
  alignas(base::kCacheLineBytes) Word arrived;
};

// What the primary writes at each fork for all: the function, its arguments, the task team.
struct TeamState {
  static constexpr std::uint32_t kLines = 3;
  alignas(base::kCacheLineBytes) Simulated::Plain<Line> lines[kLines];
};

class OmpTeam {
 public:
  OmpTeam(Simulation& simulation, const PeerCosts& costs, std::uint32_t threads)
      : simulation_(simulation),
        costs_(costs),
        threads_(threads),
        state_(simulation.arena().make<TeamState>()),
        of_(simulation.arena().make_array<ThreadBarrier>(threads)) {}
  virtual ~OmpTeam() = default;
  OmpTeam(const OmpTeam&) = delete;
  OmpTeam& operator=(const OmpTeam&) = delete;

  void run_primary(base::Episode episode) {
    simulation_.pass(from_ns(costs_.omp_fork_ns), Part::software);
    for (auto& line : state_.lines) {
      line.write([](Line& /*words*/) {});
    }
    release(0, episode);
    gather(0, episode);
  }
  void run_worker(std::uint32_t slot, base::Episode episode) {
    release(slot, episode);
    for (auto& line : state_.lines) {
      (void)line.get();
    }
    gather(slot, episode);
  }

 protected:
  virtual void gather(std::uint32_t slot, base::Episode episode) = 0;
  // A worker returns when it has been let go, and has let others go.
  virtual void release(std::uint32_t slot, base::Episode episode) = 0;

  std::uint32_t threads() const { return threads_; }
  void pass_level() { simulation_.pass(from_ns(costs_.omp_level_ns), Part::software); }
  void arrive(std::uint32_t slot) { of_[slot].arrived.fetch_add_release(1); }
  // While it waits for the one before.
  void prefetch_arrival(std::uint32_t slot) { simulation_.prefetch(of_[slot].arrived.address()); }
  void await_arrival(std::uint32_t slot, base::Episode episode) { await(of_[slot].arrived, episode); }
  // The thread that lets another go writes its ICVs first.
  void let_go(std::uint32_t slot) {
    simulation_.pass(from_ns(costs_.omp_thread_ns), Part::software);
    of_[slot].icvs.write([](Line& /*words*/) {});
    of_[slot].go.fetch_add_release(1);
  }
  void await_go(std::uint32_t slot, base::Episode episode) {
    await(of_[slot].go, episode);
    (void)of_[slot].icvs.get();
  }
  static void await(const Word& word, base::Episode episode) {
    Simulated::await_reached(word, episode, platform::YieldingIdle<Simulated>{});
  }

 private:
  Simulation& simulation_;
  const PeerCosts& costs_;
  std::uint32_t threads_;
  TeamState& state_;
  ThreadBarrier* of_;
};

class LinearTeam : public OmpTeam {
 public:
  using OmpTeam::OmpTeam;

 private:
  void gather(std::uint32_t slot, base::Episode episode) override {
    if (slot != 0) {
      return arrive(slot);
    }
    pass_level();
    for (std::uint32_t other = 1; other < threads(); ++other) {
      if (other + 1 < threads()) {
        prefetch_arrival(other + 1);
      }
      await_arrival(other, episode);
    }
  }
  void release(std::uint32_t slot, base::Episode episode) override {
    if (slot != 0) {
      return await_go(slot, episode);
    }
    pass_level();
    for (std::uint32_t other = 1; other < threads(); ++other) {
      let_go(other);
    }
  }
};

constexpr std::uint32_t kBranchBits = 2;
constexpr std::uint32_t kBranches = 1U << kBranchBits;

class TreeTeam : public OmpTeam {
 public:
  using OmpTeam::OmpTeam;

 private:
  template <class Visit>
  void for_each_child(std::uint32_t slot, const Visit& visit) {
    if (slot * kBranches + 1 < threads()) {
      pass_level();
    }
    for (std::uint32_t child = slot * kBranches + 1; child <= slot * kBranches + kBranches && child < threads();
         ++child) {
      visit(child);
    }
  }
  void gather(std::uint32_t slot, base::Episode episode) override {
    for_each_child(slot, [&](std::uint32_t child) { await_arrival(child, episode); });
    if (slot != 0) {
      arrive(slot);
    }
  }
  void release(std::uint32_t slot, base::Episode episode) override {
    if (slot != 0) {
      await_go(slot, episode);
    }
    for_each_child(slot, [&](std::uint32_t child) { let_go(child); });
  }
};

// A hypercube embedded in a tree.
class HyperTeam : public OmpTeam {
 public:
  using OmpTeam::OmpTeam;

 private:
  bool is_parent_at(std::uint32_t slot, std::uint32_t level) const {
    return std::uint64_t{1} << level < threads() && (slot >> level & (kBranches - 1)) == 0;
  }
  template <class Visit>
  void for_each_child_at(std::uint32_t slot, std::uint32_t level, const Visit& visit) {
    pass_level();
    for (std::uint32_t branch = 1; branch < kBranches; ++branch) {
      const std::uint32_t child = slot + (branch << level);
      if (child < threads()) {
        visit(child);
      }
    }
  }
  void gather(std::uint32_t slot, base::Episode episode) override {
    for (std::uint32_t level = 0; is_parent_at(slot, level); level += kBranchBits) {
      for_each_child_at(slot, level, [&](std::uint32_t child) { await_arrival(child, episode); });
    }
    if (slot != 0) {
      arrive(slot);
    }
  }
  void release(std::uint32_t slot, base::Episode episode) override {
    if (slot != 0) {
      await_go(slot, episode);
    }
    std::uint32_t level = 0;
    while (is_parent_at(slot, level)) {
      level += kBranchBits;
    }
    while (level != 0) {
      level -= kBranchBits;
      for_each_child_at(slot, level, [&](std::uint32_t child) { let_go(child); });
    }
  }
};

// Groups of the square root of the size meet at their leader and the leaders at the primary; those of a group look at one go word, and take the
// ICVs from the primary.
class DistTeam : public OmpTeam {
 public:
  DistTeam(Simulation& simulation, const PeerCosts& costs, std::uint32_t threads)
      : OmpTeam(simulation, costs, threads),
        go_(simulation.arena().make_array<GoWord>(threads)),
        icvs_(simulation.arena().make<Simulated::Plain<Line>>()),
        flags_(simulation.arena().make_array<Flag>(threads)) {
    while (group_ * group_ < threads) {
      ++group_;
    }
  }

 private:
  struct alignas(base::kCacheLineBytes) GoWord {
    Word word;
  };
  struct alignas(base::kCacheLineBytes) Flag {
    Word word;
  };

  void gather(std::uint32_t slot, base::Episode episode) override {
    if (slot % group_ != 0) {
      return arrive_by_flag(slot, episode);
    }
    pass_level();
    for (std::uint32_t other = slot + 1; other < slot + group_ && other < threads(); ++other) {
      await(flags_[other].word, episode);
    }
    if (slot != 0) {
      return arrive_by_flag(slot, episode);
    }
    pass_level();
    for (std::uint32_t leader = group_; leader < threads(); leader += group_) {
      await(flags_[leader].word, episode);
    }
  }
  void release(std::uint32_t slot, base::Episode episode) override {
    if (slot != 0) {
      await(go_[slot / group_].word, episode);
      (void)icvs_.get();
      return;
    }
    pass_level();
    icvs_.write([](Line& /*words*/) {});
    for (std::uint32_t leader = 0; leader < threads(); leader += group_) {
      go_[leader / group_].word.store_release(episode);
    }
  }

  void arrive_by_flag(std::uint32_t slot, base::Episode episode) { flags_[slot].word.store_release(episode); }

  GoWord* go_;
  Simulated::Plain<Line>& icvs_;
  Flag* flags_;
  std::uint32_t group_ = 1;
};

std::unique_ptr<OmpTeam> make_team(const std::string& pattern, Simulation& simulation, const PeerCosts& costs,
                                   std::uint32_t threads) {
  if (pattern == "linear") {
    return std::make_unique<LinearTeam>(simulation, costs, threads);
  }
  if (pattern == "tree") {
    return std::make_unique<TreeTeam>(simulation, costs, threads);
  }
  if (pattern == "hyper") {
    return std::make_unique<HyperTeam>(simulation, costs, threads);
  }
  return std::make_unique<DistTeam>(simulation, costs, threads);
}

}  // namespace

Outcome run_omp_region(const std::string& pattern, const PeerCosts& costs, const Course& course) {
  Simulation simulation(*course.machine, course.seed);
  const std::vector<std::uint32_t> cpus = cpus_of_team(course);
  const std::unique_ptr<OmpTeam> team = make_team(pattern, simulation, costs, course.threads);
  return run_all(course, simulation, cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
        team->run_primary(done + 1);
      } else {
        team->run_worker(slot, done + 1);
      }
    }
  });
}

}  // namespace muster::simulate

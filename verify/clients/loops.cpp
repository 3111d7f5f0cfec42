// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops hand out each iteration once, and ordered regions see each other's writes.
#include "loops/loops.h"

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

constexpr std::uint32_t kMaxIterations = 8;

struct LoopState {
  loops::OwnedRange<Checked> ranges[kMaxThreads];
  Checked::Atomic<std::uint64_t> position;
  Checked::Atomic<std::uint64_t> turn;
  Checked::Atomic<std::uint64_t> progress[kMaxIterations];
  Data<std::uint64_t> data[kMaxIterations];
  // By loop and iteration. Counts, not shared data: the explorer runs one thread at a time.
  std::uint32_t ran[3][kMaxIterations] = {};
};

void count(LoopState& state, std::uint32_t loop, const loops::Range& range) {
  for (std::uint64_t iteration = range.first; iteration != range.last; ++iteration) {
    ++state.ran[loop][iteration];
  }
}

void expect_each_once(const LoopState& state, std::uint32_t loops, std::uint32_t iterations) {
  for (std::uint32_t loop = 1; loop <= loops; ++loop) {
    for (std::uint32_t iteration = 0; iteration < iterations; ++iteration) {
      expect(state.ran[loop][iteration] == 1,
             "an iteration ran " + std::to_string(state.ran[loop][iteration]) + " times");
    }
  }
}

Program program_of(const std::string& name, std::uint32_t threads, const Fresh<LoopState>& state) {
  Program program;
  program.name = name + "/" + std::to_string(threads);
  program.threads = threads;
  program.setup = [state] { state.make(); };
  return program;
}

// Loops follow each other without a barrier (nowait). The last iteration comes last on the thread that runs it.
Program owned_ranges(std::uint32_t threads, std::uint32_t loops, std::uint32_t iterations) {
  const Fresh<LoopState> state;
  Program program =
      program_of("owned_ranges/" + std::to_string(loops) + "x" + std::to_string(iterations), threads, state);
  program.thread = [=](ThreadId slot) {
    for (std::uint32_t loop = 1; loop <= loops; ++loop) {
      muster::loops::OwnedRanges<Checked> ranges(state->ranges, threads, slot, loop, iterations);
      bool has_run_last = false;
      for (loops::Range range = ranges.take(); !range.empty(); range = ranges.take()) {
        expect(!has_run_last, "a thread runs an iteration after the loop's last");
        has_run_last = range.last == iterations;
        count(state.get(), loop, range);
      }
    }
  };
  program.check = [=] { expect_each_once(state.get(), loops, iterations); };
  return program;
}

Program shared_position(std::uint32_t threads, std::uint32_t loops, std::uint32_t iterations) {
  const Fresh<LoopState> state;
  Program program =
      program_of("shared_position/" + std::to_string(loops) + "x" + std::to_string(iterations), threads, state);
  program.thread = [=](ThreadId /*slot*/) {
    for (std::uint32_t loop = 1; loop <= loops; ++loop) {
      muster::loops::SharedPosition<Checked> position(state->position, loop, iterations);
      const muster::loops::FixedChunks chunks{1};
      for (loops::Range range = position.take(chunks); !range.empty(); range = position.take(chunks)) {
        count(state.get(), loop, range);
      }
    }
  };
  program.check = [=] { expect_each_once(state.get(), loops, iterations); };
  return program;
}

// Iterations are dealt round-robin; each ordered region reads what the one before it wrote.
Program ordered(std::uint32_t threads, std::uint32_t iterations, std::uint32_t sleeps) {
  const Fresh<LoopState> state;
  Program program = program_of("ordered", threads, state);
  program.sleeps = sleeps;
  program.thread = [=](ThreadId slot) {
    SignallingWaiter waiter;
    const muster::loops::OrderedTurn<Checked> turn(state->turn, 0, iterations);
    for (std::uint32_t iteration = slot; iteration < iterations; iteration += threads) {
      const loops::Range chunk{iteration, iteration + 1};
      turn.await(chunk, waiter);
      state->data[0].set(state->data[0].get() + 1);
      turn.pass(chunk, waiter);
    }
  };
  program.check = [=] { expect(state->data[0].get() == iterations, "an ordered region did not see the one before"); };
  return program;
}

// Each iteration depends on the one before it.
Program doacross(std::uint32_t threads, std::uint32_t iterations, std::uint32_t sleeps) {
  const Fresh<LoopState> state;
  Program program = program_of("doacross", threads, state);
  program.sleeps = sleeps;
  program.thread = [=](ThreadId slot) {
    SignallingWaiter waiter;
    const muster::loops::Doacross<Checked> dependences(state->progress, iterations);
    for (std::uint32_t iteration = slot; iteration < iterations; iteration += threads) {
      std::uint64_t before = 0;
      if (iteration != 0) {
        dependences.sink(iteration - 1, 0, waiter);
        before = state->data[iteration - 1].get();
      }
      state->data[iteration].set(before + 1);
      dependences.source(iteration, 0, waiter);
    }
  };
  program.check = [=] { expect(state->data[iterations - 1].get() == iterations, "a sink did not see its source"); };
  return program;
}

}  // namespace

void add_loops(Programs& programs, bool deep) {
  programs.push_back(owned_ranges(2, 1, 4));
  programs.push_back(owned_ranges(2, 2, 2));
  programs.push_back(owned_ranges(3, 1, 3));
  programs.push_back(shared_position(2, 2, 2));
  programs.push_back(shared_position(3, 1, 2));
  programs.push_back(ordered(2, 4, 1));
  programs.push_back(ordered(3, 4, 1));
  programs.push_back(doacross(2, 4, 1));
  programs.push_back(doacross(3, 4, 1));
  if (deep) {
    programs.push_back(owned_ranges(2, 2, 4));
  }
}

}  // namespace muster::verify

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs: the reduced search ends in the same outcomes as the one that tries every interleaving.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "checked_platform.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

using Word = Checked::Atomic<std::uint64_t>;
using Outcome = std::vector<std::uint64_t>;

constexpr std::uint32_t kWords = 2;

struct Instruction {
  std::uint32_t operation;
  std::uint32_t word;
  std::uint64_t value;
};

struct AnyIdle {
  static void wait_for(const Word& /*word*/, base::Episode /*wanted*/) {}
};

struct Shared {
  Word words[kWords];
  Checked::Atomic<std::uint32_t> parked;
  std::uint64_t hash[kMaxThreads] = {};
};

constexpr std::uint32_t kAccesses = 12;
constexpr std::uint32_t kInstructions = 17;

void wait_or_wake(Shared& shared, const Instruction& instruction) {
  Machine& machine = Machine::instance();
  switch (instruction.operation) {
    case 12: Checked::await_reached(shared.words[instruction.word], 1, AnyIdle{}); break;
    case 13: Checked::park(shared.parked, 0); break;
    case 14: shared.parked.store_relaxed(1); break;
    case 15: Checked::unpark(shared.parked, 1); break;
    default:
      machine.submit({.kind = Kind::signal,
                      .site = machine.site(Here::current(), Kind::signal, Order::relaxed),
                      .operand = instruction.value % machine.program().threads});
      break;
  }
}

void perform(Shared& shared, const Instruction& instruction, std::uint64_t& hash) {
  Word& word = shared.words[instruction.word];
  std::uint64_t seen = 0;
  switch (instruction.operation) {
    case 0: seen = word.load_relaxed(); break;
    case 1: seen = word.load_acquire(); break;
    case 2: word.store_relaxed(instruction.value); break;
    case 3: word.store_release(instruction.value); break;
    case 4: seen = word.fetch_add_acq_rel(instruction.value); break;
    case 5: {
      std::uint64_t expected = instruction.value - 1;
      seen = word.compare_exchange_acquire(expected, instruction.value) ? 77 : expected;
      break;
    }
    case 6: Checked::light_fence(); break;
    case 7: Checked::heavy_fence(); break;
    case 8: seen = word.load_seq_cst(); break;
    case 9: word.store_seq_cst(instruction.value); break;
    case 10: word.fetch_add_relaxed(1); break;
    case 11: Checked::full_fence(); break;
    default: wait_or_wake(shared, instruction); break;
  }
  hash = hash * 31 + seen + 1;
}

struct Search {
  std::set<Outcome> outcomes;  // empty when it failed: then it has stopped early
  Report report;
};

using Code = std::vector<std::vector<Instruction>>;

Search search(const Code& code, Fences fences, bool reduces) {
  alignas(Shared) static std::byte storage[sizeof(Shared)];
  Shared* shared = nullptr;
  Program program;
  program.threads = static_cast<std::uint32_t>(code.size());
  program.fences = fences;
  program.sleeps = 1;
  program.early_returns = 1;
  program.setup = [&] { shared = new (storage) Shared(); };
  program.thread = [&](ThreadId id) {
    for (const Instruction& instruction : code[id]) {
      perform(*shared, instruction, shared->hash[id]);
    }
  };
  Search result;
  Explorer explorer(program, {}, {.executions = 3'000'000, .reduces = reduces});
  result.report = explorer.explore([&] {
    Outcome outcome(std::begin(shared->hash), std::end(shared->hash));
    for (const Word& word : shared->words) {
      outcome.push_back(word.load_relaxed());
    }
    result.outcomes.insert(outcome);
  });
  if (result.report.verdict == Report::Verdict::failed) {
    result.outcomes.clear();
  }
  return result;
}

class RandomPrograms : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  Code random_code(std::uint32_t instructions) {
    Code code(2 + below(2));
    const std::uint32_t length = code.size() == 2 ? 5 : 3;
    for (std::vector<Instruction>& thread : code) {
      for (std::uint32_t i = 0; i < length; ++i) {
        thread.push_back({below(instructions), below(kWords), 1 + below(3)});
      }
    }
    return code;
  }

  void expect_same(const Code& code) {
    const Fences fences = below(2) == 0 ? Fences::full : Fences::process_wide;
    const Search reduced = search(code, fences, true);
    const Search full = search(code, fences, false);
    ASSERT_NE(full.report.verdict, Report::Verdict::bounded);
    EXPECT_EQ(reduced.report.verdict, full.report.verdict) << reduced.report.what << " against " << full.report.what;
    EXPECT_EQ(reduced.outcomes, full.outcomes);
    if (full.report.verdict == Report::Verdict::exhaustive) {
      EXPECT_LE(reduced.report.executions, full.report.executions);
    }
  }

  std::mt19937 random_{GetParam()};
};

TEST_P(RandomPrograms, OfAccessesEndInTheSameOutcomes) {
  for (std::uint32_t round = 0; round < 50; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    expect_same(random_code(kAccesses));
  }
}

TEST_P(RandomPrograms, ThatWaitFailOrEndInTheSameOutcomes) {
  for (std::uint32_t round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    expect_same(random_code(kInstructions));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(0U, 3U));

}  // namespace
}  // namespace muster::verify

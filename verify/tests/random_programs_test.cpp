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

class RandomPrograms : public ::testing::TestWithParam<std::uint32_t> {};

struct Instruction {
  std::uint32_t operation;
  std::uint32_t word;
  std::uint64_t value;
};

struct Shared {
  Word words[kWords];
  std::uint64_t hash[kMaxThreads] = {};
};

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
    default: break;
  }
  hash = hash * 31 + seen + 1;
}

std::set<Outcome> outcomes_of(const std::vector<std::vector<Instruction>>& code, Fences fences, bool reduces,
                              std::uint64_t& executions) {
  alignas(Shared) static std::byte storage[sizeof(Shared)];
  Shared* shared = nullptr;
  Program program;
  program.threads = static_cast<std::uint32_t>(code.size());
  program.fences = fences;
  program.setup = [&] { shared = new (storage) Shared(); };
  program.thread = [&](ThreadId id) {
    for (const Instruction& instruction : code[id]) {
      perform(*shared, instruction, shared->hash[id]);
    }
  };
  std::set<Outcome> outcomes;
  Explorer explorer(program, {}, {.executions = 3'000'000, .reduces = reduces});
  const Report report = explorer.explore([&] {
    Outcome outcome(std::begin(shared->hash), std::end(shared->hash));
    for (const Word& word : shared->words) {
      outcome.push_back(word.load_relaxed());
    }
    outcomes.insert(outcome);
  });
  EXPECT_EQ(report.verdict, Report::Verdict::exhaustive);
  executions = report.executions;
  return outcomes;
}

TEST_P(RandomPrograms, ReducedSearchFindsAllOutcomes) {
  std::mt19937 random(GetParam());
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  for (std::uint32_t round = 0; round < 60; ++round) {
    std::vector<std::vector<Instruction>> code(2 + below(2));
    const std::uint32_t length = code.size() == 2 ? 5 : 3;
    for (std::vector<Instruction>& thread : code) {
      for (std::uint32_t i = 0; i < length; ++i) {
        thread.push_back({below(8), below(kWords), 1 + below(3)});
      }
    }
    const Fences fences = below(2) == 0 ? Fences::full : Fences::process_wide;
    std::uint64_t with = 0;
    std::uint64_t without = 0;
    EXPECT_EQ(outcomes_of(code, fences, true, with), outcomes_of(code, fences, false, without)) << "round " << round;
    EXPECT_LE(with, without);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(0U, 4U));

}  // namespace
}  // namespace muster::verify

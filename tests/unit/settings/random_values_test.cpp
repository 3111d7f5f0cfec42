// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values nobody thought of: random bytes, and valid values with random changes. The seed is fixed, so a failure repeats.
// Memory errors show under the sanitizers; the assertions hold for any value.
#include <gtest/gtest.h>

#include <random>

#include "loaded.h"
#include "settings/scanner.h"
#include "settings/table.h"

namespace muster::settings {
namespace {

constexpr int kValuesPerName = MUSTER_SLOW_BUILD ? 100 : 400;

const char* const kSeeds[] = {"true",
                              "4,3,2",
                              "monotonic:dynamic,4",
                              "cores(4)",
                              "{0:4}:8:-4,!{2}",
                              "10 M",
                              "spread,close",
                              "omp_large_cap_mem_space:alignment=64,pinned=true,fb_data=omp_low_lat_mem_alloc",
                              "18446744073709551616",
                              "9223372036854775807K",
                              "200ms",
                              "infinite",
                              "0 3 1-2 4-15:2",
                              "tree,hyper",
                              "2,31",
                              "3k",
                              "verbose",
                              "2147483648"};

class Values {
 public:
  std::string next() {
    std::string value = pick(4) == 0 ? "" : kSeeds[pick(std::size(kSeeds))];
    for (std::size_t changes = pick(6); changes > 0; --changes) change(value);
    std::erase(value, '\0');
    return value;
  }

 private:
  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }

  char character() {
    static constexpr std::string_view kLikely = "0123456789,:{}!()-+= _.kKmMgGtTbB\t\n\x7f";
    return pick(4) == 0 ? static_cast<char>(pick(256)) : kLikely[pick(kLikely.size())];
  }

  void change(std::string& value) {
    const std::size_t at = pick(value.size() + 1);
    switch (pick(4)) {
      case 0: value.insert(at, 1, character()); break;
      case 1: value.insert(at, value.substr(0, pick(value.size() + 1))); break;
      case 2: value.insert(at, pick(100) == 0 ? 3000 : 3, character()); break;
      default: value = value.substr(0, at) + (at < value.size() ? value.substr(at + 1) : ""); break;
    }
  }

  std::mt19937 random_{20260101};
};

// Whatever the value: at most one line, one newline at its end, nothing unprintable; and what is shown of a value that
// was taken is itself a right value that means the same.
void check(const std::string& name, const std::string& value) {
  const Loaded loaded = load_from({name + "=" + value}, value.size() % 2 == 0);
  ASSERT_LE(loaded.warnings.size(), 1U) << name << "=" << value;
  if (!loaded.global().warnings) return;
  ASSERT_EQ(loaded.clean, loaded.warnings.empty()) << name << "=" << value;
  for (const std::string& line : loaded.warnings) {
    ASSERT_LE(line.size(), 512U);
    ASSERT_EQ(line.find('\n'), line.size() - 1) << line;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) ASSERT_FALSE(static_cast<unsigned char>(line[i]) < 0x20) << line;
  }
  const std::string first = shown(loaded, name);
  for (const char c : first) ASSERT_FALSE(static_cast<unsigned char>(c) < 0x20) << first;
  if (!loaded.clean || value.empty()) return;
  const Loaded again = load_from({name + "=" + first});
  if (first.empty() || trimmed(value).empty()) return;
  EXPECT_TRUE(again.clean) << name << "=" << value << " shows as " << first;
  EXPECT_EQ(shown(again, name), first) << name << "=" << value;
}

TEST(RandomValues, GiveAtMostOneLineAndReadBackAsShown) {
  Values values;
  for (const Row& row : kRows) {
    for (std::string_view names = row.names; !names.empty();) {
      const std::string name(next_name(names));
      for (int i = 0; i < kValuesPerName; ++i) {
        check(name, values.next());
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(RandomValues, ManyAtOnceStayWithinTheirMemory) {
  Values values;
  for (int round = 0; round < 200; ++round) {
    TestEnvironment environment({});
    std::size_t names_given = 0;
    for (const Row& row : kRows) {
      for (std::string_view names = row.names; !names.empty(); ++names_given) {
        environment.add(std::string(next_name(names)) + "=" + values.next());
      }
      environment.add(std::string(row.name) + "_ALL=" + values.next());
      ++names_given;
    }
    const Loaded loaded = load_from(environment, false, static_cast<std::size_t>(round) * 20);
    EXPECT_LE(loaded.warnings.size(), names_given);
    EXPECT_GE(displayed(loaded.settings, DisplayKind::verbose).size(), kVariableCount);
    EXPECT_GE(displayed(loaded.settings, DisplayKind::user_and_effective).size(), kVariableCount);
  }
}

}  // namespace
}  // namespace muster::settings

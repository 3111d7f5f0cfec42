// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scanner under all forms.
#include "settings/scanner.h"

#include <gtest/gtest.h>

#include <limits>

namespace muster::settings {
namespace {

TEST(Scanner, SkipsBlanksBeforeWhatItTakes) {
  Scanner scanner(" \t a1_b-c.d ,\n12 ");
  EXPECT_EQ(scanner.take_word(), "a1_b-c.d");
  EXPECT_TRUE(scanner.take(','));
  std::uint64_t number = 0;
  EXPECT_EQ(scanner.take_number(number), Digits::fits);
  EXPECT_EQ(number, 12U);
  EXPECT_TRUE(scanner.at_end());
}

TEST(Scanner, TakesNothingThatIsNotThere) {
  Scanner scanner("+x");
  std::uint64_t number = 7;
  EXPECT_EQ(scanner.take_number(number), Digits::none);
  EXPECT_EQ(number, 7U);
  EXPECT_FALSE(scanner.take('x'));
  EXPECT_TRUE(scanner.take('+'));
  EXPECT_EQ(scanner.take_word(), "x");
}

TEST(Scanner, KnowsWhereNumbersEnd) {
  std::uint64_t number = 0;
  EXPECT_EQ(Scanner("18446744073709551615").take_number(number), Digits::fits);
  EXPECT_EQ(number, std::numeric_limits<std::uint64_t>::max());
  Scanner larger("18446744073709551616,");
  EXPECT_EQ(larger.take_number(number), Digits::too_large);
  EXPECT_EQ(number, std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(larger.take(','));
  EXPECT_EQ(Scanner("99999999999999999999999999999999").take_number(number), Digits::too_large);
  EXPECT_EQ(Scanner("").take_number(number), Digits::none);
  EXPECT_EQ(Scanner("+").take_number(number), Digits::none);
  EXPECT_EQ(Scanner("-1").take_number(number), Digits::none);
}

TEST(Scanner, TrimsBothEnds) {
  EXPECT_EQ(trimmed(" \t\r\n\v\f a b \n"), "a b");
  EXPECT_EQ(trimmed("   "), "");
}

}  // namespace
}  // namespace muster::settings

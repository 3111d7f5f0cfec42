// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/finding.h"

#include "told.h"

namespace muster::misuse {
namespace {

TEST(Finding, TellsOfEachKindAndPlaceOnce) {
  const events::Caller one = place();
  const events::Caller other = place();
  EXPECT_TRUE(is_first(Kind::deadlock, one.code));
  EXPECT_FALSE(is_first(Kind::deadlock, one.code));
  EXPECT_TRUE(is_first(Kind::deadlock, other.code));
  EXPECT_TRUE(is_first(Kind::lock_not_set, one.code));
}

TEST(Finding, IsOneLine) {
  const Told told;
  Line().text("thread ").number(0).text(" and thread ").number(18446744073709551615ULL).tell();
  EXPECT_EQ(told.text(), "muster: check: thread 0 and thread 18446744073709551615\n");
}

TEST(Finding, IsCutWhereItIsTooLong) {
  const Told told;
  Line().text(std::string(5000, 'x').c_str()).tell();
  const std::string text = told.text();
  EXPECT_EQ(text.size(), 1024U);
  EXPECT_EQ(text.back(), '\n');
}

TEST(Finding, NamesThePlaceAsTheLinkerDoes) {
  const Told told;
  Line().text("here").at({reinterpret_cast<const char*>(&is_first) + 1, nullptr}).tell();
  EXPECT_NE(told.text().find("unit_misuse+0x"), std::string::npos) << told.text();
}

TEST(Finding, LeavesOutAPlaceThatIsNotKnown) {
  const Told told;
  Line().text("somewhere").at({}).tell();
  EXPECT_EQ(told.text(), "muster: check: somewhere\n");
}

}  // namespace
}  // namespace muster::misuse

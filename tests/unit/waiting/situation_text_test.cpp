// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/situation_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace muster::waiting {
namespace {

struct AnyValue {
  template <class T>
  operator T() const;
};

template <std::size_t... Index>
constexpr bool has_fields(std::index_sequence<Index...> /*indices*/) {
  return requires { Situation{(static_cast<void>(Index), AnyValue{})...}; };
}

template <std::size_t Count = 1>
constexpr std::size_t fields_of_situation() {
  if constexpr (has_fields(std::make_index_sequence<Count + 1>())) {
    return fields_of_situation<Count + 1>();
  } else {
    return Count;
  }
}

// Company has three, and is one field of a Situation.
TEST(SituationText, HasEachField) {
  std::size_t fields = 0;
  const Situation usual;
  for_each_field([&](const char* /*name*/, const auto& /*field*/) { ++fields; }, usual);
  EXPECT_EQ(fields, fields_of_situation() + 2);
}

TEST(SituationText, LeavesOutWhatIsAsUsual) {
  EXPECT_STREQ(SituationText(Situation{}).c_str(), "");
  Situation now;
  now.threads = 4;
  now.waited_ns = 1'234'567'890'123;
  now.is_primary = true;
  now.all_looked_at = false;
  now.here = Neighbour::other_team;
  now.company.before = 3;
  now.another_cpu_is_idle = Known::yes;
  now.runnable_threads = -2;
  now.missing = Missing::does_not_run;
  EXPECT_STREQ(SituationText(now).c_str(),
               "threads=4 is_primary=1 waited_ns=1234567890123 here=other_team all_looked_at=0 company.before=3 "
               "another_cpu_is_idle=yes runnable_threads=-2 missing=does_not_run");
}

// The longest values there are.
TEST(SituationText, HasRoomForAll) {
  Situation now;
  for_each_field(
      [](const char* /*name*/, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, bool>) {
          field = !field;
        } else if constexpr (std::is_enum_v<Field>) {
          field = static_cast<Field>(2);
        } else {
          field = static_cast<Field>(Field(0) - Field(2));
        }
      },
      now);
  const std::string text = SituationText(now).c_str();
  EXPECT_LT(text.size() + 1, kSituationBytes);
  EXPECT_NE(text.find("missing="), std::string::npos);
}

}  // namespace
}  // namespace muster::waiting

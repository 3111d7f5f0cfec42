// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/code_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <search.h>

#include <string>

namespace muster::first_touch {
namespace {

[[gnu::noinline]] std::uint64_t own_return_address() {
  return reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
}

// Internal to this file, so that no loader knows its name.
[[gnu::noinline]] std::uint64_t inside_of_here() {
  const std::uint64_t inside = own_return_address();
  asm volatile("");
  return inside;
}

std::string place_of(std::uint64_t code) {
  char text[512];
  write_place(code, text, sizeof text);
  return text;
}

TEST(CodePlaces, FunctionsWithoutAnExportedNameAreFound) {
  EXPECT_EQ(function_of(inside_of_here()), reinterpret_cast<std::uint64_t>(&inside_of_here));
  EXPECT_EQ(function_of(reinterpret_cast<std::uint64_t>(&inside_of_here)),
            reinterpret_cast<std::uint64_t>(&inside_of_here));
}

TEST(CodePlaces, AnAddressWithoutCodeIsItself) {
  EXPECT_EQ(function_of(16), 16U);
  EXPECT_EQ(place_of(16), " at ?+0x10");
}

TEST(CodePlaces, NamesAreThoseThatTheLoaderKnows) {
  // A function of the C library that no sanitizer has one of its own for.
  const std::string named = place_of(reinterpret_cast<std::uint64_t>(&lfind) + 4);
  EXPECT_THAT(named, testing::MatchesRegex(" in lfind at .*libc.*[+]0x[0-9a-f]+")) << named;
  const std::string unnamed = place_of(inside_of_here());
  EXPECT_THAT(unnamed, testing::MatchesRegex(" at .*unit_first_touch[+]0x[0-9a-f]+")) << unnamed;
}

TEST(CodePlaces, TheKernelsCodeIsASystemCall) { EXPECT_EQ(place_of(0xffffffff81000000), " in a system call"); }

TEST(CodePlaces, OwnCodeIsTheLibrarysPart) {
  const CodeRange own = own_code();
  EXPECT_TRUE(own.contains(reinterpret_cast<std::uint64_t>(&function_of)));
  EXPECT_FALSE(own.contains(reinterpret_cast<std::uint64_t>(&own)));
}

}  // namespace
}  // namespace muster::first_touch

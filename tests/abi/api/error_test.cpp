// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error directive at execution time, as GCC and as Clang call it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" void GOMP_warning(const char*, std::size_t);
extern "C" void GOMP_error(const char*, std::size_t);
struct Place {
  std::int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
};
extern "C" void __kmpc_error(const Place*, std::int32_t severity, const char*);

namespace {

constexpr Place kPlace = {0, 2, 0, 0, ";dir/file.c;function;12;5;;"};
constexpr std::size_t kNullEnds = ~std::size_t{0};

std::string written_by(void (*body)()) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

}  // namespace

TEST(Error, a_warning_is_a_line_and_no_more) {
  EXPECT_EQ(written_by([] { GOMP_warning("careful", kNullEnds); }),
            "\nlibgomp: error directive encountered: careful\n");
  EXPECT_EQ(written_by([] { GOMP_warning("careful", 4); }), "\nlibgomp: error directive encountered: care\n");
  EXPECT_EQ(written_by([] { GOMP_warning(nullptr, 0); }), "\nlibgomp: error directive encountered\n");
}

TEST(Error, clang_says_where) {
  EXPECT_EQ(written_by([] { __kmpc_error(&kPlace, 1, "careful"); }),
            "OMP: Warning: dir/file.c:12: warning by the error directive: careful\n");
  EXPECT_EQ(written_by([] { __kmpc_error(nullptr, 1, nullptr); }), "OMP: Warning: warning by the error directive\n");
}

TEST(Error, a_long_message_is_cut_and_still_a_line) {
  const std::string line = written_by([] { GOMP_warning(std::string(5000, 'x').c_str(), kNullEnds); });
  EXPECT_EQ(line.size(), 1024U);
  EXPECT_EQ(line.back(), '\n');
}

TEST(ErrorDeathTest, a_fatal_one_ends_the_program) {
  EXPECT_EXIT(GOMP_error("no way on", kNullEnds), testing::ExitedWithCode(1),
              "libgomp: fatal error: error directive encountered: no way on");
  EXPECT_EXIT(__kmpc_error(&kPlace, 2, "no way on"), testing::ExitedWithCode(1),
              "dir/file.c:12: error directive: no way on");
}

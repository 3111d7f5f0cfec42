// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the __kmpc_atomic_* tests check a function: first alone, on pairs of operands, against the plain expression; then
// from several threads at once. The latter needs no tolerance: when every call is x = f(x) with one f, the final value is
// f applied as often as there were calls, in whatever order they came.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

extern "C" std::int32_t __kmpc_global_thread_num(void*) __attribute__((weak));

namespace muster::test {

// The calling thread's number, as a compiler would pass it. The functions have no use for it here; libomp, on which the
// same tests run for comparison, has.
inline std::int32_t gtid() {
  thread_local const std::int32_t number = __kmpc_global_thread_num == nullptr ? 0 : __kmpc_global_thread_num(nullptr);
  return number;
}

inline constexpr int kThreads = 4;
inline constexpr int kCallsPerThread = 500;

template <class T>
struct Operands {
  T x;
  T e;
  bool once = false;  // applied again and again, the expression would leave what C++ defines (a shift by 40)
};

template <class T>
using UpdateFunction = void (*)(void*, std::int32_t, T*, T);
template <class T>
using CaptureFunction = T (*)(void*, std::int32_t, T*, T, std::int32_t);

// By value and not by bits: a long double has bytes that do not count.
template <class T>
bool same(T a, T b) {
  return a == b;
}

// No templates where one of them would be made anew for each of hundreds of functions.
inline void in_threads(const std::function<void(int, int)>& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&body, i] {
      for (int call = 0; call < kCallsPerThread; ++call) {
        body(i, call);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

template <class T>
using Expression = T (*)(T x, T e);

template <class T>
T applied_by_all(Expression<T> expression, T x, T e) {
  for (int i = 0; i < kThreads * kCallsPerThread; ++i) {
    x = expression(x, e);
  }
  return x;
}

template <class T>
void check_update(UpdateFunction<T> function, Expression<T> expression, const std::vector<Operands<T>>& cases) {
  for (const auto& [x, e, once] : cases) {
    T location = x;
    function(nullptr, gtid(), &location, e);
    EXPECT_TRUE(same<T>(location, expression(x, e)));
    if (once) {
      continue;
    }

    T shared = x;
    in_threads([&, e = e](int, int) { function(nullptr, gtid(), &shared, e); });
    EXPECT_TRUE(same<T>(shared, applied_by_all<T>(expression, x, e)));
  }
}

// `function` called without flag hands back the old value, with it the new one.
template <class T, class Function>
void check_capture(Function function, Expression<T> expression, const std::vector<Operands<T>>& cases) {
  for (const auto& [x, e, once] : cases) {
    const T expected = expression(x, e);
    T location = x;
    EXPECT_TRUE(same<T>(function(nullptr, gtid(), &location, e, 0), x));
    EXPECT_TRUE(same<T>(location, expected));
    location = x;
    EXPECT_TRUE(same<T>(function(nullptr, gtid(), &location, e, 1), expected));
    EXPECT_TRUE(same<T>(location, expected));
    if (once) {
      continue;
    }

    T shared = x;
    in_threads([&, e = e](int, int) { function(nullptr, gtid(), &shared, e, 1); });
    EXPECT_TRUE(same<T>(shared, applied_by_all<T>(expression, x, e)));
  }
}

template <class T>
void check_read_write(T (*read)(void*, std::int32_t, T*), UpdateFunction<T> write, T one, T other) {
  T location = one;
  EXPECT_TRUE(same<T>(read(nullptr, gtid(), &location), one));
  write(nullptr, gtid(), &location, other);
  EXPECT_TRUE(same<T>(location, other));

  bool torn[kThreads] = {};
  in_threads([&](int thread, int call) {
    write(nullptr, gtid(), &location, call % 2 == 0 ? one : other);
    const T seen = read(nullptr, gtid(), &location);
    torn[thread] = torn[thread] || !(same<T>(seen, one) || same<T>(seen, other));
  });
  for (const bool is_torn : torn) {
    EXPECT_FALSE(is_torn);
  }
}

// Every value put in comes out once, or is in the location at the end.
template <class T, class Swap>
void check_swap(Swap swap, T first) {
  T location = first;
  std::vector<int> times_seen(kThreads * kCallsPerThread + 1, 0);
  std::vector<std::vector<T>> seen(kThreads);
  in_threads([&](int thread, int call) {
    const int value = 1 + thread * kCallsPerThread + call;
    // Small types cannot tell that many values apart: the sum below is what they are checked by.
    seen[static_cast<std::size_t>(thread)].push_back(swap(nullptr, gtid(), &location, static_cast<T>(value)));
  });
  T in = first;
  T out = location;
  for (int value = 1; value <= kThreads * kCallsPerThread; ++value) {
    in = static_cast<T>(in + static_cast<T>(value));
  }
  for (const auto& values : seen) {
    for (const T value : values) {
      out = static_cast<T>(out + value);
    }
  }
  EXPECT_TRUE(same<T>(in, out));
}

}  // namespace muster::test

// Declares and tests one function of the family. `expression` is in x and e, of type T.
#define MUSTER_TEST_UPDATE(t, T, op, expression, ...)                                                            \
  extern "C" void __kmpc_atomic_##t##_##op(void*, std::int32_t, T*, T);                                          \
  TEST(Atomic_##t, op) {                                                                                         \
    muster::test::check_update<T>(__kmpc_atomic_##t##_##op, [](T x, T e) { return static_cast<T>(expression); }, \
                                  {__VA_ARGS__});                                                                \
  }

#define MUSTER_TEST_CAPTURE(t, T, op, expression, ...)                                                            \
  extern "C" T __kmpc_atomic_##t##_##op(void*, std::int32_t, T*, T, std::int32_t);                                \
  TEST(Atomic_##t, op) {                                                                                          \
    muster::test::check_capture<T>(__kmpc_atomic_##t##_##op, [](T x, T e) { return static_cast<T>(expression); }, \
                                   {__VA_ARGS__});                                                                \
  }

#define MUSTER_TEST_FORMS(t, T, op, expression, ...)    \
  MUSTER_TEST_UPDATE(t, T, op, expression, __VA_ARGS__) \
  MUSTER_TEST_CAPTURE(t, T, op##_cpt, expression, __VA_ARGS__)

#define MUSTER_TEST_REVERSED(t, T, op, expression, ...)       \
  MUSTER_TEST_UPDATE(t, T, op##_rev, expression, __VA_ARGS__) \
  MUSTER_TEST_CAPTURE(t, T, op##_cpt_rev, expression, __VA_ARGS__)

#define MUSTER_TEST_READ_WRITE(t, T, one, other)                                                   \
  extern "C" T __kmpc_atomic_##t##_rd(void*, std::int32_t, T*);                                    \
  extern "C" void __kmpc_atomic_##t##_wr(void*, std::int32_t, T*, T);                              \
  TEST(Atomic_##t, rd_and_wr) {                                                                    \
    muster::test::check_read_write<T>(__kmpc_atomic_##t##_rd, __kmpc_atomic_##t##_wr, one, other); \
  }

#define MUSTER_TEST_SWAP(t, T)                                      \
  extern "C" T __kmpc_atomic_##t##_swp(void*, std::int32_t, T*, T); \
  TEST(Atomic_##t, swp) { muster::test::check_swap<T>(__kmpc_atomic_##t##_swp, static_cast<T>(7)); }

// Mixed types: the operand is a double (or a complex of doubles), and rounding comes after the operation.
#define MUSTER_TEST_MIXED(t, T, op, expression, r, R, initial, operand)                                      \
  extern "C" void __kmpc_atomic_##t##_##op##_##r(void*, std::int32_t, T*, R);                                \
  TEST(Atomic_##t, op##_##r) {                                                                               \
    const auto expected = [](T x, R e) { return static_cast<T>(expression); };                               \
    T location = initial;                                                                                    \
    __kmpc_atomic_##t##_##op##_##r(nullptr, muster::test::gtid(), &location, operand);                       \
    EXPECT_TRUE(muster::test::same<T>(location, expected(initial, operand)));                                \
    T shared = initial;                                                                                      \
    muster::test::in_threads(                                                                                \
        [&](int, int) { __kmpc_atomic_##t##_##op##_##r(nullptr, muster::test::gtid(), &shared, operand); }); \
    T all = initial;                                                                                         \
    for (int i = 0; i < muster::test::kThreads * muster::test::kCallsPerThread; ++i) {                       \
      all = expected(all, operand);                                                                          \
    }                                                                                                        \
    EXPECT_TRUE(muster::test::same<T>(shared, all));                                                         \
  }

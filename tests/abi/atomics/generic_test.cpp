// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_<bytes> with the operation as a function, atomic compare, and the bracket around whole statements.
#include <cstddef>

#include "abi/atomics/atomics_test.h"

namespace {

template <std::size_t Bytes>
struct Block {
  unsigned char bytes[Bytes];
};

// Adds byte by byte, so that a torn or lost update of any part shows.
template <std::size_t Bytes>
void add_bytes(void* result, void* x, void* e) {
  auto* out = static_cast<unsigned char*>(result);
  const auto* a = static_cast<const unsigned char*>(x);
  const auto* b = static_cast<const unsigned char*>(e);
  for (std::size_t i = 0; i < Bytes; ++i) {
    out[i] = static_cast<unsigned char>(a[i] + b[i]);
  }
}

}  // namespace

#define MUSTER_TEST_GENERIC(size)                                                                         \
  extern "C" void __kmpc_atomic_##size(void*, std::int32_t, void*, void*, void (*)(void*, void*, void*)); \
  TEST(AtomicGeneric, size) {                                                                             \
    alignas(16) Block<size> x{};                                                                          \
    Block<size> e;                                                                                        \
    for (std::size_t i = 0; i < size; ++i) {                                                              \
      e.bytes[i] = static_cast<unsigned char>(i + 1);                                                     \
    }                                                                                                     \
    muster::test::in_threads(                                                                             \
        [&](int, int) { __kmpc_atomic_##size(nullptr, muster::test::gtid(), &x, &e, add_bytes<size>); }); \
    for (std::size_t i = 0; i < size; ++i) {                                                              \
      const int total = muster::test::kThreads * muster::test::kCallsPerThread * static_cast<int>(i + 1); \
      EXPECT_EQ(x.bytes[i], static_cast<unsigned char>(total)) << "byte " << i;                           \
    }                                                                                                     \
  }

MUSTER_TEST_GENERIC(1)
MUSTER_TEST_GENERIC(2)
MUSTER_TEST_GENERIC(4)
MUSTER_TEST_GENERIC(8)
MUSTER_TEST_GENERIC(10)
MUSTER_TEST_GENERIC(16)
MUSTER_TEST_GENERIC(20)
MUSTER_TEST_GENERIC(32)

#define MUSTER_TEST_COMPARE(size, T)                                                                              \
  extern "C" bool __kmpc_atomic_bool_##size##_cas(void*, std::int32_t, T*, T, T);                                 \
  extern "C" T __kmpc_atomic_val_##size##_cas(void*, std::int32_t, T*, T, T);                                     \
  extern "C" bool __kmpc_atomic_bool_##size##_cas_cpt(void*, std::int32_t, T*, T, T, T*);                         \
  extern "C" T __kmpc_atomic_val_##size##_cas_cpt(void*, std::int32_t, T*, T, T, T*);                             \
  TEST(AtomicCompare, size) {                                                                                     \
    T x = 5;                                                                                                      \
    EXPECT_FALSE(__kmpc_atomic_bool_##size##_cas(nullptr, muster::test::gtid(), &x, 4, 9));                       \
    EXPECT_EQ(x, 5);                                                                                              \
    EXPECT_TRUE(__kmpc_atomic_bool_##size##_cas(nullptr, muster::test::gtid(), &x, 5, 9));                        \
    EXPECT_EQ(x, 9);                                                                                              \
    EXPECT_EQ(__kmpc_atomic_val_##size##_cas(nullptr, muster::test::gtid(), &x, 5, 1), 9);                        \
    EXPECT_EQ(__kmpc_atomic_val_##size##_cas(nullptr, muster::test::gtid(), &x, 9, 1), 9);                        \
    EXPECT_EQ(x, 1);                                                                                              \
    T v = 77;                                                                                                     \
    EXPECT_TRUE(__kmpc_atomic_bool_##size##_cas_cpt(nullptr, muster::test::gtid(), &x, 1, 2, &v));                \
    EXPECT_EQ(x, 2);                                                                                              \
    EXPECT_EQ(v, 77) << "stores to v on a mismatch only";                                                         \
    EXPECT_FALSE(__kmpc_atomic_bool_##size##_cas_cpt(nullptr, muster::test::gtid(), &x, 1, 3, &v));               \
    EXPECT_EQ(v, 2);                                                                                              \
    EXPECT_EQ(__kmpc_atomic_val_##size##_cas_cpt(nullptr, muster::test::gtid(), &x, 2, 6, &v), 2);                \
    EXPECT_EQ(v, 6);                                                                                              \
    EXPECT_EQ(__kmpc_atomic_val_##size##_cas_cpt(nullptr, muster::test::gtid(), &x, 2, 7, &v), 6);                \
    EXPECT_EQ(v, 6);                                                                                              \
    EXPECT_EQ(x, 6);                                                                                              \
  }                                                                                                               \
  TEST(AtomicCompare, only_one_thread_wins_##size) {                                                              \
    T x = 0;                                                                                                      \
    int wins[muster::test::kThreads] = {};                                                                        \
    muster::test::in_threads([&](int thread, int call) {                                                          \
      const T mine = static_cast<T>(call % 100);                                                                  \
      wins[thread] += __kmpc_atomic_bool_##size##_cas(nullptr, muster::test::gtid(), &x, mine, mine + 1) ? 1 : 0; \
    });                                                                                                           \
    int total = 0;                                                                                                \
    for (const int w : wins) {                                                                                    \
      total += w;                                                                                                 \
    }                                                                                                             \
    EXPECT_EQ(total, x);                                                                                          \
  }

MUSTER_TEST_COMPARE(1, std::int8_t)
MUSTER_TEST_COMPARE(2, std::int16_t)
MUSTER_TEST_COMPARE(4, std::int32_t)
MUSTER_TEST_COMPARE(8, std::int64_t)

extern "C" void __kmpc_atomic_start();
extern "C" void __kmpc_atomic_end();
extern "C" void GOMP_atomic_start();
extern "C" void GOMP_atomic_end();

// GCC's programs bracket a statement with one pair and Intel's with the other: both must shut the same door.
TEST(AtomicStatement, both_brackets_exclude_each_other) {
  long long counter[3] = {};
  muster::test::in_threads([&](int thread, int) {
    const bool gnu = thread % 2 == 0;
    gnu ? GOMP_atomic_start() : __kmpc_atomic_start();
    const long long next = counter[0] + 1;
    for (long long& c : counter) {
      c = next;
    }
    gnu ? GOMP_atomic_end() : __kmpc_atomic_end();
  });
  for (const long long c : counter) {
    EXPECT_EQ(c, muster::test::kThreads * muster::test::kCallsPerThread);
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks: exclusion, nesting, and how many bytes of the program's lock variable are touched.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstring>
#include <thread>

extern "C" void omp_init_lock_(void*);
extern "C" void omp_set_lock_(void*);
extern "C" void omp_unset_lock_(void*);
extern "C" int omp_test_lock_(void*);
extern "C" int omp_test_nest_lock_(void*);

extern "C" void __kmpc_init_lock(void*, int, void*);
extern "C" void __kmpc_set_lock(void*, int, void*);
extern "C" void __kmpc_unset_lock(void*, int, void*);
extern "C" void __kmpc_init_nest_lock_with_hint(void*, int, void*, unsigned long);
extern "C" int __kmpc_test_nest_lock(void*, int, void*);
extern "C" void __kmpc_unset_nest_lock(void*, int, void*);

namespace {

// A lock variable with guards on both sides.
template <std::size_t Bytes>
struct alignas(8) Guarded {
  unsigned char before[8];
  unsigned char lock[Bytes];
  unsigned char after[8];

  Guarded() { memset(this, 0xA5, sizeof *this); }
  bool guards_stand() const {
    for (int i = 0; i < 8; ++i) {
      if (before[i] != 0xA5 || after[i] != 0xA5) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace

TEST(Lock, excludes) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  long counter = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 1000; ++i) {
    omp_set_lock(&lock);
    counter = counter + 1;
    omp_unset_lock(&lock);
  }
  EXPECT_EQ(counter, 4000);
  omp_destroy_lock(&lock);
}

TEST(Lock, test_takes_it_only_when_it_is_free) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  EXPECT_NE(omp_test_lock(&lock), 0);
  EXPECT_EQ(omp_test_lock(&lock), 0);
  omp_unset_lock(&lock);
  EXPECT_NE(omp_test_lock_(&lock), 0);
  omp_unset_lock(&lock);
}

TEST(Lock, four_bytes_are_enough_as_gcc_and_gfortran_have_them) {
  Guarded<4> guarded;
  static_assert(offsetof(Guarded<4>, after) == 12);
  omp_init_lock_(guarded.lock);
  omp_set_lock_(guarded.lock);
  EXPECT_EQ(omp_test_lock_(guarded.lock), 0);
  omp_unset_lock_(guarded.lock);
  EXPECT_TRUE(guarded.guards_stand());
}

TEST(NestLock, eight_bytes_are_enough_as_clang_has_them) {
  Guarded<8> guarded;
  auto* lock = reinterpret_cast<omp_nest_lock_t*>(guarded.lock);
  omp_init_nest_lock(lock);
  for (int depth = 1; depth <= 1000; ++depth) {
    EXPECT_EQ(omp_test_nest_lock(lock), depth);
  }
  for (int depth = 1; depth <= 1000; ++depth) {
    omp_unset_nest_lock(lock);
  }
  EXPECT_TRUE(guarded.guards_stand());
}

TEST(NestLock, its_owner_alone_may_take_it_again) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  EXPECT_EQ(omp_test_nest_lock(&lock), 2);
  std::thread([&] { EXPECT_EQ(omp_test_nest_lock_(&lock), 0); }).join();
  omp_unset_nest_lock(&lock);
  std::thread([&] { EXPECT_EQ(omp_test_nest_lock_(&lock), 0); }).join();
  omp_unset_nest_lock(&lock);
  std::thread([&] {
    EXPECT_EQ(omp_test_nest_lock(&lock), 1);
    omp_unset_nest_lock(&lock);
  }).join();
  omp_destroy_nest_lock(&lock);
}

TEST(NestLock, excludes) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  long counter = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 500; ++i) {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    counter = counter + 1;
    omp_unset_nest_lock(&lock);
    counter = counter + 1;
    omp_unset_nest_lock(&lock);
  }
  EXPECT_EQ(counter, 4000);
}

TEST(Lock, as_intels_compilers_ask_for_it_is_the_same_lock) {
  omp_lock_t lock;
  __kmpc_init_lock(nullptr, 0, &lock);
  __kmpc_set_lock(nullptr, 0, &lock);
  EXPECT_EQ(omp_test_lock(&lock), 0);
  __kmpc_unset_lock(nullptr, 0, &lock);
  EXPECT_NE(omp_test_lock(&lock), 0);
  omp_nest_lock_t nest;
  __kmpc_init_nest_lock_with_hint(nullptr, 0, &nest, 0);
  EXPECT_EQ(__kmpc_test_nest_lock(nullptr, 0, &nest), 1);
  EXPECT_EQ(omp_test_nest_lock(&nest), 2);
  __kmpc_unset_nest_lock(nullptr, 0, &nest);
  omp_unset_nest_lock(&nest);
}

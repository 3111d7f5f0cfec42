// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libiomp5 alone exports: memory spaces by device (OpenMP 6.0), free agents, the variables that programs refer to.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <vector>

extern "C" {
using Space = std::uintptr_t;
using Allocator = std::uintptr_t;
#define MUSTER_DECLARE(type, by)                                                             \
  type omp_get_device_##by(int device, Space);                                               \
  type omp_get_device_##by##_(const int* device, const Space*);                              \
  type omp_get_device_and_host_##by(int device, Space);                                      \
  type omp_get_device_and_host_##by##_(const int* device, const Space*);                     \
  type omp_get_devices_##by(int count, const int* devices, Space);                           \
  type omp_get_devices_##by##_(const int* count, const int* devices, const Space*);          \
  type omp_get_devices_and_host_##by(int count, const int* devices, Space);                  \
  type omp_get_devices_and_host_##by##_(const int* count, const int* devices, const Space*); \
  type omp_get_devices_all_##by(Space);                                                      \
  type omp_get_devices_all_##by##_(const Space*);
MUSTER_DECLARE(Space, memspace)
MUSTER_DECLARE(Allocator, allocator)
int omp_get_memspace_num_resources(Space);
int omp_get_memspace_num_resources_(const Space*);
Space omp_get_submemspace(Space, int count, const int* resources);
Space omp_get_submemspace_(const Space*, const int* count, const int* resources);
extern const Space omp_null_mem_space, omp_target_host_mem_space, omp_target_shared_mem_space,
    omp_target_device_mem_space, kmp_max_mem_space;
extern const Allocator omp_target_host_mem_alloc, omp_target_shared_mem_alloc, omp_target_device_mem_alloc;
int omp_is_free_agent();
int omp_is_free_agent_();
int omp_ancestor_is_free_agent(int level);
int omp_ancestor_is_free_agent_(const int* level);
int ompx_get_dyn_cgroup_mem();
void** __kmpc_omp_get_target_async_handle_ptr(std::int32_t);
void __kmpc_flush_explicit(const void*);
extern int _You_must_link_with_exactly_one_OpenMP_library, _You_must_link_with_Intel_OpenMP_library;
}

namespace {

constexpr Space kSpaces[] = {1, 2, 3, 4,
                             5};  // libomp's large capacity, constant, high bandwidth, low latency, contention group
constexpr int kHost = 0, kElsewhere = 3;

template <class ByDevice, class ByDeviceRef, class ByList, class ByListRef>
void expect_for_the_host_alone(ByDevice device, ByDeviceRef device_ref, ByList list, ByListRef list_ref, Space shift) {
  for (const Space space : kSpaces) {
    const int hosts[] = {kHost, omp_get_initial_device()}, mixed[] = {kHost, kElsewhere};
    const int two = 2;
    EXPECT_EQ(device(kHost, space), space + shift);
    EXPECT_EQ(device(kElsewhere, space), 0U);
    EXPECT_EQ(device_ref(&kHost, &space), space + shift);
    EXPECT_EQ(list(2, hosts, space), space + shift);
    EXPECT_EQ(list(2, mixed, space), 0U);
    EXPECT_EQ(list_ref(&two, hosts, &space), space + shift);
    EXPECT_EQ(list(2, hosts, 77), 0U) << "no such space";
  }
}

TEST(Intel, MemorySpacesAreTheHosts) {
  expect_for_the_host_alone(omp_get_device_memspace, omp_get_device_memspace_, omp_get_devices_memspace,
                            omp_get_devices_memspace_, 0);
  expect_for_the_host_alone(omp_get_device_and_host_memspace, omp_get_device_and_host_memspace_,
                            omp_get_devices_and_host_memspace, omp_get_devices_and_host_memspace_, 0);
  for (const Space space : kSpaces) {
    EXPECT_EQ(omp_get_devices_all_memspace(space), space);
    EXPECT_EQ(omp_get_devices_all_memspace_(&space), space);
  }
}

TEST(Intel, AllocatorsAreThePredefinedOnesOfASpace) {
  expect_for_the_host_alone(omp_get_device_allocator, omp_get_device_allocator_, omp_get_devices_allocator,
                            omp_get_devices_allocator_, 1);
  expect_for_the_host_alone(omp_get_device_and_host_allocator, omp_get_device_and_host_allocator_,
                            omp_get_devices_and_host_allocator, omp_get_devices_and_host_allocator_, 1);
  for (const Space space : kSpaces) {
    EXPECT_EQ(omp_get_devices_all_allocator(space), space + 1);
    EXPECT_EQ(omp_get_devices_all_allocator_(&space), space + 1);
  }
  const auto allocator = static_cast<omp_allocator_handle_t>(omp_get_device_allocator(kHost, 0));
  EXPECT_EQ(allocator, omp_default_mem_alloc);
  void* block = omp_alloc(100, allocator);
  EXPECT_NE(block, nullptr);
  omp_free(block, allocator);
}

TEST(Intel, TheDefaultSpaceHasANumberOfItsOwnInHeadersSince2025) {
  constexpr Space kDefault = 99;
  EXPECT_EQ(omp_get_device_memspace(kHost, kDefault), kDefault);
  EXPECT_EQ(omp_get_devices_all_memspace(kDefault), kDefault);
  EXPECT_EQ(omp_get_memspace_num_resources(kDefault), 1);
  EXPECT_EQ(static_cast<omp_allocator_handle_t>(omp_get_device_allocator(kHost, kDefault)), omp_default_mem_alloc);
  EXPECT_EQ(omp_get_device_allocator(kElsewhere, kDefault), 0U);
}

TEST(Intel, ASpaceIsOneResource) {
  const int first = 0, second = 1, one = 1;
  const int twice[] = {0, 0};
  for (const Space space : kSpaces) {
    EXPECT_EQ(omp_get_memspace_num_resources(space), 1);
    EXPECT_EQ(omp_get_memspace_num_resources_(&space), 1);
    EXPECT_EQ(omp_get_submemspace(space, 1, &first), space);
    EXPECT_EQ(omp_get_submemspace_(&space, &one, &first), space);
    EXPECT_EQ(omp_get_submemspace(space, 1, &second), omp_null_mem_space);
    EXPECT_EQ(omp_get_submemspace(space, 2, twice), omp_null_mem_space);
  }
  EXPECT_EQ(omp_get_memspace_num_resources(77), 0);
}

TEST(Intel, SpacesOfDevicesHaveNumbersAndNoMemory) {
  EXPECT_EQ(omp_null_mem_space, 0U);
  const std::vector<Space> spaces = {omp_target_host_mem_space, omp_target_shared_mem_space,
                                     omp_target_device_mem_space};
  EXPECT_EQ(spaces, (std::vector<Space>{100, 101, 102}));
  const std::vector<Allocator> allocators = {omp_target_host_mem_alloc, omp_target_shared_mem_alloc,
                                             omp_target_device_mem_alloc};
  EXPECT_EQ(allocators, (std::vector<Allocator>{100, 101, 102}));
  EXPECT_EQ(kmp_max_mem_space, 1024U);
  for (const Space space : spaces) EXPECT_EQ(omp_get_memspace_num_resources(space), 0);
}

TEST(Intel, NoThreadIsAFreeAgent) {
  const int level = 1;
  int agents = 0;
#pragma omp parallel num_threads(3)
#pragma omp task shared(agents)
#pragma omp atomic
  agents +=
      omp_is_free_agent() + omp_is_free_agent_() + omp_ancestor_is_free_agent(0) + omp_ancestor_is_free_agent_(&level);
  EXPECT_EQ(agents, 0);
}

TEST(Intel, NothingOfADevice) {
  EXPECT_EQ(ompx_get_dyn_cgroup_mem(), 0);
  EXPECT_EQ(__kmpc_omp_get_target_async_handle_ptr(0), nullptr);
}

TEST(Intel, ProgramsReferToOneLibrary) {
  EXPECT_EQ(_You_must_link_with_exactly_one_OpenMP_library, 1);
  EXPECT_EQ(_You_must_link_with_Intel_OpenMP_library, 1);
}

// Message passing: a thread that sees the flag sees the value.
TEST(Intel, FlushOrders) {
  for (int i = 0; i < 200; ++i) {
    int value = 0, flag = 0, seen = -1;
#pragma omp parallel num_threads(2) shared(value, flag, seen)
    if (omp_get_thread_num() == 0) {
      __atomic_store_n(&value, 1, __ATOMIC_RELAXED);
      __kmpc_flush_explicit(nullptr);
      __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    } else {
      while (__atomic_load_n(&flag, __ATOMIC_RELAXED) == 0) {
      }
      __kmpc_flush_explicit(nullptr);
      seen = __atomic_load_n(&value, __ATOMIC_RELAXED);
    }
    EXPECT_EQ(seen, 1);
  }
}

}  // namespace

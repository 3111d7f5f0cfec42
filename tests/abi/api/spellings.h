// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations for spellings_test.cpp. What omp.h declares with types of its own, or only in some version, has another name here.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
void ompc_set_num_threads(std::int32_t);
void ompc_set_dynamic(std::int32_t);
void ompc_set_max_active_levels(std::int32_t);
void ompc_set_nested(std::int32_t);
void ompc_set_schedule(std::uint32_t kind, std::int32_t chunk);
std::int32_t ompc_get_ancestor_thread_num(std::int32_t);
std::int32_t ompc_get_team_size(std::int32_t);
void ompc_display_affinity(const char*);
std::int32_t omp_get_nested_();
void omp_set_nested_(const std::int32_t*);
void omp_set_nested_8_(const std::int64_t*);
void omp_set_default_device_(const std::int32_t*);
void omp_set_default_device_8_(const std::int64_t*);
std::int32_t omp_get_default_device_();
std::int32_t omp_get_cancellation_();
std::int32_t omp_get_max_task_priority_();
std::int32_t omp_get_proc_bind_();
void omp_set_num_teams_(const std::int32_t*);
void omp_set_num_teams_8_(const std::int64_t*);
std::int32_t omp_get_max_teams_();
void omp_set_teams_thread_limit_(const std::int32_t*);
void omp_set_teams_thread_limit_8_(const std::int64_t*);
std::int32_t omp_get_teams_thread_limit_();
std::int32_t omp_in_explicit_task();
std::int32_t omp_in_explicit_task_();

// plain_NAME is omp_NAME, which LLVM's omp.h declares with types that GCC 12's does not have.
std::int32_t omp_get_device_num_();
std::int32_t omp_get_initial_device_();
std::int32_t plain_target_memcpy_async(void*, const void*, std::size_t, std::size_t, std::size_t, std::int32_t,
                                       std::int32_t, std::int32_t count,
                                       void* dependences) __asm__("omp_target_memcpy_async");
std::int32_t plain_target_memcpy_rect_async(void*, const void*, std::size_t, std::int32_t, const std::size_t*,
                                            const std::size_t*, const std::size_t*, const std::size_t*,
                                            const std::size_t*, std::int32_t, std::int32_t, std::int32_t count,
                                            void* dependences) __asm__("omp_target_memcpy_rect_async");
std::int32_t omp_target_memcpy_async_(void*, const void*, std::size_t, std::size_t, std::size_t, std::int32_t,
                                      std::int32_t, std::int32_t count, void* dependences);
std::int32_t omp_target_memcpy_rect_async_(void*, const void*, std::size_t, std::int32_t, const std::size_t*,
                                           const std::size_t*, const std::size_t*, const std::size_t*,
                                           const std::size_t*, std::int32_t, std::int32_t, std::int32_t count,
                                           void* dependences);
void* omp_get_mapped_ptr(const void*, std::int32_t);
std::int32_t omp_target_is_accessible(const void*, std::size_t, std::int32_t);
std::int32_t plain_get_num_interop_properties(const void*) __asm__("omp_get_num_interop_properties");
std::int32_t omp_get_num_interop_properties_(const void*);
std::intptr_t omp_get_interop_int_(const void*, std::int32_t, std::int32_t*);
void* plain_get_interop_ptr(const void*, std::int32_t, std::int32_t*) __asm__("omp_get_interop_ptr");
void* omp_get_interop_ptr_(const void*, std::int32_t, std::int32_t*);
const char* plain_get_interop_str(const void*, std::int32_t, std::int32_t*) __asm__("omp_get_interop_str");
const char* plain_get_interop_type_desc(const void*, std::int32_t) __asm__("omp_get_interop_type_desc");
std::int32_t omp_control_tool_(std::int32_t, std::int32_t, void*);
std::int32_t omp_pause_resource_(const std::int32_t*, const std::int32_t*);
std::int32_t omp_pause_resource_all_(const std::int32_t*);
std::int32_t __kmpc_pause_resource(std::int32_t);

std::int32_t omp_get_num_places_();
std::int32_t omp_get_place_num_();
std::int32_t omp_get_partition_num_places_();
std::int32_t omp_get_place_num_procs_(const std::int32_t*);
std::int32_t omp_get_place_num_procs_8_(const std::int64_t*);
void omp_get_place_proc_ids_(const std::int32_t*, std::int32_t*);
void omp_get_place_proc_ids_8_(const std::int64_t*, std::int64_t*);
void omp_get_partition_place_nums_(std::int32_t*);
void omp_get_partition_place_nums_8_(std::int64_t*);
void omp_display_env_(const std::int32_t*);
void omp_display_env_8_(const std::int64_t*);
void omp_display_affinity_(const char*, std::size_t length);

void kmpc_set_blocktime(std::int32_t);
std::int32_t kmp_get_blocktime_();
void kmp_set_stacksize(std::int32_t);
void kmp_set_stacksize_(const std::int32_t*);
void kmpc_set_stacksize(std::int32_t);
std::int32_t kmp_get_stacksize_();
void kmp_set_stacksize_s_(const std::size_t*);
void kmpc_set_stacksize_s(std::size_t);
std::size_t kmp_get_stacksize_s_();
void kmp_set_library_(const std::int32_t*);
void kmpc_set_library(std::int32_t);
std::int32_t kmp_get_library_();
void kmp_set_library_serial();
void kmp_set_library_serial_();
void kmp_set_library_turnaround();
void kmp_set_library_turnaround_();
void kmp_set_library_throughput();
void kmp_set_library_throughput_();
void kmp_set_disp_num_buffers(std::int32_t);
void kmp_set_disp_num_buffers_(const std::int32_t*);
void kmpc_set_disp_num_buffers(std::int32_t);
void kmpc_set_defaults(const char*);
void kmp_set_warnings_on_();
void kmp_set_warnings_off_();
std::int32_t kmp_get_num_known_threads_();

void* kmp_malloc_(const std::size_t*);
void* kmpc_malloc(std::size_t);
void* kmp_calloc(std::size_t, std::size_t);
void* kmpc_calloc(std::size_t, std::size_t);
void* kmp_aligned_malloc_(const std::size_t* size, const std::size_t* alignment);
void* kmpc_aligned_malloc(std::size_t size, std::size_t alignment);
void* kmp_realloc_(void* const*, const std::size_t*);
void* kmpc_realloc(void*, std::size_t);
void kmpc_free(void*);

std::uintptr_t omp_init_allocator_(const std::uintptr_t*, const std::int32_t*, const void*);
std::uintptr_t omp_init_allocator_8_(const std::uintptr_t*, const std::int64_t*, const void*);
void omp_destroy_allocator_(const std::uintptr_t*);
std::uintptr_t omp_get_default_allocator_();
void omp_set_default_allocator_(const std::uintptr_t*);
std::uintptr_t __kmpc_init_allocator(std::int32_t, std::uintptr_t space, std::int32_t traits, const void*);
void __kmpc_destroy_allocator(std::int32_t, std::uintptr_t);
std::uintptr_t __kmpc_get_default_allocator(std::int32_t);
void __kmpc_set_default_allocator(std::int32_t, std::uintptr_t);
void* __kmpc_aligned_alloc(std::int32_t, std::size_t alignment, std::size_t size, std::uintptr_t);
void* __kmpc_calloc(std::int32_t, std::size_t count, std::size_t size, std::uintptr_t);
void* __kmpc_realloc(std::int32_t, void*, std::size_t size, std::uintptr_t, std::uintptr_t);
void __kmpc_free(std::int32_t, void*, std::uintptr_t);

void kmp_create_affinity_mask_(void**);
void kmp_destroy_affinity_mask_(void**);
std::int32_t kmp_get_affinity_(void**);
std::int32_t kmp_set_affinity_(void**);
std::int32_t kmp_get_affinity_max_proc_();
std::int32_t kmp_get_affinity_mask_proc_(const std::int32_t*, void**);
std::int32_t kmp_set_affinity_mask_proc_(const std::int32_t*, void**);
std::int32_t kmp_unset_affinity_mask_proc_(const std::int32_t*, void**);
std::int32_t kmpc_get_affinity_mask_proc(std::int32_t, void**);
std::int32_t kmpc_set_affinity_mask_proc(std::int32_t, void**);
std::int32_t kmpc_unset_affinity_mask_proc(std::int32_t, void**);
std::int32_t kmp_set_thread_affinity_mask_initial();

void omp_init_lock_with_hint_(void*, std::uintptr_t);
void omp_init_nest_lock_with_hint_(void*, std::uintptr_t);
void __kmpc_init_lock_with_hint(const void*, std::int32_t, void*, std::uintptr_t);
std::int32_t __kmpc_test_lock(const void*, std::int32_t, void*);
void __kmpc_unset_lock(const void*, std::int32_t, void*);
void __kmpc_destroy_lock(const void*, std::int32_t, void*);
void __kmpc_init_nest_lock(const void*, std::int32_t, void*);
void __kmpc_set_nest_lock(const void*, std::int32_t, void*);
std::int32_t __kmpc_test_nest_lock(const void*, std::int32_t, void*);
void __kmpc_unset_nest_lock(const void*, std::int32_t, void*);
void __kmpc_destroy_nest_lock(const void*, std::int32_t, void*);
}

// Handles as objects: omp.h has enumerators of these names.
#define MUSTER_OBJECT(name) extern "C" const std::uintptr_t name##_object __asm__(#name);
MUSTER_OBJECT(omp_null_allocator)
MUSTER_OBJECT(omp_default_mem_alloc)
MUSTER_OBJECT(omp_large_cap_mem_alloc)
MUSTER_OBJECT(omp_const_mem_alloc)
MUSTER_OBJECT(omp_high_bw_mem_alloc)
MUSTER_OBJECT(omp_low_lat_mem_alloc)
MUSTER_OBJECT(omp_cgroup_mem_alloc)
MUSTER_OBJECT(omp_pteam_mem_alloc)
MUSTER_OBJECT(omp_thread_mem_alloc)
MUSTER_OBJECT(kmp_max_mem_alloc)
MUSTER_OBJECT(omp_default_mem_space)
MUSTER_OBJECT(omp_large_cap_mem_space)
MUSTER_OBJECT(omp_const_mem_space)
MUSTER_OBJECT(omp_high_bw_mem_space)
MUSTER_OBJECT(omp_low_lat_mem_space)
#undef MUSTER_OBJECT

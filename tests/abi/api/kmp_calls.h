// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points of libomp's that tests call themselves, as compiled programs declare them.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
using Microtask = void (*)(std::int32_t* global_number, std::int32_t* number, ...);

void __kmpc_fork_call(const void* place, std::int32_t count, Microtask function, ...);
void __kmpc_push_num_threads(const void*, std::int32_t, std::int32_t threads);
void __kmpc_pop_num_threads(const void*, std::int32_t);
void __kmpc_push_num_threads_list(const void*, std::int32_t, std::uint32_t length, const std::int32_t* list);
void __kmpc_push_num_threads_strict(const void*, std::int32_t, std::int32_t threads, std::int32_t severity,
                                    const char*);
void __kmpc_push_num_threads_list_strict(const void*, std::int32_t, std::uint32_t length, const std::int32_t* list,
                                         std::int32_t severity, const char*);

void __kmpc_dispatch_init_4(const void*, std::int32_t, std::int32_t schedule, std::int32_t lower, std::int32_t upper,
                            std::int32_t step, std::int32_t chunk);
std::int32_t __kmpc_dispatch_next_4(const void*, std::int32_t, std::int32_t* last, std::int32_t* lower,
                                    std::int32_t* upper, std::int32_t* step);
void __kmpc_dispatch_init_8(const void*, std::int32_t, std::int32_t schedule, std::int64_t lower, std::int64_t upper,
                            std::int64_t step, std::int64_t chunk);
std::int32_t __kmpc_dispatch_next_8(const void*, std::int32_t, std::int32_t* last, std::int64_t* lower,
                                    std::int64_t* upper, std::int64_t* step);

void __kmpc_push_num_teams(const void*, std::int32_t, std::int32_t teams, std::int32_t thread_limit);
void __kmpc_push_num_teams_51(const void*, std::int32_t, std::int32_t lower, std::int32_t upper, std::int32_t limit);
void __kmpc_fork_teams(const void*, std::int32_t count, Microtask function, ...);
void __kmpc_dist_for_static_init_4(const void*, std::int32_t, std::int32_t schedule, std::int32_t* last,
                                   std::int32_t* lower, std::int32_t* upper, std::int32_t* team_upper,
                                   std::int32_t* stride, std::int32_t step, std::int32_t chunk);
void __kmpc_team_static_init_4(const void*, std::int32_t, std::int32_t* last, std::int32_t* lower, std::int32_t* upper,
                               std::int32_t* stride, std::int32_t step, std::int32_t chunk);
void __kmpc_dist_dispatch_init_4(const void*, std::int32_t, std::int32_t schedule, std::int32_t* last,
                                 std::int32_t lower, std::int32_t upper, std::int32_t step, std::int32_t chunk);

std::int32_t __kmpc_sections_init(const void*, std::int32_t);
std::int32_t __kmpc_next_section(const void*, std::int32_t, std::int32_t count);
void __kmpc_end_sections(const void*, std::int32_t);

void __kmpc_doacross_init(const void*, std::int32_t, std::int32_t depth, const void* dimensions);
void __kmpc_doacross_wait(const void*, std::int32_t, const std::int64_t* values);
void __kmpc_doacross_post(const void*, std::int32_t, const std::int64_t* values);
void __kmpc_doacross_fini(const void*, std::int32_t);

void kmp_set_defaults(const char* text);
void kmp_set_defaults_(const char* text, std::size_t length);
void kmp_set_warnings_on();
void kmp_set_warnings_off();
std::int32_t kmp_get_num_known_threads();
std::int32_t __kmpc_get_target_offload();
std::int32_t __kmpc_pause_resource(std::int32_t kind);
}

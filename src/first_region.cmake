# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The sources whose code runs from loading the library to the end of the first region, of GCC- and of Clang-built programs, by layer; for
# the order of linking only. What runs is shown by
#   LD_LIBRARY_PATH=build/release/lib/compat valgrind --tool=callgrind build/release/bench/constructs-gcc --first-region-child
# A source that is missing here costs memory and nothing else.
set(first_region_sources
  platform/first_affinity platform/heap platform/native platform/os_thread platform/pages
  topology/cgroup topology/cpu_list topology/cpu_quota topology/cpu_set topology/file_reader
  settings/environment settings/line_writer settings/lists settings/load settings/profile settings/profile_file settings/resolve
  settings/table
  affinity/plan affinity/positions first_touch/first_touch
  runtime/choose_barriers runtime/foreign_binding runtime/late_settings runtime/lifetime runtime/listeners runtime/loaded_as
  runtime/neighbours runtime/process_places runtime/runtime runtime/thread_end
  threads/everybody threads/make_thread threads/pool threads/reaper threads/start threads/worker
  teams/fork_join teams/grow teams/helpers teams/lending teams/root teams/team_size teams/team_barriers
  tasks/idle tasks/wait
  ledger/file ledger/ledger misuse/listener misuse/standstill ompt/log ompt/start races/annotations races/listener
  abi/gomp/parallel abi/kmp/parallel abi/kmp/microtask abi/kmp/num_threads abi/omp/affinity_display abi/omp/team_queries abi/omp/tool)
foreach(source IN LISTS first_region_sources)
  if(NOT EXISTS "${CMAKE_CURRENT_LIST_DIR}/${source}.cpp")
    message(FATAL_ERROR "src/first_region.cmake names ${source}.cpp, which is not there")
  endif()
endforeach()
list(JOIN first_region_sources "|" first_region_objects)
set(first_region_objects "/(${first_region_objects})\\.cpp\\.o$")

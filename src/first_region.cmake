# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The sources whose code runs from loading the library to the end of the first region, of GCC- and of Clang-built programs, by layer; for
# the order of linking only. What runs is shown by
#   LD_LIBRARY_PATH=build/release/lib/compat valgrind --tool=callgrind build/release/bench/constructs-gcc --first-region-child
# A source that is missing here costs memory and nothing else.
set(first_region_sources
  platform/heap platform/native platform/os_thread platform/pages
  topology/cgroup topology/cpu_list topology/cpu_quota topology/cpu_set topology/file_reader
  settings/environment settings/line_writer settings/lists settings/load settings/profile_file settings/resolve settings/table
  affinity/plan affinity/positions
  runtime/choose_barriers runtime/late_settings runtime/lifetime runtime/process_places runtime/runtime
  threads/everybody threads/pool threads/start threads/worker
  teams/fork_join teams/grow teams/helpers teams/root teams/team_size teams/team_barriers
  tasks/idle tasks/wait
  abi/gomp/parallel abi/kmp/parallel abi/kmp/microtask abi/kmp/num_threads abi/omp/team_queries)
foreach(source IN LISTS first_region_sources)
  if(NOT EXISTS "${CMAKE_CURRENT_LIST_DIR}/${source}.cpp")
    message(FATAL_ERROR "src/first_region.cmake names ${source}.cpp, which is not there")
  endif()
endforeach()
list(JOIN first_region_sources "|" first_region_objects)
set(first_region_objects "/(${first_region_objects})\\.cpp\\.o$")

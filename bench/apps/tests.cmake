# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The applications as tests: each gives the right answer on each runtime with 1, 2 and 5 threads, and a broken runtime is noticed.
foreach(what loop doacross)
  add_broken_runtime(${what})
endforeach()

foreach(build IN LISTS bench_builds)
  foreach(row IN LISTS bench_apps_${build})
    read_app_row("${row}")
    set(program "${apps_folder}/${app_name}-${build}" --scale 0.01)
    foreach(runtime IN LISTS bench_test_runtimes)
      foreach(threads 1 2 5)
        set(test "bench.apps.${runtime}.${build}.${app_name}.${threads}")
        add_test(NAME "${test}" COMMAND ${program} --threads ${threads})
        set_tests_properties("${test}" PROPERTIES LABELS bench TIMEOUT 120)
        if(runtime STREQUAL "muster")
          set_tests_properties("${test}" PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/lib/compat")
        endif()
      endforeach()
    endforeach()
    if(app_broken STREQUAL "task" AND build STREQUAL "clang")
      continue()  # libomp aborts by itself
    endif()
    set(test "bench.apps.peer.${build}.${app_name}.broken_${app_broken}_is_noticed")
    add_test(NAME "${test}" COMMAND ${program} --threads 4)
    set_tests_properties("${test}" PROPERTIES
      LABELS bench TIMEOUT 120
      ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:bench_broken_${app_broken}>"
      PASS_REGULAR_EXPRESSION "${app_name} on [^\n]* wrong result: off by")
  endforeach()
endforeach()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The benchmarks as tests (label bench): each runs for an instant and has to verify its own result; and for the
# constructs that can be broken from outside, a broken runtime has to be noticed.
if(PROJECT_NAME STREQUAL "muster" AND NOT MUSTER_BUILD_TESTS)
  return()
endif()

set(instant --budget-ms 1 --repetitions 1)
set(bench_test_runtimes peer)
# A sanitized runtime cannot be loaded under a program that is not instrumented.
if(TARGET muster AND NOT MUSTER_SANITIZE)
  list(APPEND bench_test_runtimes muster)
endif()

foreach(build IN LISTS bench_builds)
  set(program "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}")
  foreach(runtime IN LISTS bench_test_runtimes)
    foreach(construct IN LISTS construct_names)
      # A million tasks take libomp 9 s alone, and more than a minute where other tests have the CPUs.
      if(construct STREQUAL "wavefront_1000" AND NOT runtime STREQUAL "muster")
        continue()
      endif()
      set(test "bench.${runtime}.${build}.${construct}")
      add_test(NAME "${test}" COMMAND "${program}" ${instant} --threads 2 "${construct}")
      set_tests_properties("${test}" PROPERTIES LABELS bench TIMEOUT 300)
      if(runtime STREQUAL "muster")
        set_tests_properties("${test}" PROPERTIES TIMEOUT 60
          ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/lib/compat"
          FAIL_REGULAR_EXPRESSION "\"not_comparable\":\"[^\"]")  # with FAIL_ alone the status counts as well
      endif()
    endforeach()
  endforeach()

  set(test "bench.peer.${build}.small_team_is_noticed")
  add_test(NAME "${test}" COMMAND "${program}" ${instant} parallel)
  set_tests_properties("${test}" PROPERTIES
    LABELS bench TIMEOUT 60
    ENVIRONMENT "OMP_NUM_THREADS=4;OMP_THREAD_LIMIT=2"
    PASS_REGULAR_EXPRESSION "parallel on [^\n]* wrong result: a team of 4 was asked for, 2 came")
endforeach()

# Work between constructs: each construct with each shape, and either kind of work with each construct.
set(work_instant --budget-ms 1 --work-ns 10000 --units-per-us 1000)
foreach(build IN LISTS bench_builds)
  set(work_program "${CMAKE_CURRENT_BINARY_DIR}/work-${build}")
  foreach(runtime IN LISTS bench_test_runtimes)
    foreach(construct barrier region static dynamic guided tasks)
      foreach(shape_and_kind balanced:arithmetic one:memory random:arithmetic alternating:memory)
        string(REPLACE ":" ";" words ${shape_and_kind})
        list(GET words 0 shape)
        list(GET words 1 kind)
        set(test "bench.${runtime}.${build}.work_${construct}_${shape}")
        add_test(NAME "${test}" COMMAND "${work_program}" ${work_instant} --threads 3
          --construct ${construct} --shape ${shape} --kind ${kind})
        set_tests_properties("${test}" PROPERTIES LABELS bench TIMEOUT 60)
        if(runtime STREQUAL "muster")
          set_tests_properties("${test}" PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/lib/compat")
        endif()
      endforeach()
    endforeach()
  endforeach()
  set(test "bench.peer.${build}.work_small_team_is_noticed")
  add_test(NAME "${test}" COMMAND "${work_program}" ${work_instant})
  set_tests_properties("${test}" PROPERTIES
    LABELS bench TIMEOUT 60 ENVIRONMENT "OMP_NUM_THREADS=4;OMP_THREAD_LIMIT=2"
    PASS_REGULAR_EXPRESSION "wrong result: the team has another size than asked for")
endforeach()

# The ideal is arithmetic: 512 threads on 64 CPUs take turns, and the longest piece that cannot be divided is the least.
function(add_ideal_test name ideal_ns)
  list(GET bench_builds 0 build)
  add_test(NAME "bench.work.ideal_${name}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/work-${build}" --ideal
    --work-ns 1000000 --units-per-us 1000 ${ARGN})
  set_tests_properties("bench.work.ideal_${name}" PROPERTIES
    LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "\"ideal_ns\":${ideal_ns}\\.0,")
endfunction()
if(bench_builds)
  add_ideal_test(of_a_crowd 8000000 --threads 512 --share 64)
  add_ideal_test(of_a_small_team 1000000 --threads 64 --share 512)
  add_ideal_test(of_half_a_cpu 4000000 --threads 2 --share 0.5)
  add_ideal_test(of_one_with_more 2000000 --threads 64 --share 64 --shape one)
  add_ideal_test(of_one_with_more_in_a_crowd 8015625 --threads 512 --share 64 --shape one)
  add_ideal_test(of_one_with_more_of_a_static_loop 2000000 --threads 64 --share 64 --shape one --construct static)
  add_ideal_test(of_one_with_more_shared_out 1015625 --threads 64 --share 64 --shape one --construct dynamic)
  add_ideal_test(of_long_and_short 1000000 --threads 512 --share 512 --shape alternating --construct tasks)
endif()

set(broken_barrier "a thread passed the barrier")
set(broken_single "a single block was not run by exactly one thread")
set(broken_critical "two threads were inside at once")
set(broken_lock "two threads were inside at once")
set(broken_ordered "the ordered blocks did not run in the order of the iterations")
set(broken_task "a task did not run exactly once")
function(add_broken_runtime what)
  string(TOUPPER "BREAK_${what}" macro)
  add_library(bench_broken_${what} SHARED "${harness}/broken_runtime.c")
  target_compile_definitions(bench_broken_${what} PRIVATE ${macro} _GNU_SOURCE)
  target_compile_options(bench_broken_${what} PRIVATE -O2 -fvisibility=default ${bench_warnings})
  target_link_libraries(bench_broken_${what} PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(bench_broken_${what} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/broken"
    C_STANDARD 17)
endfunction()

foreach(construct barrier single critical lock ordered task)
  add_broken_runtime(${construct})
  foreach(build IN LISTS bench_builds)
    if(construct STREQUAL "task" AND build STREQUAL "clang")
      continue()  # libomp aborts by itself
    endif()
    set(test "bench.peer.${build}.broken_${construct}_is_noticed")
    add_test(NAME "${test}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}" ${instant} --threads 2 ${construct})
    set_tests_properties("${test}" PROPERTIES
      LABELS bench TIMEOUT 60
      ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:bench_broken_${construct}>"
      PASS_REGULAR_EXPRESSION "${construct} on [^\n]* wrong result: ${broken_${construct}}")
  endforeach()
endforeach()

# The rows that share a break with another one. The library for static loops is made in apps/tests.cmake.
foreach(what loop_end dispatch)
  add_broken_runtime(${what})
endforeach()
function(add_broken_row_test construct broken build wrong)
  set(test "bench.peer.${build}.${construct}_with_broken_${broken}_is_noticed")
  add_test(NAME "${test}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}" ${instant} --threads 2 ${construct})
  set_tests_properties("${test}" PROPERTIES
    LABELS bench TIMEOUT 60
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:bench_broken_${broken}>"
    PASS_REGULAR_EXPRESSION "${construct} on [^\n]* wrong result: ${wrong}")
endfunction()
foreach(build IN LISTS bench_builds)
  add_broken_row_test(lock_hold lock ${build} "two threads were inside at once")
  add_broken_row_test(critical_hold critical ${build} "two threads were inside at once")
  foreach(schedule dynamic guided)
    if(build STREQUAL "gcc")
      add_broken_row_test(few_${schedule} loop_end ${build} "a thread left the loop")
    else()
      add_broken_row_test(few_${schedule} barrier ${build} "a thread left the loop")
    endif()
    add_broken_row_test(few_region_${schedule} dispatch ${build} "an iteration was not run exactly once")
  endforeach()
  foreach(construct few_static few_region_static for_static_1_doubles)
    add_broken_row_test(${construct} loop ${build} "an iteration was not run exactly once")
  endforeach()
  if(build STREQUAL "gcc")
    foreach(construct task_fine_tree task_nested_single)
      add_broken_row_test(${construct} task ${build} "a task did not run exactly once")
    endforeach()
  endif()
endforeach()

# The ideal of a row is arithmetic. One thread has one CPU, whatever machine the test runs on, and more threads cannot be inside at once.
function(add_ideal_row_test name construct ideal_us)
  list(GET bench_builds 0 build)
  add_test(NAME "bench.peer.ideal_${name}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}" ${instant} ${ARGN} ${construct})
  set_tests_properties("bench.peer.ideal_${name}" PROPERTIES
    LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "\"ideal_us\":${ideal_us},")
endfunction()
if(bench_builds)
  add_ideal_row_test(of_a_hold_and_what_is_outside lock_hold "4\\.000000" --threads 1 --hold-ns 1000 --outside-ns 3000)
  add_ideal_row_test(of_a_hold_alone critical_hold "1\\.000000" --threads 4 --hold-ns 1000 --outside-ns 0)
  add_ideal_row_test(of_few_iterations few_dynamic "15\\.000000" --threads 1 --iteration-ns 5000 --iterations 2x+1)
  add_ideal_row_test(of_a_fine_tree task_fine_tree "0\\.100000" --threads 1 --task-ns 100)
  # The primary thread is held to one CPU then, and the team has two.
  cmake_host_system_information(RESULT cpus QUERY NUMBER_OF_LOGICAL_CORES)
  if(cpus GREATER 1)
    add_ideal_row_test(of_bound_threads few_dynamic "5\\.000000" --threads 2 --iteration-ns 5000)
    set_tests_properties(bench.peer.ideal_of_bound_threads PROPERTIES ENVIRONMENT "OMP_PROC_BIND=close;OMP_PLACES=threads")
  endif()
  foreach(words 0x 1x+ 1 x+1 5x 1x+2000 1x+1y)
    string(REPLACE "+" "_and_" name "${words}")
    set(test "bench.iterations_${name}_are_refused")
    list(GET bench_builds 0 build)
    add_test(NAME "${test}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}" ${instant} --iterations ${words} few_dynamic)
    set_tests_properties("${test}" PROPERTIES
      LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "--iterations needs [^\n]*, not '")
  endforeach()
endif()

function(add_broken_work_test construct broken build)
  set(test "bench.peer.${build}.work_${construct}_with_broken_${broken}_is_noticed")
  add_test(NAME "${test}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/work-${build}" ${work_instant} --threads 2 --construct ${construct})
  set_tests_properties("${test}" PROPERTIES
    LABELS bench TIMEOUT 60
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:bench_broken_${broken}>"
    PASS_REGULAR_EXPRESSION "wrong result: (a thread went on before all work|not every part of the work was done)")
endfunction()
foreach(build IN LISTS bench_builds)
  foreach(construct barrier static)
    add_broken_work_test(${construct} barrier ${build})
  endforeach()
  add_broken_work_test(tasks single ${build})
  if(build STREQUAL "gcc")
    add_broken_work_test(tasks task ${build})
  else()
    # Clang-built loops end in the barrier, those of GCC in a call of their own.
    add_broken_work_test(dynamic barrier ${build})
    add_broken_work_test(guided barrier ${build})
  endif()
endforeach()

# Right results of other work than asked for: timed, and said to be not comparable.
add_broken_runtime(dealing)
foreach(build IN LISTS bench_builds)
  set(test "bench.peer.${build}.broken_dealing_is_noticed")
  add_test(NAME "${test}" COMMAND "${CMAKE_CURRENT_BINARY_DIR}/constructs-${build}" ${instant} --threads 2 ordered)
  set_tests_properties("${test}" PROPERTIES
    LABELS bench TIMEOUT 60
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:bench_broken_dealing>"
    PASS_REGULAR_EXPRESSION "\"not_comparable\":\"schedule\\(static,1\\) gives iteration 1 of 16 to thread 0, not to 1\"")
endforeach()

include(apps/tests.cmake)

if(TARGET bench_barriers)
  set(barriers "${CMAKE_CURRENT_BINARY_DIR}/barriers")
  add_executable(bench_course barriers/tests/course_test.cpp barriers/tests/placement_test.cpp barriers/course.cpp
    barriers/placement.cpp barriers/team.cpp)
  target_link_libraries(bench_course PRIVATE muster_testable ${MUSTER_GTEST_LIBRARIES} Threads::Threads)
  target_include_directories(bench_course PRIVATE "${harness}" barriers)
  gtest_discover_tests(bench_course
    TEST_PREFIX bench.barriers. DISCOVERY_MODE PRE_TEST PROPERTIES LABELS bench TIMEOUT 120)
  add_test(NAME bench.barriers.all COMMAND "${barriers}" ${instant} --threads 3)
  add_test(NAME bench.barriers.passive COMMAND "${barriers}" ${instant} --threads 2 --wait passive --pinned)
  add_test(NAME bench.barriers.spread COMMAND "${barriers}" ${instant} --threads 3 --placement spread)
  add_test(NAME bench.barriers.yield_noop COMMAND bench_yield_noop "${barriers}" ${instant} --threads 4)
  add_test(NAME bench.barriers.machine COMMAND "${barriers}" --machine)
  set_tests_properties(bench.barriers.all bench.barriers.passive bench.barriers.spread bench.barriers.yield_noop PROPERTIES
    LABELS bench TIMEOUT 60)
  set_tests_properties(bench.barriers.machine PROPERTIES
    LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "package [^\n]*thread")
endif()

add_test(NAME bench.harness.reference COMMAND bench_reference 1)
add_test(NAME bench.harness.reference_of_the_line_transfer COMMAND bench_reference 1 line_transfer)
add_test(NAME bench.harness.yield_noop COMMAND bench_yield_noop "${CMAKE_CURRENT_BINARY_DIR}/reference" 1)
# Under the filter a thread that yields to another keeps the CPU. Without it most yields switch, on kernels where they do.
set_tests_properties(bench.harness.reference PROPERTIES
  LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "\"switches_per_yield\":[0-9.]+}.*\"reference\":\"yield_alone\"")
# Between rounds it has to be quick, so nothing else is measured.
set_tests_properties(bench.harness.reference_of_the_line_transfer PROPERTIES
  LABELS bench TIMEOUT 60 FAIL_REGULAR_EXPRESSION "\"reference\":\"[fy]")
set_tests_properties(bench.harness.yield_noop PROPERTIES
  LABELS bench TIMEOUT 60 PASS_REGULAR_EXPRESSION "\"switches_per_yield\":0\\.0")
# Each needs both CPUs: with yields that do nothing two of them would run one half of each at a time.
set_tests_properties(bench.harness.reference bench.harness.reference_of_the_line_transfer bench.harness.yield_noop PROPERTIES
  RUN_SERIAL ON)

# The comparison. ./check installs what it needs into build/venv; any other Python that has it does as well.
find_program(MUSTER_PYTHON python3 HINTS "${CMAKE_CURRENT_SOURCE_DIR}/../build/venv/bin" NO_CMAKE_FIND_ROOT_PATH
  DOC "Python 3.11 or newer with pytest")
set(python_works 1)
if(MUSTER_PYTHON)
  execute_process(COMMAND "${MUSTER_PYTHON}" -c "import elftools, psutil, pytest, rich, typer"
    RESULT_VARIABLE python_works OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT python_works EQUAL 0)
  message(STATUS "bench: no Python with psutil, pyelftools, pytest, rich and typer; the tests of bench/compare are left out")
  return()
endif()
add_test(NAME bench.compare.units COMMAND "${MUSTER_PYTHON}" -m pytest bench/compare/tests
  WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
set_tests_properties(bench.compare.units PROPERTIES LABELS bench TIMEOUT 120)
if(bench_builds STREQUAL "gcc;clang")
  # One round of everything but wavefront_1000, end to end: status 0 only if each process verified its work on the library it was meant for.
  list(REMOVE_ITEM construct_names wavefront_1000)
  string(JOIN "," round_constructs ${construct_names})
  add_test(NAME bench.compare.round
    COMMAND "${MUSTER_PYTHON}" -m bench.compare run --programs "${CMAKE_CURRENT_BINARY_DIR}" --runtimes libgomp,libomp
      --constructs ${round_constructs} --binding pinned --rounds 1 --budget-ms 1 --repetitions 1 --quiet
      --json "${CMAKE_CURRENT_BINARY_DIR}/round.json"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  add_test(NAME bench.compare.page
    COMMAND "${MUSTER_PYTHON}" -m bench.compare page "${CMAKE_CURRENT_BINARY_DIR}/round.json"
      --output "${CMAKE_CURRENT_BINARY_DIR}/round.html"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  set_tests_properties(bench.compare.round PROPERTIES LABELS bench TIMEOUT 120 FIXTURES_SETUP bench_round)
  set_tests_properties(bench.compare.page PROPERTIES LABELS bench TIMEOUT 60 FIXTURES_REQUIRED bench_round)
endif()

if(bench_builds STREQUAL "gcc;clang")
  # One cell beside everything that there can be beside it: status 0 only if each process verified its work.
  add_test(NAME bench.compare.work
    COMMAND "${MUSTER_PYTHON}" -m bench.compare work --programs "${CMAKE_CURRENT_BINARY_DIR}" --runtimes libgomp,libomp
      --usual --cells "3t,10us,alone,busy,pair,interactive,quota-1.5,yield-noop,dynamic" --rounds 1 --budget-ms 1 --quiet
      --json "${CMAKE_CURRENT_BINARY_DIR}/work.json"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  set_tests_properties(bench.compare.work PROPERTIES LABELS bench TIMEOUT 120)
endif()

if(TARGET bench_barriers)
  # Skips aloud what this machine cannot do (quota); status 0 only if all that ran verified its work.
  add_test(NAME bench.compare.barriers
    COMMAND "${MUSTER_PYTHON}" -m bench.compare barriers --programs "${CMAKE_CURRENT_BINARY_DIR}" --threads 3
      --binding unpinned --conditions idle,busy,yield-noop,quota --rounds 1 --budget-ms 1 --repetitions 1 --quiet
      --output "${CMAKE_CURRENT_BINARY_DIR}/barriers.json"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  set_tests_properties(bench.compare.barriers PROPERTIES LABELS bench TIMEOUT 120)
  # Tests of the command that the labels doctor and simulate do not have.
  add_test(NAME bench.tune
    COMMAND "${MUSTER_PYTHON}" -m pytest tests/test_plan.py tests/test_profile.py tests/test_runtime.py tests/test_tune.py
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/cli")
  add_test(NAME bench.cli
    COMMAND "${MUSTER_PYTHON}" -m pytest tests/test_bench.py tests/test_check.py tests/test_command.py
      tests/test_compare.py tests/test_compare_session.py tests/test_explain.py tests/test_files.py
      tests/test_interrupt.py tests/test_launcher.py tests/test_measure.py tests/test_run.py tests/test_run_later.py
      tests/test_runtimes.py tests/test_settings.py tests/test_streams.py tests/test_topology.py
      tests/test_topology_hints.py tests/test_width.py
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/cli")
  set_tests_properties(bench.tune bench.cli PROPERTIES LABELS bench TIMEOUT 300
    ENVIRONMENT "MUSTER_BARRIERS=${barriers};MUSTER_LIBRARY=$<TARGET_FILE:muster>")
endif()
# One round of the applications, in every condition that can be had here: each process proves its answer.
add_test(NAME bench.compare.apps
  COMMAND "${MUSTER_PYTHON}" -m bench.compare apps --programs "${CMAKE_CURRENT_BINARY_DIR}" --runtimes libgomp,libomp
    --apps matvec_first,fft --threads 2 --conditions all --policies all --rounds 1 --scale 0.01 --quiet
    --json "${CMAKE_CURRENT_BINARY_DIR}/apps.json"
  WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
set_tests_properties(bench.compare.apps PROPERTIES LABELS bench TIMEOUT 120 FAIL_REGULAR_EXPRESSION "failed ")
if("muster" IN_LIST bench_test_runtimes AND TARGET bench_barriers)
  add_test(NAME bench.compare.apps_per_barrier
    COMMAND "${MUSTER_PYTHON}" -m bench.compare apps --per-barrier --programs "${CMAKE_CURRENT_BINARY_DIR}"
      --muster "$<TARGET_FILE:muster>" --runtimes libomp,muster --threads 2,3 --rounds 1 --scale 0.01 --quiet
      --json "${CMAKE_CURRENT_BINARY_DIR}/apps-barriers.json"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  set_tests_properties(bench.compare.apps_per_barrier PROPERTIES
    LABELS bench TIMEOUT 300 FAIL_REGULAR_EXPRESSION "failed ")
endif()
if(bench_builds STREQUAL "gcc;clang" AND "muster" IN_LIST bench_test_runtimes)
  # The figures of an instant say nothing, so the status says nothing either; that each row has one is what is checked.
  add_test(NAME bench.compare.bars
    COMMAND "${MUSTER_PYTHON}" -m bench.compare bars --only "nested,alternating" --programs "${CMAKE_CURRENT_BINARY_DIR}"
      --muster "$<TARGET_FILE:muster>" --runtimes libgomp,libomp,muster --binding pinned
      --rounds 1 --budget-ms 1 --repetitions 1 --quiet --folder "${CMAKE_CURRENT_BINARY_DIR}/bars"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/..")
  set_tests_properties(bench.compare.bars PROPERTIES
    LABELS bench TIMEOUT 120 PASS_REGULAR_EXPRESSION "of 5 met" FAIL_REGULAR_EXPRESSION "Traceback;compare:; - ")
endif()

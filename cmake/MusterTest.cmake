# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Helpers for tests. The ctest label of a test is the name of its folder under tests/ (unit, contract, openmp, ...).
#
#   muster_unit_test(<name> <sources>...)    GoogleTest program linked with the runtime's layers (all except abi);
#                                            each case is a test named <name>.<suite>.<case>
#   muster_test_label(<variable>)            the label of the current folder, for tests added by add_test()
include(GoogleTest)

# What MusterTestNeeds.cmake has found, brought into the build.
set(Python3_EXECUTABLE "${MUSTER_PYTHON}")
if(MUSTER_GTEST_FROM_SOURCE)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK ON)
  add_subdirectory(${MUSTER_GTEST_SOURCE} "${PROJECT_BINARY_DIR}/googletest" EXCLUDE_FROM_ALL SYSTEM)
  foreach(library gtest gtest_main gmock gmock_main)
    target_compile_options(${library} PRIVATE -O0 -g0 ${MUSTER_SANITIZE_FLAGS})
  endforeach()
  set(MUSTER_GTEST_LIBRARIES gmock gtest gtest_main)
else()
  set(MUSTER_GTEST_LIBRARIES GTest::gmock GTest::gtest GTest::gtest_main)
endif()
find_package(Threads REQUIRED)

# Emulated and instrumented code is some ten times slower: tests that go through many cases go through fewer.
set(MUSTER_SLOW_BUILD OFF)
if(CMAKE_CROSSCOMPILING OR MUSTER_SANITIZE)
  set(MUSTER_SLOW_BUILD ON)
endif()

function(muster_test_label variable)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX MATCH "^[^/]+" label "${folder}")
  set(${variable} "${label}" PARENT_SCOPE)
endfunction()

# Without optimisation, which takes longer than the test then runs; the runtime's own objects keep theirs.
function(muster_compile_quickly name)
  target_compile_options(${name} PRIVATE -O0)
  if(NOT MUSTER_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET muster_unit_headers)
    file(WRITE "${PROJECT_BINARY_DIR}/unit_headers.cpp" "// Precompiles.\n")
    add_library(muster_unit_headers OBJECT "${PROJECT_BINARY_DIR}/unit_headers.cpp")
    target_link_libraries(muster_unit_headers PRIVATE muster_testable ${MUSTER_GTEST_LIBRARIES} Threads::Threads)
    target_compile_options(muster_unit_headers PRIVATE -O0)
    target_precompile_headers(muster_unit_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  endif()
  target_precompile_headers(${name} REUSE_FROM muster_unit_headers)
endfunction()

function(muster_unit_test name)
  muster_test_label(label)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE muster_testable ${MUSTER_GTEST_LIBRARIES} Threads::Threads)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${name} PRIVATE MUSTER_SLOW_BUILD=$<BOOL:${MUSTER_SLOW_BUILD}>)
  if(label STREQUAL "unit")
    muster_compile_quickly(${name})
  endif()
  # Cases are listed when ctest runs: a broken test program fails a test, not the build.
  gtest_discover_tests(${name}
    TEST_PREFIX "${name}."
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS "${label}" TIMEOUT 300)
endfunction()

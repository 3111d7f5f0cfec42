# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the tests need of the machine. Sets MUSTER_TEST_NEEDS_MISSING to what is not there, in words, or to nothing: who only wants
# the library builds it with a compiler, CMake and Ninja.
set(MUSTER_TEST_NEEDS_MISSING "")

# ./check installs pytest and the like into build/venv; any other Python that has them does as well.
find_program(MUSTER_PYTHON python3 HINTS "${PROJECT_SOURCE_DIR}/build/venv/bin" NO_CMAKE_FIND_ROOT_PATH
  DOC "Python 3.11 or newer with pytest")
if(NOT MUSTER_PYTHON)
  set(MUSTER_TEST_NEEDS_MISSING "there is no python3")
endif()

# Debian's prebuilt GoogleTest is for the build machine and is not instrumented: otherwise it is built from its source
# package (googletest, a dependency of libgtest-dev).
set(MUSTER_GTEST_SOURCE /usr/src/googletest)
if(CMAKE_CROSSCOMPILING OR MUSTER_SANITIZE)
  set(MUSTER_GTEST_FROM_SOURCE ON)
  if(CMAKE_DISABLE_FIND_PACKAGE_GTest OR NOT EXISTS "${MUSTER_GTEST_SOURCE}/CMakeLists.txt")
    set(MUSTER_TEST_NEEDS_MISSING "GoogleTest's sources are not at ${MUSTER_GTEST_SOURCE} (Debian: googletest)")
  endif()
else()
  set(MUSTER_GTEST_FROM_SOURCE OFF)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gmock)
    set(MUSTER_TEST_NEEDS_MISSING "GoogleTest with GoogleMock is not here (Debian: libgtest-dev libgmock-dev)")
  endif()
endif()

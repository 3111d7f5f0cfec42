# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compile and link flags as interface targets.
#   muster_flags        the runtime (src/): no exceptions, no RTTI, nothing that would need libstdc++
#   muster_warnings     warnings, as errors where presets ask for it, and the sanitizer, for tests and tools too

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)

# Debug keeps assertions and steps well, yet runs the tests at a bearable speed. Release keeps line tables, so that a
# profile or a backtrace of a user's program names our source.
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_DEBUG "-O1 -g")
  set(CMAKE_${language}_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
endforeach()

set(MUSTER_SANITIZE_FLAGS "")
if(MUSTER_SANITIZE STREQUAL "address")
  # Both in one build: neither hides what the other finds. vptr checks need RTTI, which the runtime does without.
  set(MUSTER_SANITIZE_FLAGS -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all)
elseif(MUSTER_SANITIZE STREQUAL "thread")
  set(MUSTER_SANITIZE_FLAGS -fsanitize=thread)
elseif(MUSTER_SANITIZE)
  message(FATAL_ERROR "MUSTER_SANITIZE is '${MUSTER_SANITIZE}'; use address (with undefined) or thread.")
endif()

# The sources are clean under these compilers and the flags of the presets. With others a warning is no reason to have no library.
option(MUSTER_WARNINGS_AS_ERRORS "Warnings of GCC 12 and Clang 19 end the build" OFF)
set(as_errors "")
if(MUSTER_WARNINGS_AS_ERRORS AND "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU 12|Clang 19)\\.")
  set(as_errors -Werror)
endif()
add_library(muster_warnings INTERFACE)
target_compile_options(muster_warnings INTERFACE -Wall -Wextra ${as_errors} -fno-omit-frame-pointer ${MUSTER_SANITIZE_FLAGS})
target_link_options(muster_warnings INTERFACE ${MUSTER_SANITIZE_FLAGS})

add_library(muster_flags INTERFACE)
target_link_libraries(muster_flags INTERFACE muster_warnings)
target_include_directories(muster_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(muster_flags INTERFACE
  _GNU_SOURCE
  MUSTER_VERSION_MAJOR=${PROJECT_VERSION_MAJOR}
  MUSTER_VERSION_MINOR=${PROJECT_VERSION_MINOR}
  MUSTER_VERSION_PATCH=${PROJECT_VERSION_PATCH}
  MUSTER_VERSION="${PROJECT_VERSION}")
target_compile_options(muster_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics>
  # Versions of symbols are top-level assembly (src/abi/exports/export.h), and distributions build with -flto.
  -fno-lto
  -fvisibility=hidden
  # sqrt() is one instruction, not a call into libm for the sake of errno.
  -fno-math-errno
  # Words that were written one by one must be read one by one: a vector load of two of them waits until both stores are through.
  -fno-tree-slp-vectorize
  # The library is loaded with the program; one thread-local access must be one load, not a call.
  -ftls-model=initial-exec)

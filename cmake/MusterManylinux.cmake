# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# MUSTER_MANYLINUX: the library loads with glibc 2.28 and later, whatever it is built with; for wheels (packaging/glibc/oldest.h).
option(MUSTER_MANYLINUX "Build the library for glibc 2.28 and later" OFF)
if(NOT MUSTER_MANYLINUX)
  return()
endif()
set(oldest "${PROJECT_SOURCE_DIR}/packaging/glibc/oldest")
foreach(target muster_core muster_abi)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include \"${oldest}.h\">")
endforeach()
target_sources(muster PRIVATE "${oldest}.cpp")
target_include_directories(muster PRIVATE "${PROJECT_SOURCE_DIR}")
# Where a newer glibc has these empty, an older one has the functions, and a program need not have loaded them.
target_link_options(muster PRIVATE LINKER:--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 LINKER:--as-needed)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# MUSTER_MANYLINUX: the library and the programs of the wheel run with glibc 2.28 and later, whatever they are built with
# (packaging/glibc/oldest.h).
option(MUSTER_MANYLINUX "Build the library and the wheel's programs for glibc 2.28 and later" OFF)
set(muster_oldest "${PROJECT_SOURCE_DIR}/packaging/glibc/oldest")

# Where a newer glibc has the two libraries empty, an older one has the functions, and a program need not have loaded them.
function(muster_for_old_glibc target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include \"${muster_oldest}.h\">" -fno-lto)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "OBJECT_LIBRARY")
    return()
  endif()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_sources(${target} PRIVATE "${muster_oldest}.cpp")
  target_link_options(${target} PRIVATE LINKER:--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 LINKER:--as-needed)
  if(type STREQUAL "EXECUTABLE")
    target_sources(${target} PRIVATE "${muster_oldest}_start.cpp")
    target_link_options(${target} PRIVATE LINKER:--wrap=__libc_start_main)
  endif()
endfunction()

# muster_wheel_program(<target>): the program belongs to the wheel, whose commands find it in muster/bin.
function(muster_wheel_program target)
  install(TARGETS ${target} DESTINATION bin COMPONENT wheel EXCLUDE_FROM_ALL)
  if(MUSTER_MANYLINUX)
    muster_for_old_glibc(${target})
  endif()
endfunction()

if(MUSTER_MANYLINUX)
  foreach(target muster_core muster_abi muster)
    muster_for_old_glibc(${target})
  endforeach()
endif()

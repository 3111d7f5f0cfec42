# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds small OpenMP programs with every compiler at hand, linked as their users would link them, and registers a test for
# each program and compiler that runs it on Muster. README.md in tests/openmp has the directives a program may carry.
include_guard(DIRECTORY)

set(OPENMP_SUPPORT_DIR ${CMAKE_CURRENT_LIST_DIR})
set(OPENMP_PROGRAM_DIR ${CMAKE_BINARY_DIR}/openmp-programs)
set(MUSTER_COMPAT_DIR ${CMAKE_BINARY_DIR}/lib/compat CACHE PATH "Folder with libgomp.so.1 and libomp.so.5 that are Muster")
option(MUSTER_TEST_PEERS "Also run the OpenMP programs on the compilers' own runtimes (label: peers)" OFF)

# A program linked with libomp.so of this build asks for libmuster.so.1 by that name.
set(OPENMP_LIBRARY_PATH ${MUSTER_COMPAT_DIR})
if(CMAKE_CROSSCOMPILING)
  cmake_path(GET MUSTER_COMPAT_DIR PARENT_PATH _library_dir)
  set(OPENMP_LIBRARY_PATH ${MUSTER_COMPAT_DIR}:${_library_dir})
endif()

# Each program is tested on Muster if this build has it, or another whose folder is named (tests/compilers); without it only the
# peers can be tested.
set(OPENMP_TEST_MUSTER OFF)
if(TARGET muster OR EXISTS ${MUSTER_COMPAT_DIR}/libgomp.so.1)
  set(OPENMP_TEST_MUSTER ON)
endif()

# --- compilers -------------------------------------------------------------------------------------------------------

if(CMAKE_CROSSCOMPILING)
  set(_triple ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
  set(_gnu_prefix ${_triple}-)
endif()

# find_openmp_compiler(<variable> <name in test names> <candidate>...)
function(find_openmp_compiler variable label)
  find_program(${variable} NAMES ${ARGN} DOC "Compiler of OpenMP programs: ${label}")
  if(NOT ${variable})
    message(STATUS "OpenMP programs: no ${label}; its tests are left out")
  endif()
endfunction()

find_openmp_compiler(OPENMP_GCC gcc ${_gnu_prefix}gcc-12 ${_gnu_prefix}gcc)
find_openmp_compiler(OPENMP_GXX g++ ${_gnu_prefix}g++-12 ${_gnu_prefix}g++)
find_openmp_compiler(OPENMP_GFORTRAN gfortran ${_gnu_prefix}gfortran-12 ${_gnu_prefix}gfortran)
find_openmp_compiler(OPENMP_CLANG clang clang-19)
find_openmp_compiler(OPENMP_CLANGXX clang++ clang++-19)
if(NOT CMAKE_CROSSCOMPILING)
  find_openmp_compiler(OPENMP_FLANG flang flang-new-19)
endif()

set(OPENMP_COMPILER_gcc ${OPENMP_GCC})
set(OPENMP_COMPILER_g++ ${OPENMP_GXX})
set(OPENMP_COMPILER_gfortran ${OPENMP_GFORTRAN})
set(OPENMP_COMPILER_clang ${OPENMP_CLANG})
set(OPENMP_COMPILER_clang++ ${OPENMP_CLANGXX})
set(OPENMP_COMPILER_flang ${OPENMP_FLANG})
set(OPENMP_FAMILY_gnu gcc g++ gfortran)
set(OPENMP_FAMILY_llvm clang clang++ flang)

# Other versions of the compilers, a family at a time: tests/compilers.
set(OPENMP_ONLY "" CACHE STRING "Family whose compilers build programs: gnu, llvm or, if empty, both")
set(OPENMP_EXTRA_FLAGS "" CACHE STRING "Flags more, for all compilers")
if(OPENMP_ONLY STREQUAL "gnu")
  set(_others llvm)
elseif(OPENMP_ONLY STREQUAL "llvm")
  set(_others gnu)
endif()
if(OPENMP_ONLY)
  foreach(_compiler ${OPENMP_FAMILY_${_others}})
    set(OPENMP_COMPILER_${_compiler} "")
  endforeach()
endif()

set(_common -O1 -g -I${OPENMP_SUPPORT_DIR} ${OPENMP_EXTRA_FLAGS})
# GCC takes a variable that only OpenMP directives read for one that nobody reads.
set(_warnings -Wall -Wextra -Wno-unused-but-set-variable)
foreach(_compiler gcc clang)
  set(OPENMP_FLAGS_${_compiler} ${_common} ${_warnings} -std=gnu17)
endforeach()
foreach(_compiler g++ clang++)
  set(OPENMP_FLAGS_${_compiler} ${_common} ${_warnings} -std=gnu++17)
endforeach()
set(OPENMP_FLAGS_gfortran ${_common} ${_warnings} -Wno-unused-dummy-argument -Wno-compare-reals)
set(OPENMP_FLAGS_flang ${_common})
if(CMAKE_CROSSCOMPILING)
  # There is no libomp of the target to link with; the one under test has its name and its symbols.
  foreach(_compiler clang clang++)
    list(APPEND OPENMP_FLAGS_${_compiler} --target=${_triple} -L${MUSTER_COMPAT_DIR})
  endforeach()
endif()

# --- sanitizers ------------------------------------------------------------------------------------------------------
# A program built by the family that built Muster is instrumented as well, so that races on the program's own data show an
# ordering that the runtime failed to give. The other family cannot share that sanitizer's runtime: its programs stay plain
# and get the runtime preloaded, which still checks Muster itself. (Clang's runtime is not a shared object by default: then the
# other family is left out.) Programs are not built with UndefinedBehaviorSanitizer: the code that compilers make for loops
# near the ends of a type overflows by itself.

set(OPENMP_PRELOAD "")
set(OPENMP_FOREIGN_FAMILY "")
if(MUSTER_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(_own gnu)
    set(OPENMP_FOREIGN_FAMILY llvm)
  else()
    set(_own llvm)
    foreach(_compiler ${OPENMP_FAMILY_gnu})
      set(OPENMP_COMPILER_${_compiler} "")
    endforeach()
  endif()
  foreach(_compiler ${OPENMP_FAMILY_${_own}})
    # Optimised code may read a variable that the source does not, and that would look like a race.
    list(APPEND OPENMP_FLAGS_${_compiler} -O0 -fsanitize=${MUSTER_SANITIZE} -fno-omit-frame-pointer)
  endforeach()
  if(_own STREQUAL "gnu")
    if(MUSTER_SANITIZE MATCHES "thread")
      set(_runtime libtsan.so)
    else()
      set(_runtime libasan.so)
    endif()
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${_runtime} OUTPUT_VARIABLE _found
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(REAL_PATH ${_found} OPENMP_PRELOAD)
  endif()
endif()

# --- support objects ---------------------------------------------------------------------------------------------------

if(NOT OPENMP_GCC)
  message(FATAL_ERROR "OpenMP programs: gcc is needed for the support objects; install gcc")
endif()

# Every folder of programs includes this file; the first one makes the objects for all.
set(_first_folder TRUE)
if(TARGET openmp_support)
  set(_first_folder FALSE)
endif()

set(OPENMP_SUPPORT_OBJECTS "")
foreach(_source check on_muster on_muster_at_start)
  set(_object ${OPENMP_PROGRAM_DIR}/support/${_source}.o)
  if(_first_folder)
    add_custom_command(
      OUTPUT ${_object}
      COMMAND ${OPENMP_GCC} -O1 -g -fPIC -Wall -Wextra -c ${OPENMP_SUPPORT_DIR}/${_source}.c -o ${_object}
      DEPENDS ${OPENMP_SUPPORT_DIR}/${_source}.c ${OPENMP_SUPPORT_DIR}/check.h ${OPENMP_SUPPORT_DIR}/on_muster.h
      VERBATIM)
  endif()
  set(OPENMP_OBJECT_${_source} ${_object})
  list(APPEND OPENMP_SUPPORT_OBJECTS ${_object})
endforeach()
file(MAKE_DIRECTORY ${OPENMP_PROGRAM_DIR}/support)

set(OPENMP_MODULES "")
set(OPENMP_MODULE_FLAG_gfortran -J)
set(OPENMP_MODULE_FLAG_flang -module-dir)
foreach(_compiler gfortran flang)
  if(OPENMP_COMPILER_${_compiler})
    set(_folder ${OPENMP_PROGRAM_DIR}/support/${_compiler})
    file(MAKE_DIRECTORY ${_folder})
    if(_first_folder)
      add_custom_command(
        OUTPUT ${_folder}/checks.o
        COMMAND ${OPENMP_COMPILER_${_compiler}} -O1 -g ${OPENMP_MODULE_FLAG_${_compiler}} ${_folder} -c
                ${OPENMP_SUPPORT_DIR}/checks.f90 -o ${_folder}/checks.o
        DEPENDS ${OPENMP_SUPPORT_DIR}/checks.f90
        VERBATIM)
    endif()
    list(APPEND OPENMP_FLAGS_${_compiler} -I${_folder})
    set(OPENMP_MODULE_${_compiler} ${_folder}/checks.o)
    list(APPEND OPENMP_MODULES ${_folder}/checks.o)
  endif()
endforeach()

if(_first_folder)
  add_custom_target(openmp_support DEPENDS ${OPENMP_SUPPORT_OBJECTS} ${OPENMP_MODULES})
endif()

# --- programs ----------------------------------------------------------------------------------------------------------

# Reads the lines "// <key>: <value>" (or "! <key>: <value>") of a source's head into a list.
function(read_directives source key result)
  file(STRINGS ${source} head LIMIT_COUNT 24)
  set(values "")
  foreach(line IN LISTS head)
    if(line MATCHES "^(//|!) ${key}: (.*)$")
      list(APPEND values "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  set(${result} "${values}" PARENT_SCOPE)
endfunction()

function(compilers_of source result)
  get_filename_component(extension ${source} EXT)
  if(extension STREQUAL ".c")
    set(candidates gcc clang)
  elseif(extension STREQUAL ".cpp")
    set(candidates g++ clang++)
  else()
    set(candidates gfortran flang)
  endif()
  read_directives(${source} compilers wanted)
  separate_arguments(wanted)
  set(found "")
  foreach(compiler IN LISTS candidates)
    if(OPENMP_COMPILER_${compiler} AND (NOT wanted OR compiler IN_LIST wanted))
      list(APPEND found ${compiler})
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# build_openmp_program(<source> <compiler> <output> [extra flags or objects...])
function(build_openmp_program source compiler output)
  read_directives(${source} flags flags)
  read_directives(${source} link link)
  separate_arguments(flags)
  separate_arguments(link)
  set(depfile "")
  if(compiler MATCHES "gfortran|flang")
    # Module files of one program, and of one compiler, must not meet another's.
    file(MAKE_DIRECTORY ${output}.modules)
    list(APPEND flags ${OPENMP_MODULE_FLAG_${compiler}} ${output}.modules)
  else()
    set(depfile DEPFILE ${output}.d)
    list(APPEND flags -MMD -MT ${output} -MF ${output}.d)
  endif()
  get_filename_component(folder ${output} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  set(depends openmp_support)
  if(CMAKE_CROSSCOMPILING AND compiler IN_LIST OPENMP_FAMILY_llvm)
    list(APPEND depends muster)
  endif()
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${OPENMP_COMPILER_${compiler}} ${OPENMP_FLAGS_${compiler}} -fopenmp ${flags} ${source}
            ${OPENMP_MODULE_${compiler}} ${OPENMP_SUPPORT_OBJECTS} ${ARGN} ${link} -lm -pthread -o ${output}
    DEPENDS ${source} ${OPENMP_SUPPORT_OBJECTS} ${OPENMP_MODULE_${compiler}} ${depends} ${depfile}
    VERBATIM)
endfunction()

# Registers one test that runs the program, with the arguments that follow, on the named runtime.
function(add_openmp_run source program compiler name label runtime)
  read_directives(${source} not-under excluded)
  separate_arguments(excluded)
  set(surroundings ${MUSTER_SANITIZE})
  if(CMAKE_CROSSCOMPILING)
    list(APPEND surroundings emulation)
  endif()
  foreach(surrounding IN LISTS surroundings)
    if(surrounding IN_LIST excluded OR "${surrounding}:${compiler}" IN_LIST excluded)
      return()
    endif()
  endforeach()
  set(command sh ${OPENMP_SUPPORT_DIR}/run_program.sh --runtime ${runtime})
  if(runtime STREQUAL "libmuster")
    list(APPEND command --library-path ${OPENMP_LIBRARY_PATH})
    if(OPENMP_PRELOAD AND compiler IN_LIST OPENMP_FAMILY_${OPENMP_FOREIGN_FAMILY})
      list(APPEND command --preload ${OPENMP_PRELOAD})
    endif()
    read_directives(${source} stderr-has patterns)
    foreach(pattern IN LISTS patterns)
      list(APPEND command --stderr-has "${pattern}")
    endforeach()
    read_directives(${source} stderr-lines lines)
    if(NOT lines STREQUAL "")
      list(APPEND command --stderr-lines ${lines})
    endif()
  endif()
  if(CMAKE_CROSSCOMPILING)
    string(JOIN " " emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
    list(APPEND command --emulator "${emulator}")
  endif()
  read_directives(${source} run runs)
  if(NOT runs)
    set(runs OMP_NUM_THREADS=2 OMP_NUM_THREADS=5)
  endif()
  foreach(run IN LISTS runs)
    list(APPEND command --run "${run}")
  endforeach()
  add_test(NAME ${name} COMMAND ${command} ${program} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT 60 SKIP_RETURN_CODE 77)
  if(MUSTER_SANITIZE STREQUAL "thread")
    # Children of a process with threads make threads of their own: that is what some tests are about. Without the second
    # option each of the many processes would stay for a second more.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "TSAN_OPTIONS=die_after_fork=0 atexit_sleep_ms=0")
  endif()
endfunction()

# add_openmp_program(<source> <test name prefix> <label> <result>): registers one source for all its compilers and adds the
# programs to be built to the list <result>.
function(add_openmp_program source prefix label result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  get_filename_component(name ${source} NAME_WE)
  read_directives(${source} peers peers)
  separate_arguments(peers)
  compilers_of(${source} compilers)
  foreach(compiler IN LISTS compilers)
    set(test ${prefix}.${name}.${compiler})
    set(program ${OPENMP_PROGRAM_DIR}/${test})
    build_openmp_program(${source} ${compiler} ${program})
    list(APPEND ${result} ${program})
    if(OPENMP_TEST_MUSTER)
      add_openmp_run(${source} ${program} ${compiler} ${test} ${label} libmuster)
    endif()
    if(compiler IN_LIST OPENMP_FAMILY_gnu)
      set(peer libgomp)
    else()
      set(peer libomp)
    endif()
    if(MUSTER_TEST_PEERS AND NOT CMAKE_CROSSCOMPILING AND (NOT peers OR peer IN_LIST peers))
      add_openmp_run(${source} ${program} ${compiler} peer.${test} peers ${peer})
    endif()
  endforeach()
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

# add_openmp_programs(<folder> <test name prefix> <label>): every *.c, *.cpp and *.f90 of the folder.
function(add_openmp_programs folder prefix label)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c ${folder}/*.cpp ${folder}/*.f90)
  set(programs "")
  foreach(source IN LISTS sources)
    add_openmp_program(${source} ${prefix} ${label} programs)
  endforeach()
  add_custom_target(programs.${prefix} ALL DEPENDS ${programs})
endfunction()

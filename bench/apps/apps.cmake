# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The applications, a row of apps.csv each, compiled by each compiler: apps/<app>-gcc and apps/<app>-clang. Sets bench_apps_<build> to
# those that could be built; one whose language has no compiler here is left out, aloud.
set(apps "${CMAKE_CURRENT_SOURCE_DIR}/apps")
set(apps_folder "${CMAKE_CURRENT_BINARY_DIR}/apps")

find_program(MUSTER_BENCH_GXX NAMES g++-12 g++ DOC "g++ that compiles the benchmarks")
find_program(MUSTER_BENCH_GFORTRAN NAMES gfortran-12 gfortran DOC "gfortran that compiles the benchmarks")
find_program(MUSTER_BENCH_CLANGXX NAMES clang++-19 clang++ DOC "clang++ that compiles the benchmarks")
find_program(MUSTER_BENCH_FLANG NAMES flang-new-19 flang-19 flang-new flang DOC "Flang that compiles the benchmarks")
set(app_compiler_gcc_c "${MUSTER_BENCH_GCC}")
set(app_compiler_gcc_cpp "${MUSTER_BENCH_GXX}")
set(app_compiler_gcc_f90 "${MUSTER_BENCH_GFORTRAN}")
set(app_compiler_clang_c "${MUSTER_BENCH_CLANG}")
set(app_compiler_clang_cpp "${MUSTER_BENCH_CLANGXX}")
set(app_compiler_clang_f90 "${MUSTER_BENCH_FLANG}")
set(app_common -O2 -g -fopenmp)
set(app_flags_c -std=gnu17 -D_GNU_SOURCE ${bench_warnings})
set(app_flags_cpp -std=c++20 ${bench_warnings})
# Numbers are compared exactly on purpose, and dummy arguments of the common interface may go unused.
set(app_flags_gcc_f90 ${bench_warnings} -Wno-compare-reals -Wno-unused-dummy-argument)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${apps}/apps.csv")
file(STRINGS "${apps}/apps.csv" app_rows)
list(POP_FRONT app_rows)
file(GLOB app_headers CONFIGURE_DEPENDS "${apps}/*.h" "${harness}/*.h" "${constructs}/sparse_lu.h")

# Splits a row into app_name, app_source, app_macro, app_broken and app_language.
macro(read_app_row row)
  string(REPLACE "," ";" fields "${row}")
  list(GET fields 0 app_name)
  list(GET fields 1 app_source)
  list(GET fields 2 app_macro)
  list(GET fields 3 app_broken)
  get_filename_component(app_language "${app_source}" LAST_EXT)
  string(SUBSTRING "${app_language}" 1 -1 app_language)
endmacro()

# The C part knows the name of the application; the compiler of the application's language links the two.
function(add_app build)
  set(program "${apps_folder}/${app_name}-${build}")
  set(main "${program}.main.o")
  set(flags ${app_common} ${app_flags_${app_language}} ${app_flags_${build}_${app_language}})
  if(app_language STREQUAL "f90")
    # Module files of one compiler must not meet another's.
    file(MAKE_DIRECTORY "${program}.modules")
    list(APPEND flags $<IF:$<STREQUAL:${build},gcc>,-J,-module-dir> "${program}.modules")
  else()
    list(APPEND flags "-I${apps}" "-I${harness}" "-I${constructs}")
  endif()
  if(app_macro)
    list(APPEND flags "-D${app_macro}")
  endif()
  add_custom_command(
    OUTPUT "${main}"
    COMMAND "${app_compiler_${build}_c}" ${app_common} ${app_flags_c} "-DAPP_NAME=\"${app_name}\"" "-I${harness}" "-I${apps}"
      -c "${apps}/main.c" -o "${main}"
    DEPENDS "${apps}/main.c" ${app_headers}
    VERBATIM)
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${app_compiler_${build}_${app_language}}" ${flags} "${apps}/${app_source}" "${main}" -lm -o "${program}"
    DEPENDS "${apps}/${app_source}" "${main}" ${app_headers}
    COMMENT "Building apps/${app_name}-${build}"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY bench_app_programs_${build} "${program}")
endfunction()

file(MAKE_DIRECTORY "${apps_folder}")
foreach(build IN LISTS bench_builds)
  set(bench_apps_${build} "")
  foreach(row IN LISTS app_rows)
    read_app_row("${row}")
    if(app_compiler_${build}_${app_language})
      add_app(${build})
      list(APPEND bench_apps_${build} "${row}")
    else()
      message(STATUS "bench: no compiler of ${app_language} beside ${build}; the application ${app_name}-${build} is left out")
    endif()
  endforeach()
  get_property(programs GLOBAL PROPERTY bench_app_programs_${build})
  add_custom_target(bench_apps_${build} ALL DEPENDS ${programs})
endforeach()

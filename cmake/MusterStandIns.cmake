# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stand-ins for the whole system: ldconfig goes by the name inside a file, so a link to the library does not serve it. A stand-in has the
# name of another runtime and its version nodes, no code, and needs libmuster.so.1, where every symbol is found: one runtime still.
set(stand_ins libgomp.so.1 libomp.so.5 libomp.so libiomp5.so)

# The nodes of all runtimes, which the loader looks for in the file that a program names.
file(STRINGS "${PROJECT_SOURCE_DIR}/src/abi/exports/exports.map" nodes REGEX "^[A-Z].* {")
list(TRANSFORM nodes REPLACE " {.*" " {}" OUTPUT_VARIABLE nodes)
list(JOIN nodes ";\n" nodes)
set(map "${PROJECT_BINARY_DIR}/packaging/stand_ins.map")
file(CONFIGURE OUTPUT "${map}" CONTENT "${nodes};\n" @ONLY)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/packaging/stand_in.c" CONTENT "/* The file is all that is wanted. */\n" @ONLY)

foreach(name IN LISTS stand_ins)
  string(MAKE_C_IDENTIFIER "muster_stand_in_${name}" target)
  add_library(${target} MODULE "${PROJECT_BINARY_DIR}/packaging/stand_in.c")
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX "" OUTPUT_NAME "${name}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/system"
    LINK_DEPENDS "${map}"
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/../..")
  # Debian's policy wants every library to need libc.
  target_link_libraries(${target} PRIVATE muster -lc)
  target_link_options(${target} PRIVATE
    -nostdlib LINKER:-soname,${name} LINKER:--no-as-needed "LINKER:--version-script=${map}" LINKER:-z,relro LINKER:-z,now LINKER:--build-id)
  list(APPEND stand_in_targets ${target})
endforeach()
install(TARGETS ${stand_in_targets} DESTINATION "${CMAKE_INSTALL_LIBDIR}/muster/system" COMPONENT runtime)

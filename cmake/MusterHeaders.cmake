# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each header of src/ on its own: a header includes what it uses, and the order of includes does not matter.
add_library(muster_headers OBJECT)
target_link_libraries(muster_headers PRIVATE muster_flags)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/src/*.h")
foreach(header IN LISTS headers)
  set(source "${PROJECT_BINARY_DIR}/headers/${header}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n")
  target_sources(muster_headers PRIVATE "${source}")
endforeach()

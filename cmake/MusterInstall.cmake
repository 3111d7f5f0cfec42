# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake --install: the library, the names that programs ask for, the header, and how build systems and modules find them. Nothing
# that is installed holds the prefix, so the folder may be moved. packaging/README.md says what is where.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Distributions may give whole paths. Each file finds the others from where it lies, so they have to be below the prefix.
set(MUSTER_MODULEFILES_DIR "${CMAKE_INSTALL_DATADIR}/modulefiles" CACHE STRING "Where environment modules are installed")
foreach(folder CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_SBINDIR CMAKE_INSTALL_DATADIR MUSTER_MODULEFILES_DIR)
  if(IS_ABSOLUTE "${${folder}}")
    cmake_path(IS_PREFIX CMAKE_INSTALL_PREFIX "${${folder}}" NORMALIZE is_below)
    if(NOT is_below)
      message(FATAL_ERROR "${folder} is ${${folder}}, which is not below CMAKE_INSTALL_PREFIX "
        "(${CMAKE_INSTALL_PREFIX}): give a folder below it, such as -DCMAKE_INSTALL_LIBDIR=lib.")
    endif()
    file(RELATIVE_PATH ${folder} "${CMAKE_INSTALL_PREFIX}" "${${folder}}")
    if("${${folder}}" STREQUAL "")
      set(${folder} ".")
    endif()
  endif()
endforeach()

set(package_files "${PROJECT_BINARY_DIR}/packaging")
set(MUSTER_INSTALL_COMPAT_DIR "${CMAKE_INSTALL_LIBDIR}/muster/compat")
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/muster")
set(pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
set(modulefile_dir "${MUSTER_MODULEFILES_DIR}/muster")

# Each file finds the others from where it lies itself.
file(RELATIVE_PATH MUSTER_PREFIX_FROM_PKGCONFIG "/${pkgconfig_dir}" "/")
file(RELATIVE_PATH MUSTER_PREFIX_FROM_MODULEFILE "/${modulefile_dir}" "/")
file(RELATIVE_PATH MUSTER_SYSTEM_FROM_SBIN "/${CMAKE_INSTALL_SBINDIR}" "/${CMAKE_INSTALL_LIBDIR}/muster/system")
file(RELATIVE_PATH MUSTER_LIBDIR_FROM_COMPAT "/${MUSTER_INSTALL_COMPAT_DIR}" "/${CMAKE_INSTALL_LIBDIR}")
foreach(variable MUSTER_PREFIX_FROM_PKGCONFIG MUSTER_PREFIX_FROM_MODULEFILE MUSTER_LIBDIR_FROM_COMPAT)
  string(REGEX REPLACE "/$" "" ${variable} "${${variable}}")
endforeach()

target_include_directories(muster INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# A program that links with the target is compiled for OpenMP, and need not ask for the compiler's own runtime.
target_compile_options(muster INTERFACE $<INSTALL_INTERFACE:$<$<COMPILE_LANGUAGE:C,CXX,Fortran>:-fopenmp>>)
install(TARGETS muster EXPORT muster_targets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development)
install(FILES "${PROJECT_SOURCE_DIR}/include/muster.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)

# Links in a folder of their own, which nothing finds unless it is told: installing Muster changes no program.
file(MAKE_DIRECTORY "${package_files}/compat")
foreach(name IN LISTS muster_compat_names)
  file(CREATE_LINK "${MUSTER_LIBDIR_FROM_COMPAT}/libmuster.so.1" "${package_files}/compat/${name}" SYMBOLIC)
endforeach()
install(DIRECTORY "${package_files}/compat/" DESTINATION "${MUSTER_INSTALL_COMPAT_DIR}" COMPONENT runtime)

configure_file("${PROJECT_SOURCE_DIR}/packaging/muster.pc.in" "${package_files}/muster.pc" @ONLY)
install(FILES "${package_files}/muster.pc" DESTINATION "${pkgconfig_dir}" COMPONENT development)

configure_file("${PROJECT_SOURCE_DIR}/packaging/modulefile.in" "${package_files}/${PROJECT_VERSION}" @ONLY)
install(FILES "${package_files}/${PROJECT_VERSION}" DESTINATION "${modulefile_dir}" COMPONENT runtime)

configure_file("${PROJECT_SOURCE_DIR}/packaging/muster-system.in" "${package_files}/muster-system" @ONLY)
install(PROGRAMS "${package_files}/muster-system" DESTINATION "${CMAKE_INSTALL_SBINDIR}" COMPONENT runtime)

install(EXPORT muster_targets FILE musterTargets.cmake NAMESPACE muster:: DESTINATION "${config_dir}" COMPONENT development)
configure_package_config_file("${PROJECT_SOURCE_DIR}/packaging/musterConfig.cmake.in" "${package_files}/musterConfig.cmake"
  INSTALL_DESTINATION "${config_dir}" PATH_VARS MUSTER_INSTALL_COMPAT_DIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change the header.
write_basic_package_version_file("${package_files}/musterConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${package_files}/musterConfig.cmake" "${package_files}/musterConfigVersion.cmake"
  DESTINATION "${config_dir}" COMPONENT development)

# The wheel (pyproject.toml) has the library under the one name that the loader asks for: a wheel holds no links.
install(PROGRAMS $<TARGET_FILE:muster> DESTINATION lib RENAME libmuster.so.1 COMPONENT wheel EXCLUDE_FROM_ALL)
# The machines that `muster topology` and `muster memory` know by a name.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/simulate/machines/" DESTINATION machines COMPONENT wheel EXCLUDE_FROM_ALL
  FILES_MATCHING PATTERN "*.machine")
# The page goes where the command goes, and only pip installs that. SKBUILD_DATA_DIR stands for the environment that pip installs into.
if(DEFINED SKBUILD_DATA_DIR)
  install(FILES "${PROJECT_SOURCE_DIR}/cli/man/muster.1" DESTINATION "${SKBUILD_DATA_DIR}/share/man/man1" COMPONENT wheel EXCLUDE_FROM_ALL)
endif()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spack's recipe. Its place in a repository of recipes (api: v2.0, Spack 1.0) is packages/muster/package.py."""

from spack.package import *
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator


class Muster(CMakePackage):
    """An OpenMP runtime that takes the place of libgomp, libomp and libiomp5 under programs that already exist."""

    license("Apache-2.0 WITH LLVM-exception")

    # There is no release to fetch yet: spack develop --path TREE muster@0.1.0
    version("0.1.0")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")

    requires("platform=linux")
    requires("target=x86_64:", "target=aarch64:", policy="any_of")
    conflicts("%gcc@:11", msg="Muster is built and tested with GCC 12 and later")
    conflicts("%clang@:18", msg="Muster is built and tested with Clang 19 and later")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("MUSTER_BUILD_TESTS", False),
            self.define("MUSTER_BUILD_BENCH", False),
            # Where setup_run_environment looks; some systems would have it in lib64.
            self.define("CMAKE_INSTALL_LIBDIR", "lib"),
        ]

    def setup_run_environment(self, env):
        """`spack load muster` puts it under programs that find their runtime by the loader's search."""
        env.prepend_path("LD_LIBRARY_PATH", self.prefix.lib.muster.compat)

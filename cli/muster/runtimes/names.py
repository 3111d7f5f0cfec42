# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes by name: what loads them, which code each serves, what sets them, and how each is to be had."""

import re

MUSTER = "muster"
PEERS = ("libgomp", "libomp", "libiomp5")
# Their files: libgomp.so.1, libomp.so.5, libiomp5.so, and copies in wheels such as libgomp-24e2ab19.so.1.0.0. What lies
# beside them, such as libompd.so, libomptarget.so.19 and libgomp-plugin-nvptx.so.1, is no runtime.
PEER_FILE = re.compile(rf"^({'|'.join(PEERS)})(-[0-9a-f]+)?\.so(\.\d+)*$")

# What a program built by GCC, by Clang or by Intel's compiler asks the loader for.
LOADER_NAMES = ("libgomp.so", "libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5", "libiomp5.so")

# libgomp has no __kmpc_* entry points: it serves GCC-built code only.
COMPILERS = ("gcc", "clang")
SERVES = {"libgomp": ("gcc",), "libomp": COMPILERS, "libiomp5": COMPILERS, MUSTER: COMPILERS}

# Variables with these beginnings set one of the runtimes.
SETTING_PREFIXES = ("OMP_", "GOMP_", "KMP_", "LIBOMP_", "MUSTER_")

ADVICE = {
    MUSTER: "build it: cmake --preset release && cmake --build --preset release --target muster",
    "libgomp": "apt-get install libgomp1",
    "libomp": "apt-get install libomp5-19",
    "libiomp5": "pip install intel-openmp, or `cd bench && python -m compare fetch`",
}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which OpenMP runtimes are here, and how one is put under a program. Needs nothing but Python's own library."""

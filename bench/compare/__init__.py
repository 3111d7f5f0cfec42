# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Paired comparison of OpenMP runtimes on the construct benchmarks."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the test suites of other OpenMP runtimes on a runtime of choice."""

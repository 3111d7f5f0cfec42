# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs unmodified programs on a chosen OpenMP runtime and compares what they print."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster bench all`: every benchmark, the conformance suites and the programs as one file and one page."""

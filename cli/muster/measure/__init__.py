# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running a process to its end and saying what it took. Needs nothing but Python's own library."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variables by which the loader is told of a library. Nothing else, so that they can be named where no ELF is read."""

PATH, PRELOAD = "LD_LIBRARY_PATH", "LD_PRELOAD"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variables by which the loader is told of a library. Nothing else: they are named where no ELF is read, too."""

PATH, PRELOAD = "LD_LIBRARY_PATH", "LD_PRELOAD"

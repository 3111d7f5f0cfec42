# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster compare`: a program on several OpenMP runtimes, in turn, and what can be said of the difference."""

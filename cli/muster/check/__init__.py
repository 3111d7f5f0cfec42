# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster check`: wrong use of OpenMP in a run of a program, with the lines of its source."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster run`: a program on Muster, with the settings that the command line names."""

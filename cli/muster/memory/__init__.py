# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster memory`: which thread touched a program's large arrays first, and which threads use them."""

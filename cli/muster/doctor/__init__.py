# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster doctor`: where a program loses its time, why, and what to do about it."""

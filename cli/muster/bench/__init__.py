# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster bench`: the benchmarks of the source tree (bench/compare), with a look at the machine around them."""

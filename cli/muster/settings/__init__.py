# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The settings of the runtime as its own table has them, and what an environment makes of them."""

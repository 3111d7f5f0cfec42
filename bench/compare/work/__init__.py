# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work between constructs: a plan of cells that covers all pairs, each against the best peer and against the ideal."""

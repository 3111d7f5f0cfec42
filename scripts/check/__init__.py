# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ./check runs once the tools are there: every stage, whatever becomes of the others, and one sum at the end."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules of the house, R1 to R7 (STYLE.md), one module a rule.

Run from the top of the source tree: python3 -m scripts.rules
"""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machine that commands run on: facts about it, and whether it is fit to be measured on."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program is linked with, and how Muster gets under it."""

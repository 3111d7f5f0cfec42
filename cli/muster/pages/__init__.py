# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages of all commands share: their style, and figures that take the colours of the page."""

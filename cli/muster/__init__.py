# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The `muster` command: tools around the runtime."""

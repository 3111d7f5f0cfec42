# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The main job of ./demo: one program on three runtimes, side by side, in interleaved runs."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Paired comparison of OpenMP runtimes on the construct benchmarks."""

import sys
from pathlib import Path

# What this shares with the `muster` command lies in cli/, which need not be installed.
sys.path.append(str(Path(__file__).resolve().parents[2] / "cli"))

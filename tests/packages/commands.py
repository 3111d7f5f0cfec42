# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command as a user has it: without the settings of the test run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> str:
    """What it prints; it must succeed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LD_", "OMP_", "PYTHON"))}
    done = subprocess.run(command, env=kept | environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

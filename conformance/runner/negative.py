# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library of the negative control, compiled when it is wanted."""

from __future__ import annotations

import subprocess
from pathlib import Path

from runner import paths
from runner.errors import ConformanceError


def build() -> Path:
    source = paths.SHIMS / "negative_control.c"
    library = paths.WORK / "libnegative_control.so"
    command = ["gcc-12", "-O2", "-shared", "-fPIC", "-w", str(source), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ConformanceError(f"the negative control does not compile: {done.stderr}")
    return library

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the small C programs of this folder with the system's gcc."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from runner.errors import Unavailable

FLAGS = ("-std=c11", "-D_DEFAULT_SOURCE", "-O2", "-g", "-Wall", "-Wextra", "-Werror")


def executable(source: Path, binary: Path, flags: Sequence[str]) -> None:
    """Compile `source` with OpenMP into `binary`, if it is older than the source."""
    _compile(source, binary, ["-fopenmp"], [*flags, "-lm"])


def library(source: Path, binary: Path, flags: Sequence[str] = ()) -> None:
    """Compile `source` without OpenMP into the shared object `binary`, if it is older than the source."""
    _compile(source, binary, ["-shared", "-fPIC"], flags)


def _compile(source: Path, binary: Path, mode: Sequence[str], flags: Sequence[str]) -> None:
    binary.parent.mkdir(parents=True, exist_ok=True)
    if binary.exists() and binary.stat().st_mtime > source.stat().st_mtime:
        return
    command = ["gcc", *FLAGS, *mode, str(source), "-o", str(binary), *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"{source.name} does not compile with '{' '.join(command)}':\n{done.stderr}")

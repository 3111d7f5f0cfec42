# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs/*.c, as a user of GCC would, with what makes them refuse any runtime but the one that is meant."""

from __future__ import annotations

import subprocess
from pathlib import Path

from muster.measure.limits import TOOL_S
from runner import paths
from runner.errors import GuestError

FLAGS = ("-O1", "-g", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "-fopenmp", f"-I{paths.ROOT / 'include'}")
_SUPPORT = paths.ROOT / "tests" / "openmp" / "support"
_REFUSE = (_SUPPORT / "on_muster.c", _SUPPORT / "on_muster_at_start.c")


def compile_all() -> list[Path]:
    paths.PROGRAMS.mkdir(parents=True, exist_ok=True)
    return [_compile(source) for source in sorted(paths.SOURCES.glob("*.c"))]


def _compile(source: Path) -> Path:
    program = paths.PROGRAMS / source.stem
    parts = (*paths.SOURCES.iterdir(), *_REFUSE, Path(__file__))
    if program.exists() and program.stat().st_mtime > max(part.stat().st_mtime for part in parts):
        return program
    command = ["gcc", *FLAGS, str(source), *(str(file) for file in _REFUSE), "-ldl", "-lm", "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TOOL_S)
    if done.returncode != 0:
        raise GuestError(f"{source.name} does not compile: {done.stderr.strip()}")
    return program

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one command to its end or to its time limit."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# What a person has in the environment for other programs must not decide a run.
_CLEARED = ("LD_", "OMP_", "GOMP_", "KMP_", "LIBOMP_", "MUSTER_", "CPATH", "C_INCLUDE", "LIBRARY_PATH")

# A program in a loop of output must not fill the disk.
_KEPT_BYTES = 1 << 20


@dataclass(frozen=True)
class Finished:
    status: int
    timed_out: bool
    output: str

    @property
    def end(self) -> str:
        if self.timed_out:
            return "time limit"
        if self.status < 0:
            return signal.Signals(-self.status).name
        return f"exit status {self.status}"


def clean_environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_CLEARED)}
    return kept | {"LC_ALL": "C", "LANG": "C"}


def execute(command: Sequence[str], environment: Mapping[str, str], folder: Path, limit_s: float) -> Finished:
    """Standard output and error together, in the order in which they were written."""
    with (folder / "output").open("w+b") as output:
        process = subprocess.Popen(
            command,
            env=dict(environment),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        timed_out = False
        try:
            process.wait(limit_s)
        except subprocess.TimeoutExpired:
            timed_out = True
        # Also what the test left running.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        output.seek(0)
        text = output.read(_KEPT_BYTES).decode(errors="replace")
    return Finished(process.returncode, timed_out, text)


def why(finished: Finished) -> str:
    """How it ended, and the most telling line of its output."""
    line = _telling_line(finished.output)
    return f"{finished.end}: {line}" if line else finished.end


def _telling_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for mark in ("symbol lookup error", "version `", "undefined reference", "error:", "Error", "rror"):
        for line in lines:
            if mark in line:
                return _shorten(line)
    return _shorten(lines[-1]) if lines else ""


def _shorten(line: str) -> str:
    """Without the paths of this machine: what the loader could not find is what counts."""
    _, found, symbol = line.partition("undefined symbol: ")
    return (found + symbol if found else line)[:200]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one command to its end or to its time limit, and finds what is telling in its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from muster.measure.environment import LOADER_PREFIX, without_settings
from muster.measure.process import Finished, run

# Variables of compilers, which would change what is compiled.
_COMPILERS = ("CPATH", "C_INCLUDE", "LIBRARY_PATH")

# A program in a loop of output must not fill the report.
_KEPT_BYTES = 1 << 20


# Tests of binding compare places, and run beside each other: none is to begin where another leaves room.
_ALONE = {"MUSTER_NEIGHBOURS": "IGNORE"}


def clean_environment() -> dict[str, str]:
    return without_settings(None, LOADER_PREFIX, *_COMPILERS) | {"LC_ALL": "C", "LANG": "C"} | _ALONE


def execute(command: Sequence[str], environment: Mapping[str, str], folder: Path, limit_s: float) -> Finished:
    """Standard output and error together, in the order in which they were written."""
    return run(command, environment, limit_s, folder=folder, merged=True, kept_bytes=_KEPT_BYTES)


def why(finished: Finished) -> str:
    """How it ended, and the most telling line of its output."""
    line = _telling_line(finished.stdout)
    return f"{_end_of(finished)}: {line}" if line else _end_of(finished)


def _end_of(finished: Finished) -> str:
    """Without the time that it took, so that two runs end alike."""
    if finished.timed_out:
        return "time limit"
    return finished.end.removeprefix("was ended by ").replace("ended with status", "exit status")


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

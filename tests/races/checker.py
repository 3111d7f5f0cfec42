# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program that was built with ThreadSanitizer, without any option of the checker's, and counts its reports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# For the limits of time that the scripts of this folder take from there.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cli"))

REPORT = "WARNING: ThreadSanitizer"
# Exit status of a program with reports.
REPORTED = 66
# What a person has in the environment must not decide a run.
_CLEARED = ("TSAN_", "OMP_", "KMP_", "MUSTER_", "GOMP_")


@dataclass(frozen=True)
class Done:
    """How a program ended. The status is None where the time was over."""

    status: int | None
    said: str

    @property
    def reports(self) -> int:
        return self.said.count(REPORT)

    @property
    def end(self) -> str:
        return "did not end in time" if self.status is None else f"exit status {self.status}"


def run(command: list[str], library_path: str | None, environment: Mapping[str, str], limit_s: float) -> Done:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_CLEARED)}
    if library_path is not None:
        kept["LD_LIBRARY_PATH"] = library_path
    try:
        done = subprocess.run(
            command,
            env=kept | dict(environment),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=limit_s,
            check=False,
            errors="replace",
        )
    except subprocess.TimeoutExpired as late:
        return Done(None, late.stderr.decode(errors="replace") if isinstance(late.stderr, bytes) else "")
    return Done(done.returncode, done.stderr)

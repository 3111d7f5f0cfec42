# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one stage: its output goes to its log, and the terminal shows where it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from scripts.check.result import Result, judge
from scripts.check.stages import Command, Stage, log_file

# Between two signs of life where there is no terminal to rewrite a line on.
_HEARTBEAT_SECONDS = 30.0
_TAIL_LINES = 60


def run_stage(stage: Stage) -> Result:
    log = log_file(stage)
    log.parent.mkdir(parents=True, exist_ok=True)
    progress = _Progress()
    start = time.monotonic()
    status = 0
    with log.open("w", encoding="utf-8") as file:

        def see(line: str) -> None:
            file.write(line)
            progress.show(line)

        for number, command in enumerate(stage.commands):
            file.write(f"$ {' '.join(command)}\n")
            own_status = _run(command, see)
            status = status or own_status
            file.write(f"(exit status {own_status})\n")
            if own_status != 0 and number not in stage.may_fail:
                break
    progress.clear()
    return judge(stage.name, time.monotonic() - start, status, log.read_text(encoding="utf-8"))


def tail(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "".join(f"    {line}\n" for line in lines[-_TAIL_LINES:])


def _run(command: Command, see: Callable[[str], None]) -> int:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=_environment(),
        )
    except OSError as error:
        see(f"{command[0]}: {error.strerror}\n")
        return 127
    assert process.stdout is not None
    for line in process.stdout:
        see(line)
    return process.wait()


def _environment() -> dict[str, str]:
    """The caller's, less the settings that would make a test run another way."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "MUSTER_"))}


class _Progress:
    """The last line of output, rewritten in place on a terminal, now and then elsewhere."""

    def __init__(self) -> None:
        self._last = time.monotonic()
        self._start = self._last
        self._terminal = sys.stdout.isatty()

    def show(self, line: str) -> None:
        text = f"    {time.monotonic() - self._start:4.0f} s  {line.strip()}"
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{text[:width]}", end="", flush=True)
        elif time.monotonic() - self._last > _HEARTBEAT_SECONDS:
            self._last = time.monotonic()
            print(text[:160], flush=True)

    def clear(self) -> None:
        if self._terminal:
            print("\r\033[K", end="", flush=True)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Backtraces of runs that hang or crash, by gdb if it is installed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from muster.measure.limits import DEBUGGER_S
from runner import paths, trial
from runner.trial import Trial

ALL_THREADS = ("-ex", "set pagination off", "-ex", "thread apply all backtrace")


def hang_reporter(report: Path) -> Callable[[int], None]:
    """A function that writes what all threads of a process are doing into `report`."""

    def write(pid: int) -> None:
        _gdb(["gdb", "--batch", "-p", str(pid), *ALL_THREADS], report)

    return write


def report_path(name: str) -> Path:
    """Where the report of the run `name` goes; an old one is removed."""
    paths.REPORTS.mkdir(parents=True, exist_ok=True)
    report = paths.REPORTS / f"{name}.txt"
    report.unlink(missing_ok=True)
    return report


def rerun_in_debugger(done: Trial, report: Path) -> None:
    """Run again what ended badly, under gdb, and write the backtraces of the end into `report`."""
    environment = trial.environment_of(done.program, done.runtime, done.conditions)
    command = done.program.command(trial.inputs_of(done.program), done.conditions.size)
    # Set inside gdb: gdb itself must not run on the runtime under test.
    assignments = [part for name, value in environment.items() for part in ("-ex", f"set environment {name} {value}")]
    start = ["gdb", "--batch", *assignments, "-ex", "set startup-with-shell off", "-ex", "run", *ALL_THREADS]
    _gdb([*start, "--args", *command], report, done.finished.folder)


def _gdb(command: list[str], report: Path, folder: Path | None = None) -> None:
    if shutil.which("gdb") is None:
        report.write_text("gdb is not installed: 'apt-get install gdb' and run again to see a backtrace here\n")
        return
    with report.open("wb") as output:
        try:
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder,
                timeout=DEBUGGER_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            output.write(b"gdb did not end in time\n")

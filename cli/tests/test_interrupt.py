# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C while `muster check` and `muster doctor` run a program: it ends, and what there was is told."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from muster.measure import interrupt
from muster.measure.interrupt import end_interrupted
from tests.ledgers import write_file
from tests.test_compare_session import CLI, MUSTER
from tests.test_measure import await_end

FINDS = 'echo "muster: check: lock set at /nowhere/program+0x12 is not initialized" > "$MUSTER_CHECK_FILE"'
# The ledger of another process: the runtime keeps that of this one.
KEEPS = 'cp ledger "${MUSTER_LEDGER%%%p}1"'


def program(folder: Path, *, does: str, ignores: bool = False) -> None:
    """A program that does this, and then never ends by itself."""
    script = folder / "program"
    ignored = "trap '' INT\n" if ignores else ""
    script.write_text(f"#!/bin/sh\n{ignored}{does}\necho $$ > begun.part && mv begun.part begun\nexec sleep 1000\n")
    script.chmod(0o755)


def stopped(folder: Path, command: str, *, terminal: bool) -> tuple[int, str]:
    """Status and output. A terminal sends the signal to the program, too."""
    with subprocess.Popen(
        [sys.executable, "-c", MUSTER, command, "--", "./program"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(CLI), "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        while process.poll() is None and not (folder / "begun").exists():
            time.sleep(0.01)
        if terminal:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        shown = process.communicate()[0]
    await_end(int((folder / "begun").read_text(encoding="ascii")))
    return process.returncode, shown


@pytest.mark.parametrize(("terminal", "ignores"), [(True, False), (False, False), (True, True)])
def test_check_tells_what_there_was(tmp_path: Path, terminal: bool, ignores: bool) -> None:
    program(tmp_path, does=FINDS, ignores=ignores)
    status, shown = stopped(tmp_path, "check", terminal=terminal)
    assert status == 130, shown
    assert "/nowhere/program+0x12 is not initialized" in shown
    assert shown.endswith("Stopped: this is what there was so far.\n")


@pytest.mark.parametrize("terminal", [True, False])
def test_doctor_tells_what_there_was(tmp_path: Path, terminal: bool) -> None:
    write_file(tmp_path / "ledger", end=0)
    program(tmp_path, does=KEEPS)
    status, shown = stopped(tmp_path, "doctor", terminal=terminal)
    assert status == 130, shown
    assert "1 threads on 2 CPUs; it ended without telling" in shown
    assert shown.endswith("Stopped: this is what there was so far.\n")


def test_doctor_says_that_there_was_no_ledger_yet(tmp_path: Path) -> None:
    program(tmp_path, does=":")
    status, shown = stopped(tmp_path, "doctor", terminal=True)
    assert status == 130, shown
    assert shown == "muster doctor: the program was stopped before it kept a ledger\n"


def test_a_program_that_does_not_end_is_killed_with_what_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupt, "PATIENCE_S", 0.05)
    script = "trap '' INT; sleep 1000 & echo $!; wait"
    with subprocess.Popen(["/bin/sh", "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        started = int(process.stdout.readline())
        assert end_interrupted(process) == -signal.SIGKILL
    await_end(started)

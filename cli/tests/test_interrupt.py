# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals while `muster check` and others run a program: it ends, and with Ctrl-C what there was is told."""

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
from tests.openmp_programs import LIBRARY, needs_library
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


def stopped(
    folder: Path, *command: str, terminal: bool, number: signal.Signals = signal.SIGINT, script: str = MUSTER
) -> tuple[int, str]:
    """Status and output. A terminal sends the signal to the program, too."""
    with subprocess.Popen(
        [sys.executable, "-c", script, *command, "--", "./program"],
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
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
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


# What all commands that measure go by.
RUNS = "import os; from muster.measure.process import run; run(['./program'], os.environ, None)"
BESIDE_NOHUP = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); {RUNS}"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_is_measured_ends_with_what_measures(tmp_path: Path, number: signal.Signals) -> None:
    program(tmp_path, does=":")
    status, shown = stopped(tmp_path, terminal=False, number=number, script=RUNS)
    assert (status, shown) == (128 + number, "")


# The signal comes when the program runs, and before subprocess has said which process it is.
EARLY = """
import os, signal, subprocess, time
from pathlib import Path

class Popen(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        if list(words[0]) != ["./program"]:
            return
        while not Path("begun").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)

subprocess.Popen = Popen
"""


@pytest.mark.parametrize(
    "script", [RUNS, "import sys; from muster.__main__ import main; sys.argv[1:] = ['check', './program']; main()"]
)
def test_a_signal_at_the_very_begin_ends_both(tmp_path: Path, script: str) -> None:
    program(tmp_path, does=":")
    environment = os.environ | {"PYTHONPATH": str(CLI)}
    done = subprocess.run([sys.executable, "-c", EARLY + script], cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 143
    await_end(int((tmp_path / "begun").read_text(encoding="ascii")))


@pytest.mark.parametrize("command", ["check", "doctor"])
def test_what_is_looked_at_ends_with_the_command(tmp_path: Path, command: str) -> None:
    program(tmp_path, does=":")
    status, shown = stopped(tmp_path, command, terminal=False, number=signal.SIGTERM)
    assert (status, shown) == (143, "")


@needs_library
def test_what_is_compared_ends_with_the_command(tmp_path: Path) -> None:
    program(tmp_path, does=":")
    words = ("compare", "--library", LIBRARY, "--runtimes", "own,muster")
    status, shown = stopped(tmp_path, *words, terminal=False, number=signal.SIGTERM)
    assert (status, shown) == (143, "")


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    program(tmp_path, does=":")
    # The second signal is the one that ends it.
    with subprocess.Popen(
        [sys.executable, "-c", BESIDE_NOHUP], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(CLI)}
    ) as process:
        while process.poll() is None and not (tmp_path / "begun").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        process.terminate()
    assert process.returncode == 143
    await_end(int((tmp_path / "begun").read_text(encoding="ascii")))

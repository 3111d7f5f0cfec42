# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster compare` while it runs: in which order, what a terminal shows meanwhile, and what Ctrl-C leaves."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from muster.compare import session as running
from muster.compare.candidates import Candidate
from muster.compare.command import measure_with_bar
from muster.compare.session import Session, Wish, measure, runtimes_in
from muster.measure.process import Finished
from muster.takeover.launcher import Launch
from tests.openmp_programs import LIBRARY, needs_library
from tests.test_measure import await_end

CLI = Path(__file__).resolve().parents[1]
NAMES = ("libgomp", "libomp", "muster")
Run = tuple[str, str]


def planned(runs: int, *sizes: int | None) -> Session:
    wish = Wish(Launch(("program",)), {}, sizes, runs, 60.0)
    return Session(wish, [Candidate(name, {"RUNTIME": name}, None) for name in NAMES])


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Runtime and team size of each run that has begun; no process is started."""
    seen: list[Run] = []

    def run(_: list[str], environment: dict[str, str], *__: object, **___: object) -> Finished:
        seen.append((environment["RUNTIME"], environment.get("OMP_NUM_THREADS", "")))
        return Finished(0, stdout="42\n", wall_s=1.0, cpu_s=2.0)

    monkeypatch.setattr(running, "run", run)
    return seen


def test_runs_are_interleaved_and_each_round_begins_with_another_runtime(begun: list[Run]) -> None:
    measure(planned(4, None), lambda *_: None)
    names = [name for name, _ in begun]
    rounds = ["".join(name[3] for name in names[first : first + 3]) for first in range(0, len(names), 3)]
    # The fourth letters of libgomp, libomp and muster; the first row is the warm-up.
    assert rounds == ["got", "otg", "tgo", "got", "otg"]


def test_a_round_has_every_team_size(begun: list[Run]) -> None:
    session = planned(2, 2, 3)
    measure(session, lambda *_: None)
    for number in range(3):
        one = begun[6 * number : 6 * number + 6]
        assert [size for _, size in one] == ["2"] * 3 + ["3"] * 3
        assert sorted(one) == sorted((name, size) for name in NAMES for size in ("2", "3"))
    assert {key: len(samples) for key, samples in session.samples.items()} == {
        (size, name): 2 for size in (2, 3) for name in NAMES
    }


def test_a_runtime_that_fails_is_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def run(_: list[str], environment: dict[str, str], *__: object, **___: object) -> Finished:
        seen.append(environment["RUNTIME"])
        return Finished(1 if environment["RUNTIME"] == "libomp" else 0, stdout="42\n")

    monkeypatch.setattr(running, "run", run)
    measure(planned(2, None), lambda *_: None)
    assert seen == [*NAMES, "muster", "libgomp", "libgomp", "muster"]


def test_runtimes_are_seen_in_folders_with_blanks() -> None:
    maps = """\
55d0c8a00000-55d0c8a21000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000021000 rw-p 00000000 00:00 0
7f1c2a400000-7f1c2a428000 r--p 00000000 fe:01 131                        /lib/libc.so.6
7f1c2a600000-7f1c2a640000 r-xp 00001000 fe:01 132                        /home/u/My Code/libmuster.so.1.0.1.0
7f1c2a700000-7f1c2a740000 r-xp 00001000 fe:01 133                        /home/u/b c  d/libgomp.so.1.0.0 (deleted)
7f1c2a800000-7f1c2a840000 r-xp 00001000 fe:01 134                        /home/u/libgomp.so.1 notes
"""
    assert runtimes_in(maps) == {"/home/u/My Code/libmuster.so.1.0.1.0", "/home/u/b c  d/libgomp.so.1.0.0"}


def test_a_terminal_shows_which_run_is_under_way(begun: list[Run]) -> None:
    shown = io.StringIO()
    measure_with_bar(
        planned(2, 2), Console(file=shown, force_terminal=True, width=80, _environ={"TERM": "xterm"}), quiet=False
    )
    text = shown.getvalue()
    places = [
        text.index(f"{run}, {name}, 2 threads")
        for run, names in (("warm-up", NAMES), ("run 1", ("libomp", "muster", "libgomp")))
        for name in names
    ]
    assert places == sorted(places)
    assert "0/9" in text and "8/9" in text
    assert len(begun) == 9


@pytest.mark.parametrize(("terminal", "quiet"), [(False, False), (True, True)])
def test_nothing_is_shown_when_piped_or_quiet(begun: list[Run], terminal: bool, quiet: bool) -> None:
    shown = io.StringIO()
    measure_with_bar(planned(2, 2), Console(file=shown, force_terminal=terminal, width=80), quiet=quiet)
    assert shown.getvalue().strip() == ""
    assert len(begun) == 9


# A shell that starts the tests in the background has them ignore what Ctrl-C sends.
MUSTER = "import signal as s; from muster.__main__ import main; s.signal(s.SIGINT, s.default_int_handler); main()"
# Ends at once, and from the fifth run on never: after the warm-up and one round on two runtimes.
FIFTH_HANGS = """#!/bin/sh
echo run >> runs
if [ "$(wc -l < runs)" -ge 5 ]; then
  echo $$ > begun.part && mv begun.part begun
  exec sleep 1000
fi
echo 42
"""


@needs_library
def test_what_ctrl_c_leaves(tmp_path: Path) -> None:
    script = tmp_path / "program"
    script.write_text(FIFTH_HANGS)
    script.chmod(0o755)
    words = ["--library", LIBRARY, "--runtimes", "own,muster", "--json", "runs.json", "--", "./program"]
    with subprocess.Popen(
        [sys.executable, "-c", MUSTER, "compare", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(CLI), "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None and not (tmp_path / "begun").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        shown = process.communicate()[0]
    assert process.returncode == 130, shown
    assert "./program, 1 interleaved runs each" in shown
    assert "All answers agree." in shown
    assert shown.endswith("Stopped: this is what there was so far.\n")
    samples = json.loads((tmp_path / "runs.json").read_text(encoding="utf-8"))["samples"]
    assert sorted(sample["runtime"] for sample in samples) == ["muster", "own"]
    # The run that was under way is not left behind.
    await_end(int((tmp_path / "begun").read_text(encoding="utf-8")))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster explain`: the runtime's answers, and how they are told."""

import json
import os
import subprocess
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from muster.__main__ import app
from muster.explain.answers import FOREVER_NS, Policy, Wait, ask
from muster.explain.words import USES, time_in_words, waiting
from muster.runtimes.place import place_of_muster
from muster.settings.table import known_names
from muster.tune.profile import Row, text_of
from muster.tune.program import Machine, read_machine
from tests.openmp_programs import LIBRARY, TEAM, compiled, needs_library

BARRIERS = os.environ.get("MUSTER_BARRIERS", "")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in known_names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def explain(*words: str) -> Result:
    return CliRunner().invoke(app, ["explain", "--library", LIBRARY, *words])


@needs_library
def test_the_default_team_and_the_limit_that_decided() -> None:
    cpus = len(os.sched_getaffinity(0))
    figures = json.loads(explain("--json").output)
    # A quota may make it smaller.
    assert 1 <= figures["default_team"]["threads"] <= cpus
    assert f"(affinity mask {cpus}, CPU quota" in figures["default_team"]["why"]
    assert figures["default_team"]["why"].startswith(f"{figures['default_team']['threads']}, decided by the ")
    figures = json.loads(explain("--threads", "3", "--json").output)
    assert figures["default_team"]["threads"] == 3
    assert figures["sources"]["OMP_NUM_THREADS"] == "OMP_NUM_THREADS"
    assert "3 threads, decided by OMP_NUM_THREADS" in explain("--threads", "3").output


@needs_library
def test_every_size_has_one_barrier_for_each_use() -> None:
    answers = ask(Path(LIBRARY), os.environ)
    for use in ("plain", "fork and join", "reduction"):
        covered = [size for first, last, _ in answers.ranges(use) for size in range(first, last + 1)]
        assert covered == list(range(2, 65))
    set_by_user = ask(Path(LIBRARY), {**os.environ, "MUSTER_BARRIER": "tournament"})
    assert {barrier.algorithm for barrier in set_by_user.barriers if barrier.asked >= 2} == {"tournament"}


@needs_library
def test_waiting_is_the_value_in_force() -> None:
    assert "at most 25 ms, then sleep (KMP_BLOCKTIME says so)" in " ".join(explain("--wait", "25ms").output.split())
    assert "sleep at once (OMP_WAIT_POLICY says so)" in " ".join(explain("--wait", "passive").output.split())
    assert ask(Path(LIBRARY), os.environ).wait.policy is Policy.ADAPTIVE


@needs_library
def test_a_refused_value_and_an_unknown_name_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_DYNAMIC", "maybe")
    monkeypatch.setenv("OMP_PROC_BND", "close")
    shown = explain().output
    assert 'OMP_DYNAMIC: read "maybe"' in shown
    assert "nothing reads OMP_PROC_BND; OMP_PROC_BIND is probably meant" in shown


@needs_library
def test_the_profile_is_named_with_its_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is none" in explain().output
    monkeypatch.setenv("MUSTER_PROFILE", "none")
    assert "none, as MUSTER_PROFILE says" in explain().output
    file = tmp_path / "profile"
    file.write_text("nonsense\n")
    monkeypatch.setenv("MUSTER_PROFILE", str(file))
    assert "it decides nothing here" in " ".join(explain().output.split())


@needs_library
@pytest.mark.skipif(not BARRIERS, reason="MUSTER_BARRIERS does not name the program that knows this machine")
def test_a_profile_in_use_is_what_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What no rule chooses for so few, as the fastest by far.
    rows = [
        Row(use, 2, "default", "unbound", algorithm, ns, 0.0)
        for use in ("plain", "forkjoin", "reduction")
        for algorithm, ns in (("mcs", 10), ("central", 100_000))
    ]
    file = tmp_path / "profile"
    file.write_text(text_of(read_machine(Path(BARRIERS)), rows, date(2026, 1, 1)), encoding="utf-8")
    monkeypatch.setenv("MUSTER_PROFILE", str(file))
    figures = json.loads(explain("--threads", "2", "--json").output)
    assert figures["profile"] == {"path": str(file), "state": "in use"}
    assert figures["messages"] == []
    of_two = {(one["use"], one["algorithm"], one["decided_by"]) for one in figures["barriers"] if one["asked"] == 2}
    assert of_two == {(use, "mcs", "profile") for use in USES}
    shown = " ".join(explain("--threads", "2").output.split())
    assert "profile in use: " in shown
    assert "threads mcs (the profile of this machine" in shown
    # One of another machine is refused, and so not in use.
    other = Machine("4 package 9 core", "another CPU", 36, "0.0.1")
    file.write_text(text_of(other, rows, date(2026, 1, 1)), encoding="utf-8")
    refused = json.loads(explain("--threads", "2", "--json").output)
    assert refused["profile"]["state"] == "there is one, and it decides nothing here"
    assert "was measured on another machine" in "".join(refused["messages"])


@needs_library
def test_a_program_is_looked_at_and_not_run(tmp_path: Path) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    shown = explain("--", str(program))
    assert shown.exit_code == 0
    assert "libgomp.so.1, which was" in shown.output
    assert "threads 2 library" not in shown.output
    assert explain("--", "no-such-program").exit_code == 2


@needs_library
def test_behind_a_launcher_the_program_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = tmp_path / "mpirun"
    launcher.write_text("#!/bin/sh\necho 'mpirun (Open MPI) 4.1.4'\n")
    launcher.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    shown = explain("--", "mpirun", "-n", "2", str(compiled(tmp_path, "team", TEAM, "-fopenmp")))
    assert shown.exit_code == 0
    assert "libgomp.so.1, which was" in shown.output
    alone = explain("--", "mpirun", "-n", "2", "./nothing")
    assert alone.exit_code == 2
    assert "no program that is here was found behind mpirun" in " ".join(alone.output.split())


@needs_library
def test_it_fits_80_columns_without_colour() -> None:
    shown = explain("--threads", "4").output
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_words_for_waiting() -> None:
    assert time_in_words(FOREVER_NS) == "for ever"
    assert time_in_words(1_500_000) == "1.5 ms"
    assert "as long as it takes" in waiting(Wait(Policy.ACTIVE, True, FOREVER_NS, FOREVER_NS, "KMP_LIBRARY"))
    assert "1 ms at a barrier and 2 ms between regions" in waiting(Wait(Policy.FIXED, True, 10**6, 2 * 10**6, "X"))


# Counts of barriers that let a thread through before another had come, over many sizes of the team.
SIZES = """
#include <stdio.h>
int main(void) {
  long early = 0;
  for (int lap = 0; lap < 3; lap++) {
    for (int size = 2; size <= 16; size++) {
      int come = 0;
#pragma omp parallel num_threads(size)
      for (int round = 1; round <= 40; round++) {
        __atomic_fetch_add(&come, 1, __ATOMIC_RELAXED);
#pragma omp barrier
        if (__atomic_load_n(&come, __ATOMIC_RELAXED) != round * size) __atomic_fetch_add(&early, 1, __ATOMIC_RELAXED);
#pragma omp barrier
      }
    }
  }
  printf("%ld\\n", early);
  return early != 0;
}
"""


@needs_library
@pytest.mark.skipif(not BARRIERS, reason="MUSTER_BARRIERS does not name the program that knows this machine")
def test_a_profile_may_name_another_algorithm_along_the_machine_for_each_size(tmp_path: Path) -> None:
    rows = [
        Row("plain", size, "default", placement, "cluster" if size % 2 else "hybrid", 100, 0.0)
        for size in range(2, 17)
        for placement in ("close", "spread")
    ]
    file = tmp_path / "profile"
    file.write_text(text_of(read_machine(Path(BARRIERS)), rows, date(2026, 1, 1)), encoding="utf-8")
    program = compiled(tmp_path, "sizes", SIZES, "-fopenmp")
    settings = {"MUSTER_PROFILE": str(file), "OMP_PROC_BIND": "close", "OMP_DISPLAY_ENV": "verbose"}
    settings |= {"OMP_NUM_THREADS": "3", "LD_LIBRARY_PATH": str(place_of_muster(Path(LIBRARY)).names)}
    done = subprocess.run([program], env=os.environ | settings, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "0\n", done.stderr
    assert "KMP_PLAIN_BARRIER_PATTERN='cluster,cluster'" in done.stderr
    assert done.returncode == 0


@needs_library
@pytest.mark.parametrize(("name", "value"), [("OMP_TOOL_VERBOSE_INIT", "stdout"), ("MUSTER_MEMORY", "report")])
def test_what_else_the_runtime_prints_is_no_answer(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    figures = json.loads(explain("--json").output)
    assert figures["messages"] == []
    assert figures["settings"][name].lower() == value

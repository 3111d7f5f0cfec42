# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One cell as a process, on programs made up here: what it is told, what is believed of it, how pairs are run."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.compare.places import Programs
from bench.compare.plan import Binding
from bench.compare.runtimes import Runtime
from bench.compare.session import Load
from bench.compare.work import run as run_module
from bench.compare.work.run import Sample, Wish, beside, command_of, environment_of, read_sample, run_cell, slowdown_of
from bench.compare.work.space import Cell, Condition, Policy

RUNTIME = Runtime("libomp", Path("/lib/libomp.so.5"), ("gcc", "clang"), is_peer=True)
CELL = Cell(4, 1_000_000, Condition.ALONE, "tasks", "one", Policy.PASSIVE, "memory", Binding.PINNED)
CALIBRATION = {"gcc": {"arithmetic": 900.0, "memory": 300.0}}
WISH = Wish((0, 3), 120, 7, CALIBRATION, 5.0)
ANSWER: dict[str, Any] = {
    "construct": "tasks",
    "shape": "one",
    "kind": "memory",
    "build": "gcc",
    "threads": 4,
    "work_ns": 1_000_000,
    "verified": True,
    "library": "/lib/libomp.so.5",
    "bound": 4,
    "phases": 10,
    "phases_asked": 10,
    "wall_ns": 5000.0,
    "ideal_ns": 4000.0,
    "longest_ns": 2000.0,
    "sum_ns": 8000.0,
    "cpu_ns": 9000.0,
    "switches": 3.0,
    "sleeps": 1.0,
    "migrations": None,
    "slice_ns": 2_800_000,
    "start_us": 100.0,
    "end_us": 150.0,
}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """A folder for programs that are shell scripts, run as they are."""
    monkeypatch.setattr(run_module, "held_command", lambda program, *_, **__: [str(program)])
    monkeypatch.setattr(run_module, "environment_of", lambda *_: {"PATH": "/usr/bin:/bin"})
    return Programs(tmp_path)


def write(programs: Programs, script: str) -> None:
    file = programs.work("gcc")
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def say(**changes: object) -> str:
    return f"echo '{json.dumps(ANSWER | changes)}'"


def test_the_command_has_all_that_the_cell_says() -> None:
    words = command_of(CELL, "gcc", Programs(Path("/b")), WISH, ["sh"])
    assert words[:5] == ["sh", "taskset", "-c", "0,3", "/b/work-gcc"]
    rest = "--work-ns 1000000 --shape one --construct tasks --kind memory --units-per-us 300.0 --share 2"
    assert words[5:] == [*rest.split(), "--budget-ms", "120", "--limit", "4", "--seed", "7"]
    noop = command_of(replace(CELL, condition=Condition.YIELD_NOOP), "gcc", Programs(Path("/b")), WISH)
    assert noop[3:5] == ["/b/yield_noop", "/b/work-gcc"]


def test_a_quota_has_time_to_be_felt() -> None:
    words = command_of(replace(CELL, condition=Condition.QUOTA_1_5), "gcc", Programs(Path("/b")), WISH)
    assert words[words.index("--share") + 1] == "1.5"
    assert float(words[words.index("--budget-ms") + 1]) >= 200


def test_the_environment_has_policy_and_binding() -> None:
    runtime = Runtime("none", Path("/lib/none.so"), ("gcc",), is_peer=True)
    bound = environment_of(CELL, runtime, WISH)
    assert bound["OMP_NUM_THREADS"] == "4"
    assert bound["OMP_WAIT_POLICY"] == "passive"
    assert bound["OMP_PLACES"] == "{0},{3}"
    free = environment_of(replace(CELL, policy=Policy.DEFAULT, binding=Binding.UNPINNED), runtime, WISH)
    assert not {"OMP_WAIT_POLICY", "OMP_PLACES", "OMP_PROC_BIND"} & set(free)
    asked = environment_of(CELL, runtime, replace(WISH, environment={"MUSTER_SWAP_CPUS": "true"}))
    assert asked == bound | {"MUSTER_SWAP_CPUS": "true"}


def test_a_right_answer_is_taken() -> None:
    sample = read_sample(json.dumps(ANSWER), CELL, RUNTIME, "gcc")
    assert (sample.us, sample.ideal_ns, sample.migrations, sample.error) == (5.0, 4000.0, None, "")
    assert sample.counts


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("library", "/lib/libgomp.so.1"),
        ("threads", 2),
        ("work_ns", 0),
        ("construct", "static"),
        ("shape", "random"),
        ("kind", "arithmetic"),
        ("build", "clang"),
        ("verified", False),
    ],
)
def test_an_answer_about_something_else_is_an_error(field: str, value: object) -> None:
    assert read_sample(json.dumps(ANSWER | {field: value}), CELL, RUNTIME, "gcc").error.startswith("ran ")


def test_half_an_answer_is_an_error() -> None:
    assert read_sample("{", CELL, RUNTIME, "gcc").error.startswith("unreadable answer")
    del (partial := dict(ANSWER))["wall_ns"]
    assert read_sample(json.dumps(partial), CELL, RUNTIME, "gcc").error.startswith("unreadable answer")


def test_a_process_begins_when_it_is_let_through(programs: Programs) -> None:
    write(programs, f'echo ready; read word; [ "$word" = go ] && {say()}')
    assert run_cell(CELL, RUNTIME, "gcc", programs, WISH) == read_sample(json.dumps(ANSWER), CELL, RUNTIME, "gcc")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo work: no >&2; exit 1", "status 1: work: no"),
        ("echo ready; read word; echo work: wrong result: x >&2; exit 1", "status 1: work: wrong result: x"),
        ("echo ready; exec sleep 60", "no end within 1 s"),
        ("exec sleep 60", "no end within 1 s"),
        ("echo ready; read word", "unreadable answer"),
    ],
)
def test_a_process_that_does_not_end_well_is_an_error(programs: Programs, script: str, reason: str) -> None:
    write(programs, script)
    sample = run_cell(CELL, RUNTIME, "gcc", programs, replace(WISH, timeout_s=1.0))
    assert reason in sample.error
    assert not sample.counts


PAIR = replace(CELL, condition=Condition.PAIR)


def test_the_second_of_a_pair_goes_on_until_the_first_is_through(programs: Programs, tmp_path: Path) -> None:
    # Endless runs say that they have begun, and the measured one ends only after that.
    begun = tmp_path / "begun"
    endless = f"touch {begun}; exec sleep 60"
    measured = f"until [ -e {begun} ]; do :; done; {say()}"
    write(programs, f'echo ready; read word; case "$*" in *--phases*) {endless};; *) {measured};; esac')
    assert run_cell(PAIR, RUNTIME, "gcc", programs, WISH).error == ""


def test_a_pair_whose_second_ends_early_is_an_error(programs: Programs, tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    # It stays a zombie until its parent asks.
    measured = f"until [ -s {ended} ] && grep -q ') Z' /proc/$(cat {ended})/stat; do :; done; {say()}"
    write(programs, f'echo ready; read word; case "$*" in *--phases*) echo $$ > {ended};; *) {measured};; esac')
    assert "ended before" in run_cell(PAIR, RUNTIME, "gcc", programs, WISH).error


def test_two_at_once_take_from_the_first_start_to_the_last_end(programs: Programs, tmp_path: Path) -> None:
    first = say(start_us=100.0, end_us=180.0, switches=1.0, migrations=2.0)
    second = say(start_us=120.0, end_us=200.0, switches=3.0, migrations=4.0)
    write(programs, f"echo ready; read word; if mkdir {tmp_path}/first 2>/dev/null; then {first}; else {second}; fi")
    sample = run_cell(replace(CELL, condition=Condition.TOGETHER), RUNTIME, "gcc", programs, WISH)
    assert (sample.wall_ns, sample.switches, sample.migrations) == (100_000 / 10, 2.0, 3.0)


def test_nothing_stands_beside_a_cell_alone() -> None:
    with beside(Condition.ALONE, Programs(Path("/nowhere")), WISH) as made:
        assert made == ([], Load(None))


def test_the_slowdown_is_the_calibrated_speed_over_that_of_now(programs: Programs) -> None:
    write(programs, 'echo "$*" > "$0.said"; echo \'{"build":"gcc","memory":200.0}\'')
    assert slowdown_of(CELL, "gcc", programs, WISH) == 1.5
    said = programs.work("gcc").with_suffix(".said").read_text()
    assert said == "--calibrate --threads 4 --kind memory --tries 2\n"
    slowdown_of(replace(CELL, condition=Condition.QUOTA_1), "gcc", programs, WISH)
    assert "--threads 1 " in programs.work("gcc").with_suffix(".said").read_text()


def test_a_sample_without_an_error_counts() -> None:
    assert Sample().counts
    assert not Sample(error="x").counts

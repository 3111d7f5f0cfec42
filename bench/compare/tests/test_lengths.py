# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lengths of work reach the programs as they were asked for, and all processes do the same work."""

import json
from pathlib import Path

import pytest

from bench.compare.execute import Conditions, case_command
from bench.compare.lengths import TRIES, Lengths, calibrate
from bench.compare.places import Programs
from bench.compare.plan import Binding, Case, Group, PlanError
from bench.compare.runtimes import Runtime

CASE = Case(
    Group("lock_hold", 2, Binding.UNPINNED), Runtime("libomp", Path("/l"), ("gcc", "clang"), is_peer=True), "gcc"
)


def command(lengths: Lengths, turns: dict[str, int]) -> list[str]:
    conditions = Conditions(1, 3, 0, (0, 3), 1.0, lengths=lengths, turns_per_us=turns)
    return case_command(CASE, Programs(Path("/b")), conditions)


def test_what_was_asked_for_is_passed_on_zeros_too() -> None:
    words = command(Lengths(hold_ns=100, outside_ns=0, iterations="2x+1"), {"gcc": 3000, "clang": 2000})
    asked = ["--hold-ns", "100", "--outside-ns", "0", "--iterations", "2x+1", "--turns-per-us", "3000", "lock_hold"]
    assert words[-len(asked) :] == asked
    assert "--task-ns" not in words


def test_what_was_not_asked_for_is_left_to_the_program() -> None:
    assert command(Lengths(), {}) == command(Lengths(None), {"clang": 2000})
    assert command(Lengths(), {})[-3:] == ["--work", "0", "lock_hold"]


def test_the_heading_says_what_was_asked_for() -> None:
    conditions = Conditions(1, 1, 0, (0,), 1.0, yield_noop=True, lengths=Lengths(hold_ns=0, task_ns=50))
    assert conditions.in_words() == "sched_yield a no-op, hold-ns 0, task-ns 50"
    assert Conditions(1, 1, 0, (0,), 1.0).in_words() == ""


@pytest.mark.parametrize("iterations", ["1x", "2x", "1x+1", "4x+1000"])
def test_iterations_are_counted_by_threads(iterations: str) -> None:
    assert Lengths(iterations=iterations).arguments() == ["--iterations", iterations]


@pytest.mark.parametrize("iterations", ["", "2", "x", "x+1", "1x+", "1x-1", "1.5x", "1x+1 "])
def test_iterations_of_another_form_are_refused(iterations: str) -> None:
    with pytest.raises(PlanError):
        Lengths(iterations=iterations)


def test_the_fastest_of_several_calibrations_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = iter([100, 300, 200, 250, 299])
    commands: list[list[str]] = []

    class Answer:
        def __init__(self) -> None:
            self.stdout = json.dumps({"build": "gcc", "turns_per_us": next(speeds)})

    def answer(words: list[str], **_: object) -> Answer:
        commands.append(words)
        return Answer()

    monkeypatch.setattr("bench.compare.lengths.subprocess.run", answer)
    assert calibrate(Programs(tmp_path), ["gcc"], (0, 3)) == {"gcc": 300}
    assert commands == [["taskset", "-c", "0,3", str(tmp_path / "constructs-gcc"), "--calibrate"]] * TRIES

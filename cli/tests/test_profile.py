# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a profile, and the state of a run that was stopped."""

from datetime import date
from io import StringIO
from pathlib import Path

from rich.console import Console

from muster.tune.plan import Plan
from muster.tune.profile import Row, default_path, fnv1a, rows_of, text_of
from muster.tune.program import Machine, Time
from muster.tune.report import best_rows, format_time, print_best
from muster.tune.state import State

MACHINE = Machine("1 package 2 core 1 thread", "A CPU", 2, "0.1.0")
PLAN = Plan((2,), ("default", "passive"), ("plain", "forkjoin"), ("central", "linear"), 3, 5)


def state() -> State:
    made = State(MACHINE, PLAN)
    for step in PLAN.steps():
        slow = 10.0 if step.policy == "passive" else 1.0
        made.answers[step.name()] = [
            Time("central", "exchange", 100.0 * slow * (step.round + 1), 0.0),
            Time("linear", "exchange", 150.4 * slow, 1.0),
            Time("linear", "rooted", 300.0 * slow, 2.0),
        ]
    return made


def test_the_checksum_is_fnv_1a() -> None:
    # From the document that defines it (RFC 9923, appendix C).
    assert fnv1a(b"") == 0xCBF29CE484222325
    assert fnv1a(b"a") == 0xAF63DC4C8601EC8C
    assert fnv1a(b"foobar") == 0x85944171F73967E8


def test_rows_are_medians_and_the_fastest_comes_first() -> None:
    assert rows_of(state()) == [
        Row("plain", 2, "default", "unbound", "linear", 150, 1.0),
        Row("plain", 2, "default", "unbound", "central", 200, 0.0),
        Row("plain", 2, "passive", "unbound", "linear", 1504, 1.0),
        Row("plain", 2, "passive", "unbound", "central", 2000, 0.0),
        Row("forkjoin", 2, "default", "unbound", "linear", 300, 2.0),
        Row("forkjoin", 2, "passive", "unbound", "linear", 3000, 2.0),
    ]
    assert best_rows(rows_of(state()))[("plain", 2, "default", "unbound")].algorithm == "linear"


def test_placements_are_kept_apart() -> None:
    plan = Plan((2,), ("default",), ("plain",), ("central",), 1, 5, ("unbound", "close"))
    made = State(MACHINE, plan)
    for ns, step in enumerate(plan.steps(), 100):
        made.answers[step.name()] = [Time("central", "exchange", float(ns), 0.0)]
    assert rows_of(made) == [
        Row("plain", 2, "default", "unbound", "central", 100, 0.0),
        Row("plain", 2, "default", "close", "central", 101, 0.0),
    ]


def test_the_report_has_a_table_for_each_use_and_placement() -> None:
    rows = [
        Row("plain", threads, policy, placement, "central_blocking", 123_000, 0.0)
        for threads in (2, 1024)
        for policy in ("default", "active", "passive")
        for placement in ("unbound", "spread")
    ]
    text = StringIO()
    print_best(Console(file=text, width=88), [*rows, Row("reduction", 2, "default", "close", "linear", 7, 0.0)])
    lines = text.getvalue().splitlines()
    titles = [line for line in lines if "the fastest" in line]
    assert titles == [
        "plain barriers, threads unbound: the fastest, by wait policy",
        "plain barriers, threads spread: the fastest, by wait policy",
        "reductions, threads close: the fastest, by wait policy",
    ]
    assert sum(line.split() == ["1024", *["central_blocking", "123", "us"] * 3] for line in lines) == 2
    assert sum(line.split() == ["2", "linear", "7", "ns", "-", "-"] for line in lines) == 1


def test_the_text_is_that_of_the_form() -> None:
    text = text_of(MACHINE, [Row("plain", 2, "default", "unbound", "central", 61, 0.0)], date(2026, 1, 2))
    lines = text.splitlines()
    assert lines[0] == "muster profile 2"
    assert [line for line in lines if not line.startswith("#")][1:-1] == [
        "machine 1 package 2 core 1 thread",
        "cpu A CPU",
        "cpus 2",
        "runtime 0.1.0",
        "date 2026-01-02",
        "plain 2 default unbound central 61",
    ]
    above = text[: text.rindex("checksum")]
    assert lines[-1] == f"checksum {fnv1a(above.encode()):016x}"
    assert "cpu\n" in text_of(Machine("x", "", 1, "1"), [], date(2026, 1, 2))


def test_the_path_is_where_the_runtime_looks() -> None:
    home = {"HOME": "/home/me"}
    assert default_path(home) == Path("/home/me/.config/muster/profile")
    assert default_path(home | {"XDG_CONFIG_HOME": "/x"}) == Path("/x/muster/profile")
    assert default_path(home | {"XDG_CONFIG_HOME": "relative"}) == Path("/home/me/.config/muster/profile")
    assert default_path(home | {"MUSTER_PROFILE": " /p "}) == Path("/p")
    assert default_path(home | {"MUSTER_PROFILE": "None"}) == Path("/home/me/.config/muster/profile")


def test_a_state_is_taken_up_by_the_same_plan_on_the_same_machine(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "state"
    left = state()
    first, second = PLAN.steps()[:2]
    del left.answers[first.name()]
    left.failed[first.name()] = "no end"
    del left.answers[second.name()]
    left.save(file)
    taken = State(MACHINE, PLAN)
    assert taken.load(file)
    assert (taken.answers, taken.failed) == (left.answers, left.failed)
    assert taken.is_done(first)
    assert not taken.is_done(second)
    assert not State(Machine("other", "A CPU", 2, "0.1.0"), PLAN).load(file)
    assert not State(MACHINE, Plan((3,), PLAN.policies, PLAN.uses, PLAN.algorithms, 3, 5)).load(file)


def test_a_state_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    file = tmp_path / "state"
    assert not State(MACHINE, PLAN).load(file)
    state().save(file)
    whole = file.read_text()
    for text in ("", "[]", whole[:-20], whole.replace('"mode"', '"mood"')):
        file.write_text(text)
        empty = State(MACHINE, PLAN)
        assert not empty.load(file), text
        assert empty.answers == {}


def test_times_are_readable() -> None:
    assert [format_time(ns) for ns in (61, 1323, 8_549_000)] == ["61 ns", "1.32 us", "8.55 ms"]

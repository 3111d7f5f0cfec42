# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Requests become plans as documented."""

import re
from pathlib import Path

import pytest

from muster.tune.plan import (
    MODE_OF_USE,
    MOST_KEYS,
    PLACEMENTS,
    POLICIES,
    Plan,
    PlanError,
    budget_ms,
    choose,
    default_sizes,
    parse_sizes,
    spread_below,
)
from muster.tune.program import Algorithm, Machine


def test_usual_sizes_are_dense_where_teams_are_small_and_go_past_the_cpus() -> None:
    assert default_sizes(1) == (2, 4, 8)
    assert default_sizes(2) == (2, 3, 4, 8, 16)
    assert default_sizes(24) == (2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 25, 48, 96, 192)
    # The runtime keeps 768 rows: three uses, policies and placements, and 28 sizes. 1024 CPUs must not need more.
    assert len(default_sizes(1024)) <= 28


def test_sizes_are_numbers_from_2() -> None:
    assert parse_sizes("8, 2,2", cpus=4) == (2, 8)
    assert parse_sizes("", cpus=2) == default_sizes(2)
    for request in ("1", "two", "2,", "-2", "99999"):
        with pytest.raises(PlanError, match="use a list of numbers"):
            parse_sizes(request, cpus=2)


def test_words_are_known_ones_in_the_usual_order() -> None:
    assert choose("reduction,plain", list(MODE_OF_USE), "use") == ("plain", "reduction")
    assert choose("", ("a", "b"), "letter") == ("a", "b")
    with pytest.raises(PlanError, match="no use fork; there are: plain, forkjoin, reduction"):
        choose("fork", list(MODE_OF_USE), "use")


def test_the_time_is_shared_by_all_figures() -> None:
    registry = [Algorithm("a", ("exchange", "rooted")), Algorithm("b", ("exchange",))]
    # Three figures a step, ten steps: a minute leaves two seconds for each, so the longest repetition is taken.
    assert budget_ms(1.0, 10, registry, ["exchange", "rooted"]) == 50
    assert budget_ms(0.035, 10, registry, ["exchange", "rooted"]) == 17
    assert budget_ms(0.0001, 10, registry, ["exchange", "rooted"]) == 1
    assert budget_ms(float("inf"), 10, registry, ["exchange", "rooted"]) == 50
    assert budget_ms(float("nan"), 10, registry, ["exchange", "rooted"]) == 50


def test_every_round_has_every_size_and_policy() -> None:
    plan = Plan((2, 4), ("default", "passive"), ("plain", "reduction"), ("a",), 3, 5)
    steps = plan.steps()
    assert len(steps) == len({step.name() for step in steps}) == 12
    assert [step.round for step in steps] == sorted(step.round for step in steps)
    assert plan.modes() == ("exchange", "combine")


def test_only_teams_that_close_would_put_elsewhere_are_spread() -> None:
    def machine(cores: int, caches: int) -> Machine:
        return Machine("m", "c", cores, "1", cores=cores, caches=caches)

    assert [spread_below(machine(8, 1)), spread_below(machine(8, 2))] == [0, 8]
    plan = Plan((2, 7, 8, 16), ("default",), ("plain",), ("a",), 1, 5, PLACEMENTS, spread_below(machine(8, 2)))
    assert {(step.threads, step.placement) for step in plan.steps()} == {
        *((threads, placement) for threads in (2, 7, 8, 16) for placement in ("unbound", "close")),
        (2, "spread"),
        (7, "spread"),
    }
    assert len({step.name() for step in plan.steps()}) == 10
    assert not Plan((2,), ("default",), ("plain",), ("a",), 1, 5, ("spread",), 0).steps()


def test_a_profile_holds_as_many_keys_as_the_runtime_keeps() -> None:
    header = Path(__file__).resolve().parents[2] / "src" / "settings" / "profile.h"
    (most,) = re.findall(r"kMostEntries = (\d+);", header.read_text(encoding="utf-8"))
    assert int(most) == MOST_KEYS
    # What is usual fits for every machine.
    for cpus in range(1, 4097):
        plan = Plan(default_sizes(cpus), POLICIES, tuple(MODE_OF_USE), ("linear",), 3, 1, PLACEMENTS, 4097)
        assert plan.keys() == len(default_sizes(cpus)) * 27 <= MOST_KEYS

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Laws that are known are found again, also under noise, and what follows none is not given one."""

import random

import pytest

from muster.simulate.growth import FLAT, LAWS, NO_LAW, TOO_FEW_SIZES, grow
from muster.simulate.series import add_growth, groups_of

SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def costs_of(law: str, a: float, b: float) -> dict[int, float]:
    return {size: a + b * LAWS[law](size) for size in SIZES}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("a", [0.0, 120.0, -10.0])
def test_an_exact_law_is_found_with_its_constants(law: str, a: float) -> None:
    growth = grow(costs_of(law, a, 35.0))
    best = growth.fits[0]
    assert growth.verdict == best.law == law
    assert growth.as_good == ()
    assert (best.a, best.b) == pytest.approx((a, 35.0), rel=1e-6, abs=1e-6)
    assert best.error < 1e-6


@pytest.mark.parametrize("law", LAWS)
def test_noise_of_five_percent_hides_no_law(law: str) -> None:
    found = []
    for seed in range(40):
        chance = random.Random(seed)
        costs = {size: cost * chance.gauss(1.0, 0.05) for size, cost in costs_of(law, 150.0, 60.0).items()}
        growth = grow(costs)
        assert law in (growth.verdict, *growth.as_good)
        assert 0.01 < growth.fits[0].error < 0.12
        found.append(growth.verdict)
    assert found.count(law) >= 38


def test_the_unit_of_the_costs_changes_nothing_but_the_constants() -> None:
    costs = costs_of("sqrt n", 100.0, 30.0)
    costs[64] *= 1.2
    small, large = grow(costs), grow({size: 1000 * cost for size, cost in costs.items()})
    assert large.verdict == small.verdict == "sqrt n"
    assert large.exponent == pytest.approx(small.exponent)
    assert large.fits[0].error == pytest.approx(small.fits[0].error)
    assert large.fits[0].b == pytest.approx(1000 * small.fits[0].b)


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0, 1.7])
def test_the_exponent_is_that_of_a_power(power: float) -> None:
    assert grow({size: 7.0 * size**power for size in SIZES}).exponent == pytest.approx(power, abs=1e-9)


def test_a_law_wants_four_sizes_of_teams() -> None:
    three = {2: 10.0, 4: 20.0, 8: 40.0}
    assert grow(three).verdict == TOO_FEW_SIZES
    assert grow(three).exponent is None
    assert grow(three).figures() == {"verdict": "too few sizes"}
    # A team of one is no team, and a cost of nothing has no logarithm.
    assert grow({1: 5.0, **three}).verdict == TOO_FEW_SIZES
    assert grow({1: 0.0, **three, 16: 0.0}).verdict == TOO_FEW_SIZES
    assert grow({**three, 16: 80.0}).verdict == "n"


def test_what_hardly_rises_is_flat() -> None:
    costs = {size: 4000.0 + 0.2 * size for size in SIZES}
    assert grow(costs).verdict == FLAT
    assert grow(costs).as_good == ()
    assert grow(dict.fromkeys(SIZES, 80.0)).verdict == FLAT


def test_a_fall_or_a_leap_is_no_law() -> None:
    assert grow({size: 10_000.0 / size for size in SIZES}).verdict == NO_LAW
    assert grow({size: 100.0 if size < 64 else 9000.0 for size in SIZES}).verdict == NO_LAW


def test_laws_that_cannot_be_told_apart_are_both_named() -> None:
    # Half of each lies as far from one as from the other.
    costs = {size: 100.0 + 10 * (size + size * LAWS["log2 n"](size) / 6) for size in SIZES}
    growth = grow(costs)
    assert {growth.verdict, *growth.as_good} == {"n", "n log2 n"}


def test_each_row_gets_the_growth_of_its_own_series() -> None:
    def row(runtime: str, placement: str, threads: int, ns: float) -> dict[str, object]:
        names = {"runtime": runtime, "row": "central", "construct": "region", "placement": placement}
        return {**names, "threads": threads, "ns": ns}

    rows = [row("muster", "close", size, 10.0 * size) for size in SIZES]
    rows += [row("libgomp", "close", size, 10.0 * LAWS["log2 n"](size)) for size in SIZES]
    rows += [row("muster", "spread", size, 10.0 * size) for size in (2, 4, 8, 8)]
    add_growth(rows)
    assert {(entry["runtime"], entry["placement"], entry["growth"]["verdict"]) for entry in rows} == {  # type: ignore[index]
        ("muster", "close", "n"),
        ("libgomp", "close", "log2 n"),
        ("muster", "spread", TOO_FEW_SIZES),
    }
    assert [len(group.series) for group in groups_of(rows)] == [2, 1]

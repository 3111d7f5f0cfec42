# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two answers are equal only if every value is, within its tolerance."""

import math

import pytest

from runner.answers import Answer, Tolerance, differences

TOLERANCES = {"energy": Tolerance(absolute=1e-6), "sum": Tolerance(relative=1e-9)}
REFERENCE: Answer = {"energy": -42.0, "sum": 1e6, "tree": "abc"}


def test_equal_within_tolerance() -> None:
    assert differences(REFERENCE, {"energy": -42.0000009, "sum": 1e6 + 1e-4, "tree": "abc"}, TOLERANCES) == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"energy": -42.000002}, "energy = -42.000002, expected -42.0"),
        ({"sum": 1e6 + 1}, "sum = 1000001.0, expected 1000000.0"),
        ({"energy": math.nan}, "energy = nan, expected -42.0"),
        ({"energy": "-42.0"}, "energy = -42.0, expected -42.0"),
        ({"tree": "abd"}, "tree = abd, expected abc"),
        ({"more": 1}, "more = 1, which the reference does not have"),
    ],
)
def test_one_difference_is_one_line(change: Answer, line: str) -> None:
    assert differences(REFERENCE, {**REFERENCE, **change}, TOLERANCES) == [line]


def test_missing_value_is_a_difference() -> None:
    assert differences(REFERENCE, {"energy": -42.0, "sum": 1e6}, TOLERANCES) == ["tree is missing, expected abc"]


def test_number_without_tolerance_is_exact() -> None:
    assert differences({"primes": 29844570422669}, {"primes": 29844570422668}, {}) != []


def test_empty_reference_accepts_nothing() -> None:
    assert differences({}, {}, {}) != []

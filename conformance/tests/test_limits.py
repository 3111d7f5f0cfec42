# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a test may take."""

from pathlib import Path

import pytest

from muster.measure.limits import SUITE_TEST_S
from runner import limits, paths
from runner.errors import ConformanceError
from runner.limits import Limits


def test_a_slow_test_has_more_time_unless_the_caller_says_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "slow.tsv"
    file.write_text("# a comment\nllvm\ta/b.c\t300\tit sleeps\n")
    slow = limits.read(file)
    assert Limits(slow_s=slow).of("llvm", "a/b.c") == 300
    assert Limits(slow_s=slow).of("gcc", "a/b.c") == SUITE_TEST_S
    assert Limits(5, slow).of("llvm", "a/b.c") == 5


def test_a_row_without_a_reason_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "slow.tsv"
    file.write_text("llvm\ta/b.c\t300\t\n")
    with pytest.raises(ConformanceError, match=r"slow\.tsv:1"):
        limits.read(file)


def test_the_list_gives_more_than_the_usual_time() -> None:
    assert all(seconds > SUITE_TEST_S for seconds in limits.read(paths.EXPECTED / "slow.tsv").values())

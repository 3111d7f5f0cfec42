# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ./check makes of a stage: nothing that failed may get lost."""

from __future__ import annotations

from scripts.check.result import judge

CTEST = """\
95% tests passed, 2 tests failed out of 40

The following tests did not run:
\t 7 - programs.xtb.path (Skipped)
\t 9 - unit.cgroup.live (Disabled)

The following tests FAILED:
\t12 - unit.a.b (Failed)
"""


def test_counts_what_ctest_says() -> None:
    result = judge("dev", 1.0, 8, CTEST)
    assert (result.passed, result.failed) == (37, 2)
    assert result.skipped == ("programs.xtb.path", "unit.cgroup.live")


def test_counts_what_pytest_says() -> None:
    result = judge("rules", 1.0, 1, "....F\n3 failed, 104 passed, 1 skipped in 0.15s\n1 error in 0.10s\n")
    assert (result.passed, result.failed) == (104, 4)


def test_tests_that_pytest_skips_are_named() -> None:
    lines = [f"SKIPPED [18] tests/pages/test_pages.py:{line}: there is no chromium\n" for line in (59, 65)]
    result = judge("pages", 1.0, 0, "".join(["ss\n", *lines, "36 skipped in 0.15s\n"]))
    assert (result.passed, result.failed, result.skipped) == (0, 0, ("tests/pages/test_pages.py",))


def test_a_command_that_fails_is_a_failure_even_if_all_tests_passed() -> None:
    result = judge("dev", 1.0, 1, "100% tests passed, 0 tests failed out of 7\n")
    assert (result.passed, result.failed) == (7, 1)


def test_a_stage_without_tests_counts_as_one() -> None:
    assert (judge("format", 1.0, 0, "").passed, judge("format", 1.0, 0, "").failed) == (1, 0)
    assert (judge("format", 1.0, 1, "").passed, judge("format", 1.0, 1, "").failed) == (0, 1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of tests that do not pass, and the difference to it."""

from pathlib import Path

import pytest

from runner import expected
from runner.errors import ConformanceError
from runner.result import Result, Verdict


def difference(rows: str, folder: Path, *results: Result, whole: bool = True) -> expected.Difference:
    file = folder / "suite.tsv"
    file.write_text(rows)
    return expected.compare(results, expected.read(file), whole)


def test_an_unlisted_failure_is_told(tmp_path: Path) -> None:
    failed = Result("c/a.c", Verdict.FAIL, "SIGSEGV")
    assert difference("", tmp_path, failed).failed == [failed]


def test_a_listed_failure_is_as_expected(tmp_path: Path) -> None:
    assert difference("c/a.c\tfail\tbecause\n", tmp_path, Result("c/a.c", Verdict.FAIL)).none


def test_a_listed_test_that_passes_is_told_unless_it_is_unsteady(tmp_path: Path) -> None:
    passed = Result("c/a.c", Verdict.PASS)
    assert [row.test for row in difference("c/a.c\tfail\tbecause\n", tmp_path, passed).passed] == ["c/a.c"]
    assert difference("c/a.c\tunsteady\tbecause\n", tmp_path, passed).none


def test_a_row_without_a_test_is_told_when_all_ran(tmp_path: Path) -> None:
    row = "c/gone.c\tfail\tbecause\n"
    assert [found.test for found in difference(row, tmp_path).unknown] == ["c/gone.c"]
    assert difference(row, tmp_path, whole=False).none


def test_a_row_without_a_reason_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match=r"suite\.tsv:1"):
        difference("c/a.c\tfail\t \n", tmp_path)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is read from the output of ThreadSanitizer."""

from __future__ import annotations

from runner import races

REPORT = """==================
WARNING: ThreadSanitizer: data race (pid=7)
  Write of size 8 at 0x7b by thread T1:
SUMMARY: ThreadSanitizer: data race /home/somebody/suite/a.c:12 in main._omp_fn.0
==================
"""


def test_a_program_without_a_report_has_no_complaint() -> None:
    assert races.complaint("result 7\n") == ""


def test_reports_are_counted_and_the_first_is_named_without_the_paths_of_the_machine() -> None:
    assert races.complaint(REPORT) == "1 warning: data race a.c:12 in main._omp_fn.0"
    assert races.complaint(REPORT * 3).startswith("3 warnings: data race a.c:12")


def test_an_output_that_was_cut_short_still_counts() -> None:
    assert races.complaint("WARNING: ThreadSanitizer: data race") == "1 warning: no summary"

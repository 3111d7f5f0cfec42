# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RUN lines and conditions as they stand in LLVM's suites."""

import pytest

from runner.lit import expected_to_fail, run_lines, unmet

CLANG = {"clang", "clang-19", "linux"}
GCC = {"gcc", "gcc-12", "linux"}


def test_a_backslash_goes_on() -> None:
    assert run_lines("// RUN: %libomp-compile\n// RUN: env A=1 \\\n// RUN:   %libomp-run\n") == [
        "%libomp-compile",
        "env A=1  %libomp-run",
    ]


def test_requirements_are_all_and_exclusions_are_any() -> None:
    assert unmet("// REQUIRES: linux, clang\n", CLANG) == ""
    assert unmet("// REQUIRES: linux, hwloc\n", CLANG) == "needs hwloc"
    assert unmet("// UNSUPPORTED: gcc, clang-19\n", CLANG) == "not for clang-19"
    assert unmet("// UNSUPPORTED: clang-1\n", CLANG) == ""


def test_a_test_that_is_meant_to_fail_is_run() -> None:
    text = "// XFAIL: gcc-11, gcc-12\n"
    assert unmet(text, GCC) == ""
    assert expected_to_fail(text, GCC) == "gcc-12"
    assert expected_to_fail(text, CLANG) == ""
    assert expected_to_fail("// XFAIL: true\n", CLANG) == "true"


@pytest.mark.parametrize("keyword", ["UNSUPPORTED", "XFAIL"])
def test_several_lines_of_one_keyword_all_count(keyword: str) -> None:
    text = f"// {keyword}: gcc-4\n// {keyword}: gcc-12\n"
    assert (unmet if keyword == "UNSUPPORTED" else expected_to_fail)(text, GCC).endswith("gcc-12")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RUN lines and conditions as they stand in LLVM's suite."""

from pathlib import Path

from runner.llvm_suite import run_lines, substitute, unmet

PRESENT = {"clang", "clang-19", "linux"}


def test_a_backslash_goes_on() -> None:
    assert run_lines("// RUN: %libomp-compile\n// RUN: env A=1 \\\n// RUN:   %libomp-run\n") == [
        "%libomp-compile",
        "env A=1  %libomp-run",
    ]


def test_requirements_are_all_and_exclusions_are_any() -> None:
    assert unmet("// REQUIRES: linux, clang\n", PRESENT) == ""
    assert unmet("// REQUIRES: linux, hwloc\n", PRESENT) == "needs hwloc"
    assert unmet("// UNSUPPORTED: gcc, clang-19\n", PRESENT) == "not for clang-19"
    assert unmet("// UNSUPPORTED: clang-1\n", PRESENT) == ""
    assert unmet("// XFAIL: true\n", PRESENT) == "its authors expect it to fail with true"


def test_names_are_all_replaced() -> None:
    for name in ("compile-and-run", "cxx-compile", "cxx20-compile-and-run", "c99-compile", "irbuilder-compile"):
        command = substitute(f"%libomp-{name} | FileCheck %s", Path("/suite/a.c"), Path("/scratch/program"))
        assert "%" not in command
        assert command.endswith("FileCheck /suite/a.c")
        assert ("&& /scratch/program" in command) == name.endswith("and-run")

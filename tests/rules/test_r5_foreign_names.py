# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R5: foreign names stay at the border."""

from __future__ import annotations

import pytest

from tests.rules.conftest import Check

FOREIGN = [
    'extern "C" void f();',
    'extern  "C" {',
    "void GOMP_parallel(int);",
    "__kmpc_barrier(nullptr, 0);",
    "using X = kmp_int32;",
    "#include <omp.h>",
    "#include <omp-tools.h>",
    "ompt_callback_t x;",
]


@pytest.mark.parametrize("line", FOREIGN)
def test_fails_elsewhere(check: Check, line: str) -> None:
    findings = check("R5", {"src/teams/team.cpp": f"\n{line}\n"})
    assert [(f.line, f.rule) for f in findings] == [(2, "R5")]


@pytest.mark.parametrize("path", ["src/abi/kmp/fork.cpp", "src/ompt/ompt.cpp"])
def test_passes_at_home(check: Check, path: str) -> None:
    assert not check("R5", {path: "\n".join(FOREIGN)})


def test_passes_names_as_data_and_in_comments(check: Check) -> None:
    text = 'constexpr Row kRow = {"KMP_BLOCKTIME", "GOMP_SPINCOUNT"};  // as __kmpc_fork_call, extern "C", does\n'
    assert not check("R5", {"src/settings/table.cpp": text})

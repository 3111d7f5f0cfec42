# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R6: what differs between machines has a name in platform/."""

from __future__ import annotations

import pytest

from tests.rules.conftest import Check

CONDITIONALS = [
    "#if defined(__x86_64__)",
    "#ifdef __aarch64__",
    "# ifndef __linux__",
    "#elif defined(_WIN32)",
    "#if MUSTER_FAST && \\\n    defined(__AVX2__)",
    "#if __has_include(<sys/rseq.h>)",
]


@pytest.mark.parametrize("line", CONDITIONALS)
def test_fails_elsewhere(check: Check, line: str) -> None:
    findings = check("R6", {"src/teams/team.cpp": f"\n{line}\n#endif\n"})
    assert [(f.line, f.rule) for f in findings] == [(2, "R6")]


@pytest.mark.parametrize("path", ["src/platform/cpu.h", "src/base/compiler.h"])
def test_passes_at_home(check: Check, path: str) -> None:
    assert not check("R6", {path: "\n".join(CONDITIONALS)})


def test_passes_other_conditions(check: Check) -> None:
    assert not check(
        "R6", {"src/base/assert.h": "#ifndef NDEBUG\n#endif  // not __x86_64__\n#if MUSTER_CHECKS\n#endif\n"}
    )

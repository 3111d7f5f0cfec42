# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test is and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """PASS, FAIL, or not run here because of something that the machine or the compiler lacks.

    XFAIL and XPASS are the same two ends of a test that its authors expect to fail with this compiler.
    """

    PASS = "pass"
    FAIL = "fail"
    XFAIL = "xfail"
    XPASS = "xpass"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True)
class Result:
    test: str  # the path inside the suite
    verdict: Verdict
    reason: str = ""
    seconds: float = 0.0

    @property
    def folder(self) -> str:
        return self.test.rsplit("/", 1)[0]


@dataclass(frozen=True)
class Test:
    name: str
    run: Callable[[], Result]

    @property
    def folder(self) -> str:
        return self.name.rsplit("/", 1)[0]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a test may take: what the caller says, else a usual limit, and more for those that are known to be slow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from muster.measure.limits import SUITE_TEST_S
from runner.errors import ConformanceError

_CELLS = 4


@dataclass(frozen=True)
class Limits:
    given_s: float | None = None  # for all tests
    slow_s: Mapping[str, float] = field(default_factory=dict)  # by suite and test, as "llvm/tasking/omp_task.c"

    def of(self, suite: str, test: str) -> float:
        return self.given_s if self.given_s is not None else self.slow_s.get(f"{suite}/{test}", SUITE_TEST_S)


def read(file: Path) -> dict[str, float]:
    slow: dict[str, float] = {}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != _CELLS or not cells[2].isdigit() or not cells[3].strip():
            raise ConformanceError(f"{file}:{number}: want suite, test, seconds, reason, with tabs between")
        slow[f"{cells[0]}/{cells[1]}"] = float(cells[2])
    return slow

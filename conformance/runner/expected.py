# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of tests that are known not to pass on Muster, each with its reason, and where a run differs from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from runner.errors import ConformanceError
from runner.result import Result, Verdict

# May pass or fail: a test that counts on timing.
_WORDS = ("fail", "unsteady")


@dataclass(frozen=True)
class Row:
    test: str
    word: str
    reason: str


@dataclass
class Difference:
    failed: list[Result] = field(default_factory=list)  # though the list does not have them
    passed: list[Row] = field(default_factory=list)  # though the list says they fail
    unknown: list[Row] = field(default_factory=list)  # in the list, not in the suite

    @property
    def none(self) -> bool:
        return not (self.failed or self.passed or self.unknown)


def read(file: Path) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 3 or cells[1] not in _WORDS or not cells[2].strip():
            raise ConformanceError(f"{file}:{number}: want test, {' or '.join(_WORDS)}, reason, with tabs between")
        rows[cells[0]] = Row(*cells)
    return rows


def compare(results: Iterable[Result], rows: dict[str, Row], suite_is_whole: bool) -> Difference:
    difference = Difference()
    seen: set[str] = set()
    for result in results:
        seen.add(result.test)
        row = rows.get(result.test)
        if result.verdict is Verdict.FAIL and row is None:
            difference.failed.append(result)
        if result.verdict is Verdict.PASS and row is not None and row.word == "fail":
            difference.passed.append(row)
    if suite_is_whole:
        difference.unknown = [row for test, row in rows.items() if test not in seen]
    return difference

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run prints, and the file that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from runner.expected import Difference
from runner.result import Result, Verdict


def print_table(results: Sequence[Result], title: str, console: Console) -> None:
    table = Table(title=title, title_justify="left")
    table.add_column("folder")
    for name in ("run", "pass", "fail", "not for this machine", "s"):
        table.add_column(name, justify="right")
    for folder in sorted({result.folder for result in results}):
        _add(table, folder, [result for result in results if result.folder == folder])
    table.add_section()
    _add(table, "all", results)
    console.print(table)


def _add(table: Table, name: str, results: Sequence[Result]) -> None:
    count = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    passed, failed = count[Verdict.PASS], count[Verdict.FAIL]
    seconds = sum(result.seconds for result in results)
    cells = (name, passed + failed, passed, failed, count[Verdict.UNSUPPORTED], f"{seconds:.0f}")
    table.add_row(*map(str, cells))


def print_failures(results: Sequence[Result], console: Console) -> None:
    for result in results:
        if result.verdict is Verdict.FAIL:
            _say(console, f"{result.test}: {result.reason}")


def print_difference(difference: Difference, lists: str, console: Console) -> None:
    for result in difference.failed:
        _say(console, f"FAIL, not in {lists}: {result.test}: {result.reason}")
    for row in difference.passed:
        _say(console, f"passes, but {lists} says it fails: {row.test} ({row.reason}); take the row out")
    for row in difference.unknown:
        _say(console, f"in {lists}, but not in the suite: {row.test}; take the row out")
    if difference.none:
        _say(console, f"as {lists} has it")


def write(results: Sequence[Result], file: Path) -> None:
    """test, verdict, seconds, reason: a line each."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{r.test}\t{r.verdict}\t{r.seconds:.2f}\t{r.reason}\n" for r in sorted(results, key=lambda r: r.test))
    file.write_text("".join(lines))


def _say(console: Console, line: str) -> None:
    console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)

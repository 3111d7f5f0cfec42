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
    shown = [verdict for verdict in Verdict if verdict in _ALWAYS or any(r.verdict is verdict for r in results)]
    for name in ("run", *(_HEADINGS[verdict] for verdict in shown), "s"):
        table.add_column(name, justify="right")
    for folder in sorted({result.folder for result in results}):
        _add(table, folder, [result for result in results if result.folder == folder], shown)
    table.add_section()
    _add(table, "all", results, shown)
    console.print(table)


_HEADINGS = {
    Verdict.PASS: "pass",
    Verdict.FAIL: "fail",
    Verdict.XFAIL: "meant to fail: fail",
    Verdict.XPASS: "meant to fail: pass",
    Verdict.UNSUPPORTED: "left out",
}
_ALWAYS = (Verdict.PASS, Verdict.FAIL, Verdict.UNSUPPORTED)


def _add(table: Table, name: str, results: Sequence[Result], shown: Sequence[Verdict]) -> None:
    run = sum(result.verdict is not Verdict.UNSUPPORTED for result in results)
    counts = (sum(result.verdict is verdict for result in results) for verdict in shown)
    seconds = sum(result.seconds for result in results)
    table.add_row(name, str(run), *map(str, counts), f"{seconds:.0f}")


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

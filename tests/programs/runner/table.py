# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints rows as a table: program x runtime x verdict x time x context switches."""

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from runner.session import Row


def print_rows(rows: Sequence[Row], console: Console) -> None:
    """The table, then the reasons of every verdict that is not good."""
    table = Table(caption="time and context switches: medians of interleaved runs; threads: the most seen at once")
    for title in ("program", "runtime", "by", "verdict"):
        table.add_column(title, no_wrap=True)
    for title in ("time (s)", "switches", "threads"):
        table.add_column(title, justify="right", no_wrap=True)
    previous = ""
    for row in rows:
        if row.program.name != previous:
            table.add_section()
        table.add_row(
            row.program.name if row.program.name != previous else "",
            row.runtime.name,
            str(row.runtime.way),
            f"[green]{row.judgement.outcome}" if row.judgement.good else f"[bold red]{row.judgement.outcome}",
            _number(row.median_wall_s, ".3f"),
            _number(row.median_context_switches, ",.0f"),
            str(row.peak_threads),
        )
        previous = row.program.name
    console.print(table)
    for row in rows:
        if not row.judgement.good:
            print_verdict(row, console)


def write_rows(rows: Sequence[Row], file: Path) -> None:
    """The same as a file, which `muster bench all` puts on its page."""
    document = [
        {
            "program": row.program.name,
            "runtime": row.runtime.name,
            "by": str(row.runtime.way),
            "threads": row.threads,
            "outcome": str(row.judgement.outcome),
            "good": row.judgement.good,
            "median_wall_s": row.median_wall_s,
            "wall_s": row.wall_s,
            "context_switches": row.context_switches,
            "peak_threads": row.peak_threads,
        }
        for row in rows
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def print_verdict(row: Row, console: Console) -> None:
    """The verdict of a row on one line, and its reasons below."""
    verdict = f"{row.program.name} on {row.runtime.name}, {row.threads} threads: {row.judgement.outcome}"
    for line in (verdict, *(f"  {reason}" for reason in row.judgement.reasons)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)

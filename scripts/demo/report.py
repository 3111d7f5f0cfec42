# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables."""

from __future__ import annotations

import os

from rich.table import Table

from muster.machine.facts import facts
from scripts.demo.measure import ConstructResult, ConstructRow, ProgramResult


def machine_line() -> str:
    """What the figures were taken on."""
    return f"{facts().in_words()}, load {os.getloadavg()[0]:.1f}, threads not bound"


def program_table(title: str, results: list[ProgramResult], expected: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for heading in ("runtime", "median", "fastest", "slowest", "context switches", "answer"):
        table.add_column(heading, justify="left" if heading in ("runtime", "answer") else "right")
    best = min(result.median_seconds for result in results)
    for result in results:
        seconds = [run.seconds for run in result.runs]
        right = result.answers == {expected}
        answer = expected if right else f"[red]wrong: {', '.join(sorted(result.answers))}[/red]"
        table.add_row(
            result.runtime.name,
            _best(f"{result.median_seconds:.3f} s", result.median_seconds == best),
            f"{min(seconds):.3f} s",
            f"{max(seconds):.3f} s",
            f"{result.median_switches:.0f}",
            answer,
        )
    return table


def construct_table(title: str, rows: list[ConstructRow]) -> Table:
    """Time and context switches of one construct; the last column sets Muster against the better of the others."""
    table = Table(title=title, title_justify="left", title_style="bold", show_lines=True)
    table.add_column("construct")
    table.add_column("threads", justify="right")
    for result in rows[0].results:
        table.add_column(result.runtime.name, justify="right")
    table.add_column("Muster to\nbest peer", justify="right")
    for row in rows:
        best = min(result.median_microseconds for result in row.results)
        peers = min(result.median_microseconds for result in row.results[:-1])
        table.add_row(
            row.construct,
            str(row.threads),
            *(_best(_cell(result), result.median_microseconds == best) for result in row.results),
            f"{row.results[-1].median_microseconds / peers:.2f}",
        )
    return table


def _cell(result: ConstructResult) -> str:
    time = result.median_microseconds
    decimals = 3 if time < 10 else 1
    return f"{time:.{decimals}f} us\n{result.median_switches:.1f} sw"


def _best(text: str, is_best: bool) -> str:
    return f"[bold green]{text}[/bold green]" if is_best else text

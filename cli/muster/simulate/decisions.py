# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What simulated and recorded threads decided while they waited, as tables."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.simulate.program import Row
from muster.simulate.words import TITLES, format_time

MILLISECOND_NS = 1e6


def print_waits(console: Console, rows: Sequence[Row]) -> None:
    """For each construct, algorithm and size its cost, and below it the decisions that took most time."""
    for row in rows:
        if "action" in row:
            continue
        where = escape(f"{row['machine']}, {row['row']}")
        team = f"[bold]{TITLES[row['construct']]}[/] of {row['threads']:.0f} threads on {where}"
        counts = (("sleeps", "sleeps"), ("switches", "switches"), ("stops", "stops by the quota"))
        told = [f"{row[key]:.3g} {name}" for key, name in counts if row[key]]
        console.print(f"{team}: {', '.join([format_time(row['ns']), *told])}", highlight=False, soft_wrap=True)
        _print_decisions(console, [other for other in rows if "action" in other and _team(other) == _team(row)])


def _team(row: Row) -> tuple[str, str, float]:
    return row["construct"], row["row"], row["threads"]


def _print_decisions(console: Console, decisions: Sequence[Row]) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for title in ("steps", "took", "first", "by"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("what and why, and the situation of the first", overflow="fold")
    for decision in decisions:
        figures = (f"{decision['steps']:.0f}", _time(decision["took_ms"]), _time(decision["first_ms"]))
        thread = f"{decision['first_thread']:.0f}"
        situation = f"\n[dim]{escape(decision['situation'])}[/]" if decision["situation"] else ""
        table.add_row(*figures, thread, escape(f"{decision['action']}: {decision['reason']}") + situation)
    console.print(table)


def _time(milliseconds: float) -> str:
    return format_time(milliseconds * MILLISECOND_NS)


def print_replay(console: Console, rows: Sequence[Row]) -> bool:
    """What is decided otherwise than it was recorded; whether nothing is."""
    altered = [row for row in rows if not row["holds"]]
    console.print(f"{len(rows) - len(altered)} of {len(rows)} recorded steps are decided alike today", highlight=False)
    if altered:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        table.add_column("line", justify="right", no_wrap=True)
        table.add_column("recorded, today, and the situation", overflow="fold")
        for row in altered:
            recorded = escape(f"{row['action']}: {row['reason']}")
            today = escape(f"{row['action_now']}: {row['reason_now']}")
            table.add_row(f"{row['line']:.0f}", f"{recorded}\n[red]{today}[/]\n[dim]{escape(row['situation'])}[/]")
        console.print(table)
    return not altered

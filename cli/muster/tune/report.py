# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was found, as tables: the fastest algorithm of each use, team size, wait policy and placement."""

from rich import box
from rich.console import Console
from rich.table import Table

from muster.tune.profile import Row

TITLES = {"plain": "plain barriers", "forkjoin": "fork and join", "reduction": "reductions"}


def format_time(ns: int) -> str:
    return f"{ns} ns" if ns < 1000 else f"{ns / 1000:.3g} us" if ns < 1_000_000 else f"{ns / 1e6:.3g} ms"


def best_rows(rows: list[Row]) -> dict[tuple[str, int, str, str], Row]:
    best: dict[tuple[str, int, str, str], Row] = {}
    for row in rows:
        key = (row.use, row.threads, row.policy, row.placement)
        if key not in best or row.ns < best[key].ns:
            best[key] = row
    return best


def print_best(console: Console, rows: list[Row]) -> None:
    best = best_rows(rows)
    policies = list(dict.fromkeys(row.policy for row in rows))
    for use in dict.fromkeys(row.use for row in rows):
        console.print(f"[bold]{TITLES[use]}[/]: the fastest, by wait policy")
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        table.add_column("threads", justify="right")
        table.add_column("placement", no_wrap=True)
        for policy in policies:
            table.add_column(policy, no_wrap=True)
        for threads, placement in dict.fromkeys((row.threads, row.placement) for row in rows if row.use == use):
            found = [best.get((use, threads, policy, placement)) for policy in policies]
            cells = [f"{row.algorithm} [dim]{format_time(row.ns)}[/]" if row is not None else "-" for row in found]
            table.add_row(str(threads), placement, *cells)
        console.print(table)

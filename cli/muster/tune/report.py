# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was found, as tables: the fastest algorithm of each use, team size, wait policy and placement."""

from rich import box
from rich.console import Console
from rich.table import Table

from muster.tune.plan import PLACEMENTS
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
    # A table each: a column more would make them too wide for most terminals.
    for use, placement in dict.fromkeys((row.use, row.placement) for row in sorted(rows, key=_use_and_placement)):
        console.print(f"[bold]{TITLES[use]}[/], threads {placement}: the fastest, by wait policy")
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        table.add_column("threads", justify="right", min_width=len("threads"))
        for policy in policies:
            table.add_column(policy, overflow="fold")
        for threads in sorted({row.threads for row in rows if (row.use, row.placement) == (use, placement)}):
            found = [best.get((use, threads, policy, placement)) for policy in policies]
            cells = [f"{row.algorithm} [dim]{format_time(row.ns)}[/]" if row is not None else "-" for row in found]
            table.add_row(str(threads), *cells)
        console.print(table)


def _use_and_placement(row: Row) -> tuple[int, int]:
    return list(TITLES).index(row.use), PLACEMENTS.index(row.placement)

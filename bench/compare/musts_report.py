# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of what has to be shown: each figure, its bar, met or missed."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from .musts import Measured, Must, figure, is_met
from .plan import Binding
from .report import GAP, print_failures, print_not_comparable
from .stats import summarize

WORDS = {
    "ratio": "to the best peer",
    "ratio_libgomp": "to libgomp",
    "transfers": "line transfers",
    "switches": "to the least switches' time",
    "excess": "switches over threads - CPUs",
    "to_idle": "to itself when idle",
    "to_sizes": "to the mean of both sizes",
    "to_cores": "to a thread for each CPU",
    "cpu_us": "us of CPU time in 1 s",
    "sleeps": "sleeps a region",
    "memory": "memory, to libgomp's",
}


def format_figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def _cell(must: Must, value: float | None) -> str:
    colour = "green" if is_met(must, [value]) else "red"
    return f"[{colour}]{format_figure(value)}[/]"


def _not_comparable(measured: Measured, must: Must, bindings: Sequence[Binding]) -> dict[str, str]:
    """What others, or Muster, did instead of the work asked for, by runtime, compiler and binding."""
    session = measured.sessions.get(must.condition)
    if session is None:
        return {}
    reasons = {
        f"{runtime} {build} {group.binding}": summarize(rounds).not_comparable
        for (group, (runtime, build)), rounds in session.samples.items()
        if (group.construct, group.threads) == (must.construct, must.threads) and group.binding in bindings
    }
    return {who: reason for who, reason in reasons.items() if reason}


def rows_of(
    measured: Measured, musts: Sequence[Must], builds: Sequence[str], bindings: Sequence[Binding]
) -> list[dict[str, Any]]:
    """For the result file: each figure by compiler and binding, null where it was not taken, and who was no peer."""
    rows = []
    for must in musts:
        figures = {
            f"{build} {binding}": figure(measured, must, build, binding) for build, binding in product(builds, bindings)
        }
        rows.append(
            asdict(must)
            | {
                "figures": figures,
                "met": is_met(must, list(figures.values())),
                "not_comparable": _not_comparable(measured, must, bindings),
            }
        )
    return rows


def verdict(must: Must, figures: Sequence[float | None]) -> str:
    """Met, missed, or not taken: a run failed or was stopped before it, and no other figure has missed the bar."""
    if is_met(must, figures):
        return "[green]met[/]"
    taken = [value for value in figures if value is not None]
    return "[yellow]not taken[/]" if not taken or is_met(must, taken) else "[red]missed[/]"


def print_musts(
    console: Console, measured: Measured, musts: Sequence[Must], builds: Sequence[str], bindings: Sequence[Binding]
) -> int:
    """Prints a row for each figure. Returns how many are not met."""
    variants = list(product(builds, bindings))
    table = Table(box=box.SIMPLE_HEAD, padding=GAP)
    table.add_column("construct, threads", overflow="fold")
    table.add_column("figure", overflow="fold")
    for build, binding in variants:
        table.add_column(f"{build}\n{binding}", justify="right", no_wrap=True)
    table.add_column("bar", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    missed = 0
    line = ""
    for must in musts:
        if must.line != line:
            line = must.line
            table.add_row(f"[bold]{line}[/]")
        figures = [figure(measured, must, build, binding) for build, binding in variants]
        met = is_met(must, figures)
        missed += 0 if met else 1
        cells = [_cell(must, value) for value in figures]
        what = f"{must.construct} {must.threads}"
        table.add_row(what, WORDS[must.measure], *cells, format_figure(must.limit), verdict(must, figures))
    console.print(table)
    for session in measured.sessions.values():
        print_not_comparable(console, session)
        print_failures(console, session)
    console.print(f"{len(musts) - missed} of {len(musts)} met", highlight=False)
    return missed

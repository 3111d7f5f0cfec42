# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of the algorithms: a row an algorithm, a column a team size, and what the machine itself charges below."""

from dataclasses import asdict
from statistics import median
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ..floor import floor_of
from ..report import GAP, SWITCHES_WORTH_SHOWING, format_us
from .measure import Figure, Key, Results, Setup, figure

# What a mode costs at least, in the words of floor.py: to gather and to release are two steps.
LIKE = {"exchange": "barrier", "rooted": "parallel", "combine": "parallel"}
TITLES = {"exchange": "exchange", "rooted": "gather and release", "combine": "gather with a combiner, and release"}


def best_of(figures: dict[str, Figure]) -> str:
    """The fastest algorithm by the median."""
    return min(figures, key=lambda name: figures[name].ns)


def figures_of(results: Results, setup: Setup, mode: str) -> dict[str, Figure]:
    """By algorithm, in the order of the registry."""
    return {
        key.algorithm: figure(lines)
        for key, lines in results.samples.items()
        if key.setup == setup and key.mode == mode
    }


def _cell(value: Figure | None, is_best: bool) -> str:
    if value is None:
        return "[dim]-[/]"
    time = format_us(value.ns / 1000)
    text = f"[bold]{time}[/]" if is_best else time
    return f"{text} [dim]{value.switches:.1f}s[/]" if value.switches >= SWITCHES_WORTH_SHOWING else text


def _floor_text(mode: str, threads: int, cpus: int, references: dict[str, list[float]]) -> str:
    floor = floor_of(LIKE[mode], threads, cpus, references)
    if floor is None:
        return "-"
    return f"{format_us(floor.us)} {threads - cpus}.0s" if threads > cpus else format_us(floor.us)


def _print_table(console: Console, results: Results, setups: list[Setup], mode: str, cpus: int) -> None:
    first = setups[0]
    where = f"{first.condition}, {first.binding}, wait policy {first.wait}"
    # The title is no part of the table, which would fold it to its own width.
    console.print(f"[bold]{TITLES[mode]}[/]: {where}", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, padding=GAP)
    table.add_column("algorithm", no_wrap=True)
    columns = [figures_of(results, setup, mode) for setup in setups]
    for setup in setups:
        table.add_column(f"{setup.threads} threads", justify="right", no_wrap=True)
    for name in dict.fromkeys(name for column in columns for name in column):
        table.add_row(name, *(_cell(column.get(name), bool(column) and name == best_of(column)) for column in columns))
    table.add_section()
    table.add_row("[dim]floor[/]", *(_floor_text(mode, setup.threads, cpus, results.references) for setup in setups))
    console.print(table)


def print_report(console: Console, results: Results, cpus: int) -> None:
    """A table for each condition, binding, wait policy and mode; then the references and what failed."""
    setups = list(dict.fromkeys(key.setup for key in results.samples))
    modes = list(dict.fromkeys(key.mode for key in results.samples))
    for place in dict.fromkeys((setup.condition, setup.binding, setup.wait) for setup in setups):
        same = [setup for setup in setups if (setup.condition, setup.binding, setup.wait) == place]
        for mode in modes:
            _print_table(console, results, same, mode, cpus)
    console.print("[bold]The machine itself, in the same rounds[/]")
    references = Table(box=box.SIMPLE_HEAD, padding=GAP)
    references.add_column("reference")
    references.add_column("us", justify="right", no_wrap=True)
    for name, values in results.references.items():
        references.add_row(results.titles[name], format_us(median(values)))
    console.print(references)
    for words in results.skipped:
        console.print(f"[yellow]skipped[/] {words}", highlight=False)
    for words in results.failures:
        console.print(f"[red]failed[/] {words}", highlight=False)
    console.print(
        "[dim]microseconds a barrier, median of the rounds; bold: the fastest. s: context switches a barrier. "
        "floor: a line transfer (two to gather and release); with more threads than CPUs (threads - CPUs) / CPUs "
        "switches of sched_yield, and at least threads - CPUs switches.[/]"
    )


def rows_of(results: Results) -> list[dict[str, Any]]:
    """For the result file: every sample."""
    return [_row(key, lines) for key, lines in results.samples.items()]


def _row(key: Key, lines: list[dict[str, Any]]) -> dict[str, Any]:
    setup = key.setup
    where = {"condition": str(setup.condition), "binding": str(setup.binding), "wait": setup.wait}
    value = figure(lines)
    return (
        {"algorithm": key.algorithm, "mode": key.mode, "threads": setup.threads}
        | where
        | asdict(value)
        | {"samples": lines}
    )

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bars: in the terminal, and on a page that needs nothing from the network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from rich.console import Console
from rich.markup import escape as escape_markup

from muster.pages.style import STYLE
from scripts.demo.applications import Outcome
from scripts.demo.measure import ProgramResult

# What a line of 80 columns has room for beside the names and figures.
WIDEST = 40
OWN = "Muster"


@dataclass(frozen=True)
class Bar:
    name: str
    seconds: float
    note: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    bars: Sequence[Bar]
    missing: str = ""

    def share(self, bar: Bar) -> float:
        return bar.seconds / max(one.seconds for one in self.bars)


def group_of_program(title: str, results: Iterable[ProgramResult]) -> Group:
    return Group(title, [Bar(result.runtime.name, result.median_seconds) for result in results])


def group_of(outcome: Outcome) -> Group:
    bars = [
        Bar(one.runtime.name, one.median, f"{one.threads} thread{'s' if one.threads != 1 else ''}")
        for one in outcome.times
    ]
    return Group(outcome.scenario.title, bars, outcome.missing)


def print_group(console: Console, group: Group) -> None:
    console.print(f"\n[bold]{escape_markup(group.title)}[/bold]: seconds, medians")
    if group.missing:
        console.print(f"  left out: {escape_markup(group.missing)}", soft_wrap=True)
    for bar in group.bars:
        blocks = "█" * max(1, round(WIDEST * group.share(bar)))
        colour = "green" if bar.name == OWN else "default"
        text = f"  {bar.name:8} [{colour}]{blocks}[/{colour}] {bar.seconds:.3f} {bar.note}".rstrip()
        console.print(text, soft_wrap=True)


def page_of(groups: Iterable[Group], machine: str, command: str) -> str:
    """One file: bars are boxes of the page's own."""
    parts = []
    for group in groups:
        rows = "".join(
            f"<tr><td>{escape(bar.name)}</td><td class='text'><div class='bar{' own' if bar.name == OWN else ''}' "
            f"style='width:{100 * group.share(bar):.2f}%'></div></td><td>{bar.seconds:.3f} s</td>"
            f"<td class='text'>{escape(bar.note)}</td></tr>"
            for bar in group.bars
        )
        missing = f"<p class='note'>Left out: {escape(group.missing)}</p>" if group.missing else ""
        table = f"<table class='bars'>{rows}</table>" if rows else ""
        parts.append(f"<h2>{escape(group.title)}</h2>{missing}{table}")
    style = STYLE + _BARS
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Muster's demo</title>"
        f"<meta name='viewport' content='width=device-width'><style>{style}</style></head><body>"
        f"<h1>libgomp, libomp and Muster side by side</h1><p>{escape(machine)}. Medians of interleaved runs: "
        f"<code>{escape(command)}</code>. A shorter bar is better.</p>{''.join(parts)}</body></html>"
    )


_BARS = """
.bars { width: 100%; } .bars td { border-bottom: none; } .bars td:nth-child(2) { width: 60%; }
.bar { background: #8a94a0; height: 1rem; } .bar.own { background: #2f8f4e; }
"""

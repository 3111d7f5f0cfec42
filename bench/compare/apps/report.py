# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables: cells with the worst first, what has to be shown, and a barrier a row."""

from collections.abc import Sequence
from statistics import median

from rich import box
from rich.console import Console
from rich.table import Table

from ..stats import quartiles
from ..verdict import Verdict
from .figures import Check, Figure, checks_of, figures_of, geometric_mean
from .plan import Cell
from .results import Results

LEGEND = (
    "[dim]ms: the measured part, median of the rounds. ratio: to the best peer for the same code, paired by round, "
    "with quartiles. between: where the median of further rounds would be with a probability of 95 % (bootstrap). "
    "verdict: faster or slower where a sign test over the rounds says so at 5 %, for that cell by itself; '=': no "
    "difference that these runs can show. switches: context switches of ours / of the peer. CPUs: CPU time over "
    "time.[/]"
)
BARRIER_LEGEND = (
    "[dim]ms: the measured part, median of the rounds, with quartiles; bold: the least of its column for that code. "
    "A row without an algorithm is the runtime as it chooses by itself. What cannot gather a reduction leaves that to "
    "another.[/]"
)
MARKS = {Verdict.FASTER: "faster", Verdict.SLOWER: "slower", Verdict.NONE: "="}
COLOURS = {Verdict.FASTER: "green", Verdict.SLOWER: "red", Verdict.NONE: "yellow"}
WIDTHS = (9, 9, 7, 12, 12, 8, 10, 15, 6)
HEADS = ("ms", "peer ms", "ratio", "quartiles", "between", "verdict", "best peer", "switches", "CPUs")


def _line(figure: Figure) -> list[str]:
    return [
        f"{figure.ms:.1f}",
        f"{figure.peer_ms:.1f}",
        f"{figure.ratio.middle:.2f}",
        f"{figure.ratio.low:.2f}-{figure.ratio.high:.2f}",
        f"{figure.between[0]:.2f}-{figure.between[1]:.2f}",
        MARKS[figure.verdict],
        figure.best,
        f"{figure.switches:.0f}/{figure.peer_switches:.0f}",
        f"{figure.cpus:.2f}",
    ]


def _print_figures(console: Console, figures: Sequence[Figure]) -> None:
    """Lines of text: a table would be cut to the width of the terminal."""
    width = max(len(f"{figure.cell} {figure.build}") for figure in figures)
    heads = "".join(f"{head:>{size}}" for head, size in zip(HEADS, WIDTHS, strict=True))
    console.print(f"[bold]{'cell':{width}}{heads}[/]", soft_wrap=True, highlight=False)
    for figure in figures:
        texts = [f"{text:>{size}}" for text, size in zip(_line(figure), WIDTHS, strict=True)]
        texts[5] = f"[{COLOURS[figure.verdict]}]{texts[5]}[/]"
        name = f"{figure.cell} {figure.build}"
        console.print(f"{name:{width}}{''.join(texts)}", soft_wrap=True, highlight=False)


def _print_means(console: Console, figures: Sequence[Figure]) -> None:
    """The geometric mean for each value of what cells differ in: where it is lost."""
    console.print("geometric mean of the ratio, by what the cells have in common")
    kinds = {
        "threads": [str(figure.cell.threads) for figure in figures],
        "condition": [str(figure.cell.condition) for figure in figures],
        "policy": [str(figure.cell.policy) for figure in figures],
        "code": [figure.build for figure in figures],
        "app": [figure.cell.app for figure in figures],
    }
    for kind, words in kinds.items():
        means = []
        for word in sorted(dict.fromkeys(words), key=lambda word: (len(word), word)):
            same = [figure for figure, own in zip(figures, words, strict=True) if own == word]
            means.append(f"{word} {geometric_mean(same):.2f}")
        console.print(f"  {kind:10} {', '.join(means)}", highlight=False, soft_wrap=True)


def print_checks(console: Console, checks: Sequence[Check]) -> None:
    console.print("[bold]what has to be shown[/]")
    for check in checks:
        verdict = "[dim]open  [/]" if check.met is None else "[green]met   [/]" if check.met else "[red]missed[/]"
        console.print(f"{verdict} {check.says}: {check.value}", soft_wrap=True, highlight=False)


def print_failures(console: Console, results: Results) -> int:
    """Each reason once. In how many cells a rival failed: a peer that does is no peer there, and no fault of ours."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for (cell, name, build), samples in results.samples.items():
        errors = [sample.error for sample in samples if sample.error]
        if errors:
            reasons.setdefault((name, build, errors[0]), []).append(str(cell))
    for (name, build, reason), cells in reasons.items():
        console.print(f"[red]failed[/] {name} {build}: {reason}: {'; '.join(cells)}", highlight=False, soft_wrap=True)
    for what, reason in results.skipped.items():
        console.print(f"[yellow]skipped[/] {what}: {reason}", highlight=False)
    return sum(len(cells) for (name, _, _), cells in reasons.items() if name not in results.peers)


def print_report(console: Console, results: Results) -> None:
    """For each rival: the worst cells first, means, checks."""
    for rival in results.rivals:
        figures = figures_of(results, rival)
        console.print(f"[bold]{rival}[/]: {len(figures)} cells, {results.rounds} rounds", highlight=False)
        if figures:
            _print_figures(console, figures)
            _print_means(console, figures)
        print_checks(console, checks_of(figures, results.cpus))
    console.print(LEGEND)


def _barrier_cell(results: Results, cell: Cell, name: str, build: str) -> tuple[float, str] | None:
    samples = results.of(cell, name, build)
    if not samples or not all(sample.counts for sample in samples):
        return None
    times = [sample.wall_ns / 1e6 for sample in samples]
    low, high = quartiles(times)
    return median(times), f"{median(times):.1f} [dim]{low:.1f}-{high:.1f}[/]"


def print_barrier_tables(console: Console, results: Results) -> None:
    """As the paper has it: an algorithm a row, a team size a column; a table for each application and compiler."""
    names = list(dict.fromkeys(name for _, name, _ in results.samples))
    for app in dict.fromkeys(cell.app for cell in results.cells()):
        cells = [cell for cell in results.cells() if cell.app == app]
        for build in results.builds():
            table = Table(box=box.SIMPLE_HEAD, title=f"{app}, {build}", title_justify="left")
            table.add_column("barriers", no_wrap=True)
            for cell in cells:
                table.add_column(f"{cell.threads} threads", justify="right", no_wrap=True)
            found = {
                name: [_barrier_cell(results, cell, name, build) for cell in cells]
                for name in names
                if any(results.of(cell, name, build) for cell in cells)
            }
            least = [
                min((value[0] for value in column if value is not None), default=0.0)
                for column in zip(*found.values(), strict=True)
            ]
            for name, values in found.items():
                texts = [
                    "-" if value is None else f"[bold]{value[1]}[/]" if value[0] == best else value[1]
                    for value, best in zip(values, least, strict=True)
                ]
                table.add_row(name, *texts)
            console.print(table)
    console.print(BARRIER_LEGEND)

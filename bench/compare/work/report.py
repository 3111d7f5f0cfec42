# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The worst cells as a table, and the checks."""

from collections.abc import Sequence

from rich.console import Console

from ..report import format_us
from .checks import CELL_LIMIT, Check, above, checks_of
from .figures import Figure, figures_of, geometric_mean
from .results import Results
from .space import USUAL, Condition

LEGEND = (
    f"[dim]What a cell does not say is as usual: {', '.join(word for word in USUAL if word)}. "
    "us: a phase, median of the rounds. ratio: to the best peer for the same code, paired by round, with quartiles. "
    "ideal: time over that of a runtime that costs nothing, on the CPUs that can be had. switches: a thread and phase. "
    "moved: threads that changed CPU, a phase. CPUs: CPU time over time.[/]"
)


def map_figures(results: Results, rival: str) -> list[Figure]:
    """Those of the plan."""
    return [
        figure
        for figure in figures_of(results, rival)
        if figure.cell.condition is not Condition.TOGETHER and str(figure.cell) not in results.companions
    ]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _colour(ratio: float) -> str:
    return "green" if ratio <= 1.0 else "yellow" if ratio <= CELL_LIMIT else "red"


def _print_cells(console: Console, figures: Sequence[Figure], least: bool) -> None:
    """Lines of text: a table would be cut to the width of the terminal."""
    width = max(len(f"{figure.cell.short()} {figure.build}") for figure in figures)
    heads = ("us", "ratio", "quartiles", "best peer", "ideal", "switches", "moved", "CPUs")
    widths = (9, 6, 11, 10, 6, 9, 6, 5)
    line = "".join(f"{head:>{size}}" for head, size in zip(heads, widths, strict=True))
    console.print(f"[bold]{'cell':{width}}{line}[/]", soft_wrap=True, highlight=False)
    for figure in figures:
        value = figure.value(least)
        fields = (
            format_us(figure.us),
            f"{value:.2f}",
            f"{figure.ratio.low:.2f}-{figure.ratio.high:.2f}",
            figure.best,
            _number(figure.to_ideal),
            _number(figure.switches),
            _number(figure.migrations),
            _number(figure.cpus),
        )
        texts = [f"{field:>{size}}" for field, size in zip(fields, widths, strict=True)]
        texts[1] = f"[{_colour(value)}]{texts[1]}[/]"
        name = f"{figure.cell.short()} {figure.build}"
        console.print(f"{name:{width}}{''.join(texts)}", soft_wrap=True, highlight=False)


def _print_means(console: Console, figures: Sequence[Figure], least: bool) -> None:
    """The geometric mean for each value of each factor: where it is lost."""
    names = ("threads", "work", "condition", "construct", "shape", "policy", "kind", "binding")
    for factor, name in enumerate(names):
        words = dict.fromkeys(figure.cell.words()[factor] for figure in figures)
        means = []
        for word in words:
            values = [figure.value(least) for figure in figures if figure.cell.words()[factor] == word]
            means.append(f"{word} {geometric_mean(values):.2f}")
        console.print(f"  {name:10} {', '.join(means)}", highlight=False, soft_wrap=True)


def print_checks(console: Console, checks: Sequence[Check]) -> None:
    console.print("[bold]what has to be shown[/]")
    for check in checks:
        verdict = "[dim]open  [/]" if check.met is None else "[green]met   [/]" if check.met else "[red]missed[/]"
        console.print(f"{verdict} {check.says}: {check.value}", soft_wrap=True, highlight=False)


def print_failures(console: Console, results: Results) -> int:
    """Each reason once. How many variants of a cell failed."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for (cell, (runtime, build)), samples in results.samples.items():
        errors = [sample.error for sample in samples if sample.error]
        if errors:
            reasons.setdefault((runtime, build, errors[0]), []).append(str(cell))
    for (runtime, build, reason), cells in reasons.items():
        console.print(f"[red]failed[/] {runtime} {build}: {reason}: {'; '.join(cells)}", highlight=False)
    return sum(len(cells) for cells in reasons.values())


def _cut(results: Results) -> int:
    return sum(sample.phases < sample.phases_asked for samples in results.samples.values() for sample in samples)


def print_report(console: Console, results: Results, *, shown: int | None, least: bool) -> None:
    """For each rival: the worst cells first, means, checks. `shown`: how many cells; None: all."""
    for rival in results.rivals:
        figures = map_figures(results, rival)
        if figures:
            worst = above(figures, 0.0, least)
            part = worst if shown is None else worst[:shown]
            heading = f"the worst {len(part)} of {len(worst)} cells, {results.rounds} rounds"
            console.print(f"[bold]{rival}[/]: {heading}", highlight=False)
            _print_cells(console, part, least)
            console.print("geometric mean of the ratio, by what the cells have in common")
            _print_means(console, figures, least)
        print_checks(console, checks_of(results, rival, figures, least))
    for condition, reason in results.skipped.items():
        console.print(f"[yellow]skipped[/] {condition}: {reason}", highlight=False)
    if cut := _cut(results):
        console.print(f"{cut} processes were stopped at the time limit: their figures are of the phases until then")
    console.print(LEGEND)

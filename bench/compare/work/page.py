# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The map as one static HTML page: work by threads for each condition, and a table of all cells."""

import html
import math
from collections.abc import Sequence

from ..chart import document
from ..report import format_us
from .checks import CELL_LIMIT, above, checks_of
from .figures import Figure, geometric_mean
from .report import map_figures
from .results import Results
from .space import CONDITIONS, THREADS, USUAL, WORKS_NS, work_text

FIELD_WIDTH = 66
FIELD_HEIGHT = 30
LABEL_WIDTH = 44
HEAD_HEIGHT = 22
BEST = 0.4  # ratios from here down have the strongest colour,
WORST = 1.6  # and from here up

OWN_STYLE = (
    "<style>.maps { display: flex; flex-wrap: wrap; gap: 1rem; } .maps > div { flex: 1 1 24rem; max-width: 30rem; }"
    " .maps svg text { font-size: 12px; } .bad { color: #d9542b; font-weight: bold; }</style>"
)


def colour_of(ratio: float) -> str:
    """Blue for a gain, red for a loss, white where nothing is either."""
    if ratio <= 1.0:
        depth = min(1.0, math.log(ratio) / math.log(BEST)) if ratio > 0 else 1.0
        full = (33, 102, 172)
    else:
        depth = min(1.0, math.log(ratio) / math.log(WORST))
        full = (178, 24, 43)
    return "#" + "".join(f"{round(255 + (part - 255) * depth):02x}" for part in full)


def _field(x: float, y: float, figures: Sequence[Figure], least: bool) -> str:
    """One threads-and-work field: the mean of its cells, how many they are, and what they are in the tooltip."""
    ratio = geometric_mean([figure.value(least) for figure in figures])
    title = "\n".join(
        f"{figure.cell.short()} {figure.build}: {figure.value(least):.2f} of {figure.best}" for figure in figures
    )
    worst = max(figure.value(least) for figure in figures)
    edge = ' stroke="#b2182b" stroke-width="2"' if worst > CELL_LIMIT else ' stroke="#ccc"'
    ink = "#fff" if ratio < 0.6 or ratio > 1.4 else "#000"
    return (
        f'<g><title>{html.escape(title)}</title><rect x="{x + 1}" y="{y + 1}" width="{FIELD_WIDTH - 2}" '
        f'height="{FIELD_HEIGHT - 2}" fill="{colour_of(ratio)}"{edge}/>'
        f'<text x="{x + FIELD_WIDTH / 2}" y="{y + 19}" text-anchor="middle" fill="{ink}">{ratio:.2f}</text></g>'
    )


def heatmap(figures: Sequence[Figure], least: bool = False) -> str:
    """Threads down, work across. A field has a red edge if one of its cells is above the limit."""
    threads = sorted({*THREADS, *(figure.cell.threads for figure in figures)})
    works = sorted({*WORKS_NS, *(figure.cell.work_ns for figure in figures)})
    body = []
    for column, work_ns in enumerate(works):
        x = LABEL_WIDTH + (column + 0.5) * FIELD_WIDTH
        body.append(f'<text x="{x}" y="14" text-anchor="middle">{work_text(work_ns)}</text>')
    for line, size in enumerate(threads):
        y = HEAD_HEIGHT + line * FIELD_HEIGHT
        body.append(f'<text x="{LABEL_WIDTH - 6}" y="{y + 19}" text-anchor="end">{size}</text>')
        for column, work_ns in enumerate(works):
            here = [figure for figure in figures if (figure.cell.threads, figure.cell.work_ns) == (size, work_ns)]
            if here:
                body.append(_field(LABEL_WIDTH + column * FIELD_WIDTH, y, here, least))
    width = LABEL_WIDTH + len(works) * FIELD_WIDTH
    height = HEAD_HEIGHT + len(threads) * FIELD_HEIGHT
    return f'<svg viewBox="0 0 {width} {height}" role="img">{"".join(body)}</svg>'


def _maps(figures: Sequence[Figure], least: bool) -> str:
    parts = [f"<div><h3>all conditions</h3>{heatmap(figures, least)}</div>"]
    for condition in CONDITIONS:
        same = [figure for figure in figures if figure.cell.condition is condition]
        if same:
            parts.append(f"<div><h3>{html.escape(condition)}</h3>{heatmap(same, least)}</div>")
    return f'<div class="maps">{"".join(parts)}</div>'


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _row(figure: Figure, least: bool) -> str:
    value = figure.value(least)
    mark = ' class="bad"' if value > CELL_LIMIT else ""
    cells = (
        f"{figure.cell.short()} {figure.build}",
        format_us(figure.us),
        f"{figure.ratio.low:.2f}-{figure.ratio.high:.2f}",
        figure.best,
        _number(figure.to_ideal),
        _number(figure.peer_to_ideal),
        _number(figure.switches),
        _number(figure.migrations),
        _number(figure.cpus),
    )
    fields = "".join(f"<td>{html.escape(text)}</td>" for text in cells)
    return f"<tr><td{mark}>{value:.2f}</td>{fields}</tr>"


def _checks(results: Results, rival: str, figures: Sequence[Figure], least: bool) -> str:
    rows = []
    for check in checks_of(results, rival, figures, least):
        verdict = "open" if check.met is None else "met" if check.met else '<span class="bad">missed</span>'
        rows.append(f"<tr><td>{html.escape(check.says)}</td><td>{html.escape(check.value)}</td><td>{verdict}</td></tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def render(results: Results, least: bool = False) -> str:
    """The whole page."""
    heads = ("ratio", "cell", "us a phase", "quartiles", "best peer", "ideal", "peer's", "switches", "moved", "CPUs")
    head = "".join(f"<th>{name}</th>" for name in heads)
    sections = [OWN_STYLE]
    for rival in results.rivals:
        figures = map_figures(results, rival)
        rows = "".join(_row(figure, least) for figure in above(figures, 0.0, least))
        sections.append(
            f"<h2>{html.escape(rival)}</h2>{_checks(results, rival, figures, least)}{_maps(figures, least)}"
            f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'
        )
    skipped = "".join(
        f"<p>Skipped: {html.escape(condition)}: {html.escape(reason)}</p>"
        for condition, reason in results.skipped.items()
    )
    machine = html.escape(f"{results.machine['cpu']}, Linux {results.machine['kernel']}")
    usual = ", ".join(word for word in USUAL if word)
    introduction = (
        f"<p>{machine}. {html.escape(results.when)}. {results.cpus} CPUs, {results.rounds} interleaved rounds; other "
        f"programs took {results.others_percent:.1f}% of the CPUs.</p>"
        "<p>Each field is the geometric mean of the ratios to the best peer for the same code, over the cells with "
        "that many threads and that much work; blue is faster, red slower. A red edge says that one of them is above "
        f"{CELL_LIMIT}. The cells are in the tooltip and in the table. What a cell does not say is as usual: "
        f"{usual}.</p>{skipped}"
    )
    return document("Work between constructs", introduction, "".join(sections))

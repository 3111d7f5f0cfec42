# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison as one page, which needs no network and no script. Importing it imports matplotlib."""

import html
import shlex
from collections.abc import Iterable, Sequence

import matplotlib as mpl
from matplotlib.figure import Figure

from muster.compare.session import Session
from muster.compare.summary import Row, Verdict, rows_of, verdicts_of
from muster.compare.words import HEADS, cells, ranks_in_words, team
from muster.machine.facts import facts
from muster.pages.drawing import COLOURS, GRID, INK, new_figure, settings, svg_of
from muster.pages.style import STYLE


def page_of(session: Session, command: str, others_percent: float) -> str:
    """The whole page."""
    title = html.escape(f"{shlex.join(session.wish.launch.words)} on {len(session.candidates)} OpenMP runtimes")
    rows, verdicts = rows_of(session), verdicts_of(session)
    with mpl.rc_context(settings()):
        times = svg_of(draw_times(session, rows), "times", "Wall time of each run, by runtime")
        ratios = svg_of(draw_ratios(verdicts), "ratios", "Ratios with their confidence intervals") if verdicts else ""
    told = "".join(f"<li>{html.escape(f'{team(one.size)}: {one.words()}')}</li>" for one in verdicts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>"
        f"{_origin(session, command, others_percent)}\n<h2>What the runs show</h2><ul>{told}</ul>{_answers(session)}\n"
        f"<h2>Wall time</h2><figure>{times}<figcaption>A dot is a run; the line is the median.</figcaption></figure>\n"
        f"{_tables(session, rows)}\n<h2>Ratios</h2><figure>{ratios}<figcaption>Wall time, with the interval of 95 % "
        "confidence (Wilcoxon's signed ranks, runs paired by round). Left of 1 is less time.</figcaption></figure>"
        "</body></html>\n"
    )


def _origin(session: Session, command: str, others_percent: float) -> str:
    found = {
        "Command": f"<code>{html.escape(command)}</code>",
        "Machine": html.escape(facts().in_words()),
        "Runs": f"{session.rounds} on each runtime, in turn; other programs took {others_percent:.0f} % of the CPUs",
    }
    if session.ranks:
        found["Ranks"] = ranks_in_words(session.ranks)
    found |= {
        f"{candidate.name}": f"<code>{html.escape(str(candidate.library or 'as the program finds it'))}</code>"
        for candidate in session.candidates
    }
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{fact}</dd>' for name, fact in found.items())}</dl>"


def _answers(session: Session) -> str:
    lines = [*session.differences(), *(f"{name} failed: {why}" for (_, name), why in session.failures.items())]
    if not lines:
        return "<p>All answers agree.</p>"
    return "".join(f'<p class="note">{html.escape(line)}</p>' for line in lines)


def _tables(session: Session, rows: Iterable[Row]) -> str:
    head = "".join(f"<th>{html.escape(text)}</th>" for text in HEADS)
    found = []
    for size in session.wish.sizes:
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells(row)) + "</tr>"
            for row in rows
            if row.size == size
        )
        found.append(
            f'<h3>{html.escape(team(size))}</h3><div class="wide"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )
    return "".join(found)


def draw_times(session: Session, rows: Sequence[Row]) -> Figure:
    """A line of dots for each runtime and team size."""
    figure = new_figure(9.2, 0.9 + 0.42 * max(1, len(rows)))
    axes = figure.add_subplot()
    names = [candidate.name for candidate in session.candidates]
    for index, row in enumerate(rows):
        walls = [sample.wall_s for sample in session.samples[row.size, row.name]]
        colour = COLOURS[names.index(row.name) % len(COLOURS)]
        axes.plot(walls, [index] * len(walls), "o", color=colour, alpha=0.7, markersize=6)
        axes.plot([row.wall_s] * 2, [index - 0.3, index + 0.3], "-", color=INK, linewidth=2)
    labels = [row.name if row.size is None else f"{row.name}, {team(row.size)}" for row in rows]
    axes.set_yticks(range(len(rows)), labels)
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds")
    axes.grid(axis="x", linewidth=0.7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def draw_ratios(verdicts: Sequence[Verdict]) -> Figure:
    """A point and its interval for each verdict."""
    figure = new_figure(9.2, 0.9 + 0.42 * len(verdicts))
    axes = figure.add_subplot()
    axes.axvline(1.0, color=GRID, linewidth=2)
    for index, verdict in enumerate(verdicts):
        wall = verdict.wall
        if wall.low is not None and wall.high is not None:
            axes.plot([wall.low, wall.high], [index, index], "-", color=COLOURS[0], linewidth=3)
        axes.plot([wall.middle], [index], "o", color=COLOURS[0], markersize=8)
    axes.set_yticks(
        range(len(verdicts)),
        [f"{one.ours} / {one.theirs}" + ("" if one.size is None else f", {team(one.size)}") for one in verdicts],
    )
    axes.invert_yaxis()
    axes.margins(y=0.5 / max(1, len(verdicts)))
    axes.set_xlabel("ratio of wall times")
    axes.grid(axis="x", linewidth=0.7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure

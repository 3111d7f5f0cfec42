# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The one file as a page, which needs no network and no script. Importing it imports matplotlib."""

import html
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from muster.machine.facts import Facts
from muster.pages.drawing import COLOURS, GRID, new_figure, settings, svg_of
from muster.pages.style import STYLE

from ..work.page import heatmap
from ..work.space import CONDITIONS
from .bundle import Document
from .sections import Section, Table, sections_of

# The heat maps bring no colours for text that stands outside of their fields.
OWN_STYLE = (
    "svg text:not([fill]) { fill: currentColor; } .maps { display: flex; flex-wrap: wrap; gap: 1rem; } "
    ".maps > div { flex: 1 1 24rem; max-width: 30rem; } .maps svg { font-size: 12px; } summary { cursor: pointer; }"
)


def page_of(bundle: Document) -> str:
    """The whole page."""
    sections = sections_of(bundle)
    with mpl.rc_context(settings()):
        bodies = [_section(number, section) for number, section in enumerate(sections)]
    told = "".join(
        f'<tr><td><a href="#part-{number}">{html.escape(one.title)}</a></td>'
        f'<td class="text">{html.escape(one.line)}</td></tr>'
        for number, one in enumerate(sections)
    )
    missing = "".join(f"<li>{html.escape(name)}: {html.escape(why)}</li>" for name, why in bundle["missing"].items())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>Muster: the current figures</title><style>{STYLE}{OWN_STYLE}</style></head>\n"
        f"<body><h1>Muster: the current figures</h1>{_origin(bundle)}\n"
        f'<div class="wide"><table class="sum"><thead><tr><th>part</th><th class="text">in a line</th></tr></thead>'
        f"<tbody>{told}</tbody></table></div>\n"
        + (f"<p>Not here:</p><ul>{missing}</ul>\n" if missing else "")
        + "\n".join(bodies)
        + "</body></html>\n"
    )


def _origin(bundle: Document) -> str:
    facts = {
        "Command": f"<code>{html.escape(bundle['command'])}</code>",
        "Machine": html.escape(Facts(**bundle["machine"]).in_words()),
        "When": f"{html.escape(bundle['when'])}; other programs took {bundle['others_percent']:.0f} % of the CPUs",
        "Ratios": "Muster's time to that of the best peer for the same code, of runs in turn; below 1 is less time",
    }
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{fact}</dd>' for name, fact in facts.items())}</dl>"


def _section(number: int, section: Section) -> str:
    parts = [f'<h2 id="part-{number}">{html.escape(section.title)}</h2><p>{html.escape(section.line)}.</p>']
    parts.append(f"<p>{html.escape(section.when)}</p>")
    if section.points:
        label = f"{section.title}: ratios to the best peer"
        parts.append(f"<figure>{svg_of(draw_ratios(section.points), f'ratios{number}', label)}</figure>")
    if section.fields:
        parts.append(_maps(section.fields))
    parts += [_table(table) for table in section.tables]
    return "".join(parts)


def _maps(fields: Sequence[Any]) -> str:
    shown = {"all conditions": list(fields)}
    shown |= {str(one): same for one in CONDITIONS if (same := [f for f in fields if f.cell.condition is one])}
    maps = "".join(f"<div><h3>{html.escape(name)}</h3>{heatmap(same)}</div>" for name, same in shown.items())
    return (
        f'<div class="maps">{maps}</div><p>Threads down, work across; a field is the geometric mean of its cells, '
        "which are in the tooltip. Blue is less time than the best peer, red more; a red edge: one of them above "
        "1.03.</p>"
    )


def _table(table: Table) -> str:
    head = "".join(f"<th>{html.escape(text)}</th>" for text in table.heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    return (
        f"<details open><summary><strong>{html.escape(table.title)}</strong></summary>"
        f'<div class="wide"><table class="part"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        "</details>"
    )


def draw_ratios(points: Sequence[tuple[str, float]]) -> Figure:
    """A dot for each row on a logarithmic axis, in the order of their ratios; the worst on top."""
    ordered = sorted(points, key=lambda point: -point[1])
    figure = new_figure(9.2, 1.0 + 0.17 * len(ordered))
    axes = figure.add_subplot()
    axes.axvline(1.0, color=GRID, linewidth=2)
    for index, (_, ratio) in enumerate(ordered):
        axes.plot([1.0, ratio], [index, index], "-", color=GRID, linewidth=1)
        axes.plot([ratio], [index], "o", color=COLOURS[0 if ratio <= 1.0 else 1], markersize=5)
    axes.set_yticks(range(len(ordered)), [label for label, _ in ordered], fontsize=7.5)
    axes.set_xscale("log")
    ratios = [ratio for _, ratio in ordered]
    few = max(ratios) < 30 * min(ratios)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if few else (1,), numticks=12))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.minorticks_off()
    axes.margins(y=0.5 / max(1, len(ordered)))
    axes.invert_yaxis()
    axes.set_xlabel("time, to the best peer's")
    axes.grid(axis="x", linewidth=0.7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run of the simulator as one page, which needs no network and no script. Importing it imports matplotlib."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import matplotlib as mpl

from muster.pages.drawing import settings, svg_of
from muster.pages.style import STYLE
from muster.simulate.cost_plot import colours_of, draw_costs
from muster.simulate.growth import FLAT, LAWS, LEAST_RISE, LEAST_SIZES, MOST_ERROR, NO_LAW
from muster.simulate.parts_plot import draw_parts
from muster.simulate.program import Row
from muster.simulate.series import Group, Series, groups_of
from muster.simulate.words import TITLES, format_time

HOW_GROWTH_IS_FITTED = f"""
<h2>How growth is fitted</h2>
<p>Fitted is a + b f(n), with f one of {", ".join(LAWS)}, by the least squares of relative errors; b is not negative.
<em>As good</em> are laws that the sizes do not tell from the best one. What is <em>{FLAT}</em> rises by less than
{LEAST_RISE:.0%} over all sizes; where there is <em>{NO_LAW}</em>, the best one misses by more than {MOST_ERROR:.0%}.
The exponent is p in n^p, the slope of the line between the logarithms, whatever the law. A step, such as where a team
goes beyond a package, is part of the sizes and so of the fit. Teams of one are left out.</p>
"""


@dataclass(frozen=True)
class Origin:
    """What a reader has to know to make the page again: the command and a row of `simulate machines`."""

    command: str
    machine: Row


def page_of(rows: Iterable[Row], origin: Origin) -> str:
    """The whole page."""
    groups = groups_of(rows)
    colours = colours_of(groups)
    title = html.escape(f"Simulated costs on {origin.machine['title']}")
    with mpl.rc_context(settings()):
        sections = [_section(group, f"plot{index}", colours) for index, group in enumerate(groups)]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>{_origin(origin)}\n"
        f"{''.join(sections)}{HOW_GROWTH_IS_FITTED}</body></html>\n"
    )


def _origin(origin: Origin) -> str:
    machine = {key: html.escape(str(value)) for key, value in origin.machine.items()}
    facts = {
        "Machine": f"{machine['name']}: {machine['title']}",
        "Topology": f"<code>{machine['topology']}</code>, {origin.machine['cpus']:.0f} CPUs",
        "Command": f"<code>{html.escape(origin.command)}</code>",
    }
    return (
        '<p class="note">All figures are <strong>simulated</strong>: they come from a model of the machine, not from '
        "the machine. <code>simulate/README.md</code> says what is modelled, what is not, and how far predictions were "
        "from published figures.</p>"
        f"<dl>{''.join(f'<dt>{name}</dt><dd>{fact}</dd>' for name, fact in facts.items())}</dl>"
    )


def _section(group: Group, name: str, colours: dict[str, str]) -> str:
    what = f"{TITLES[group.construct]}, threads placed {html.escape(group.placement)}"
    costs = svg_of(draw_costs(group, colours), f"{name}-costs", f"Cost over threads of {what}")
    parts = svg_of(draw_parts(group), f"{name}-parts", f"Where the time of {what} goes")
    best = html.escape(group.cheapest_at(group.largest).algorithm)
    team = _team(group)
    return (
        f"<section><h2>{what[0].upper()}{what[1:]}</h2>\n<figure>{costs}<figcaption>Cost over threads; both axes are "
        f"logarithmic. The thick line is {best}, the cheapest with {team}; a ring is around the "
        f"cheapest of each size.</figcaption></figure>\n<h3>Growth</h3>{_growth(group)}\n<h3>Where the time goes</h3>\n"
        f"<figure>{parts}<figcaption>Shares of the critical path with {team}, the cheapest first, and "
        "the cost.</figcaption></figure>\n"
        f"<details><summary>The figures</summary>{_figures(group)}</details></section>\n"
    )


def _team(group: Group) -> str:
    """The group's largest team, in words."""
    return "1 thread" if group.largest == 1 else f"{group.largest} threads"


def _growth(group: Group) -> str:
    if not any(series.growth.fits for series in group.series):
        return f"<p>Too few sizes: a law wants {LEAST_SIZES} of at least 2 threads.</p>"
    team = f"with {_team(group)}"
    heads = ("algorithm", team, "grows as", "as good", "fitted cost", "misses by", "exponent")
    return _table(heads, [_growth_row(series) for series in group.cheapest_first()])


def _growth_row(series: Series) -> list[str]:
    growth = series.growth
    largest = series.costs[max(series.rows)]
    if not growth.fits or growth.exponent is None:
        return [series.algorithm, format_time(largest), growth.verdict, "", "", "", ""]
    fit = growth.fits[0]
    formula = f"{format_time(fit.a)} + {_slope(fit.b)} * {fit.law}" if growth.verdict != NO_LAW else ""
    return [
        series.algorithm,
        format_time(largest),
        growth.verdict,
        ", ".join(growth.as_good),
        formula,
        f"{fit.error:.0%}",
        f"{growth.exponent:.2f}",
    ]


def _slope(ns: float) -> str:
    """Three digits, without exponents: what a thread more costs may be far below a nanosecond."""
    return f"{ns:.3g} ns" if ns < 100 else format_time(ns)


def _figures(group: Group) -> str:
    rows = [
        [series.algorithm, *(format_time(series.costs[size]) if size in series.rows else "" for size in group.sizes)]
        for series in group.cheapest_first()
    ]
    return _table(["threads", *(str(size) for size in group.sizes)], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first row is the best one."""
    head = "".join(f"<th>{html.escape(text)}</th>" for text in heads)
    lines = ["".join(f"<td>{html.escape(text)}</td>" for text in row) for row in rows]
    body = f'<tr class="best">{lines[0]}</tr>' + "".join(f"<tr>{line}</tr>" for line in lines[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'

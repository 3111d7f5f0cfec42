# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plot of costs over team sizes: a line for each algorithm."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from muster.pages.drawing import COLOURS, INK, new_figure
from muster.simulate.series import Group, Series
from muster.simulate.words import format_time

MARKERS = "os^Dv*<P>Xhp"
# A peer's line has the colour of the algorithm that it shares with Muster, and a dash of its own.
DASHES = {"muster": "-", "libgomp": ":", "libomp": "--"}
# The share of the axis that the label of a size takes.
LABEL_SHARE = 0.045
# An axis of fewer decades has labels at these multiples of each power of ten, a longer one at the powers.
FEW_DECADES = 3.5
LABELS_OF_A_SHORT_AXIS = (1.0, 2.0, 5.0)


def draw_costs(group: Group, colours: dict[str, str]) -> Figure:
    """One line for each series, the best at the largest size thick, and a ring at the cheapest of each size."""
    figure = new_figure(9.2, max(5.4, 1.0 + 0.24 * len(group.series)))
    axes = figure.add_subplot()
    best = group.cheapest_at(group.largest)
    # The legend has the order in which the lines end, from the top.
    for series in reversed(group.cheapest_first()):
        _draw_series(axes, series, colours, is_best=series is best)
    _ring_the_cheapest(axes, group)
    _scale(axes, group)
    axes.set_xlabel("threads")
    axes.set_ylabel("cost")
    legend = figure.legend(loc="outside right upper", handlelength=3)
    for text in legend.get_texts():
        text.set_fontweight("bold" if text.get_text().startswith(f"{best.algorithm},") else "normal")
    return figure


def colours_of(groups: Sequence[Group]) -> dict[str, str]:
    """A colour for each algorithm by its name without the runtime, the same in every plot of a page."""
    names = dict.fromkeys(_row_name(series) for group in groups for series in group.series)
    return {name: COLOURS[index % len(COLOURS)] for index, name in enumerate(names)}


def _row_name(series: Series) -> str:
    return str(next(iter(series.rows.values()))["row"])


def _draw_series(axes: Axes, series: Series, colours: dict[str, str], *, is_best: bool) -> None:
    # The axis is logarithmic, and a team of one can cost nothing.
    points = {size: cost for size, cost in series.costs.items() if cost > 0}
    name = _row_name(series)
    runtime = str(next(iter(series.rows.values()))["runtime"])
    index = list(colours).index(name)
    axes.plot(
        list(points),
        list(points.values()),
        DASHES.get(runtime, "-."),
        gid=f"line-{series.algorithm.translate(str.maketrans(' ', '-', '()'))}",
        label=f"{series.algorithm}, best" if is_best else series.algorithm,
        color=colours[name],
        marker=MARKERS[index % len(MARKERS)],
        markersize=7 if is_best else 5,
        linewidth=3.2 if is_best else 1.3,
        zorder=4 if is_best else 3,
    )


def _ring_the_cheapest(axes: Axes, group: Group) -> None:
    cheapest = {size: group.cheapest_at(size).costs[size] for size in group.sizes}
    points = {size: cost for size, cost in cheapest.items() if cost > 0}
    axes.plot(
        list(points),
        list(points.values()),
        "o",
        gid="cheapest",
        label="cheapest of its size",
        color=INK,
        fillstyle="none",
        markersize=12,
        markeredgewidth=1.2,
        zorder=5,
    )


def _scale(axes: Axes, group: Group) -> None:
    costs = [cost for series in group.series for cost in series.costs.values() if cost > 0] or [1.0]
    low, high = min(costs), max(costs)
    # The limits are set here, as a single size or cost wants an axis of some width too, and so do none at all.
    axes.set_xscale("log", base=2)
    axes.set_xlim(group.sizes[0] / 1.15, group.largest * 1.15)
    axes.set_yscale("log")
    axes.set_ylim(low / 1.4, high * 1.4)
    axes.set_xticks(labelled_sizes(group.sizes))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:.0f}"))
    axes.xaxis.set_minor_locator(NullLocator())
    subs = LABELS_OF_A_SHORT_AXIS if math.log10(high / low) < FEW_DECADES else (1.0,)
    axes.yaxis.set_major_locator(LogLocator(subs=subs))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda ns, _: format_time(ns)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(linewidth=0.7)
    axes.spines[["top", "right"]].set_visible(False)


def labelled_sizes(sizes: Sequence[int]) -> list[int]:
    """The sizes whose labels do not overlap on a logarithmic axis. The largest always has one."""
    apart = LABEL_SHARE * math.log(sizes[-1] / sizes[0])
    chosen: list[int] = []
    for size in reversed(sizes):
        if not chosen or math.log(chosen[-1] / size) >= apart:
            chosen.append(size)
    return chosen[::-1]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plot of where time goes: a bar for each algorithm, stacked of the parts of its critical path."""

from matplotlib.figure import Figure

from muster.pages.drawing import INK, new_figure
from muster.pages.shares import lay_out_shares
from muster.simulate.series import Group
from muster.simulate.words import AT_LEAST_A_PART, PARTS, algorithm_of, format_time

# Black text is legible on each of them, and neighbours differ in lightness too.
PART_COLOURS = {
    "software": "#7fb2e5",
    "work": "#c9c9c9",
    "transfer": "#f0a860",
    "queueing": "#e57f7f",
    "ordering": "#b79be0",
    "system": "#7fcdbb",
    "waking": "#e3d26f",
    "cpu": "#d99cc4",
    "sleeping": "#a5b58a",
}
# matplotlib leaves black out as the default of SVG, and the page could then give such text its own ink.
TEXT_ON_BARS = "#0a0a0a"
# A narrower part has no room for its share in figures.
ROOM_FOR_A_FIGURE = 0.07


def draw_parts(group: Group) -> Figure:
    """Shares of the cost of the group's largest team, the cheapest algorithm on top, with the cost beside each bar.

    Bars as long as their costs would leave nothing to see of a cheap one beside one of a hundred times its length.
    """
    rows = sorted(
        (series.rows[group.largest] for series in group.series if group.largest in series.rows),
        key=lambda row: float(row["ns"]),
    )
    shares = {
        part: [float(row["critical_path_ns"].get(part, 0)) / (row["ns"] or 1.0) for row in rows]
        for part in dict.fromkeys(part for row in rows for part in row["critical_path_ns"])
    }
    figure = new_figure(9.2, 1.3 + 0.3 * len(rows))
    axes = figure.add_subplot()
    ends = [0.0] * len(rows)
    for part, values in shares.items():
        if max(values) < AT_LEAST_A_PART:
            continue
        bars = axes.barh(
            range(len(rows)), values, left=ends, height=0.72, color=PART_COLOURS.get(part), label=PARTS.get(part, part)
        )
        figures = [f"{value:.0%}" if value >= ROOM_FOR_A_FIGURE else "" for value in values]
        axes.bar_label(bars, figures, label_type="center", color=TEXT_ON_BARS, fontsize=9)
        ends = [end + value for end, value in zip(ends, values, strict=True)]
    for index, row in enumerate(rows):
        axes.text(1.01, index, format_time(row["ns"]), va="center", color=INK)
    lay_out_shares(axes, [algorithm_of(row) for row in rows])
    if axes.containers:
        figure.legend(loc="outside upper center", ncols=5)
    return figure

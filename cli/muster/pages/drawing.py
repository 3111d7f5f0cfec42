# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures of matplotlib as SVG that stands inside a page and takes the page's colours. Only plots import it."""

import html
import io
import re

import matplotlib as mpl
from matplotlib.figure import Figure

# matplotlib knows no `currentColor`. These two stand for the colours of the page until the figure is text.
INK = "#010203"
GRID = "#040506"
PAGE_COLOURS = {INK: "currentColor", GRID: "var(--grid)"}

# Each is legible on white and on near black: the contrast is at least three to one, which the tests compute.
COLOURS = (
    "#2f7fd0", "#d9542b", "#2f9648", "#a365d6", "#ad7d1a", "#d0478f",
    "#13939c", "#8a8500", "#6f7bd9", "#b0664d", "#5f8f2f", "#808892",
)  # fmt: skip

# Text stays text, so that it can be found and read aloud; ids are the same each time that the same figures are drawn.
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "muster",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "grid.color": GRID,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}
# matplotlib would write about itself, with addresses.
NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def new_figure(width: float, height: float) -> Figure:
    """A figure of so many inches that leaves room for a legend outside of its axes."""
    return Figure(figsize=(width, height), layout="constrained")


def settings() -> mpl.RcParams:
    """The settings that hold while a figure is made and while it is written."""
    return mpl.RcParams({**mpl.rcParamsDefault, **SETTINGS})


def svg_of(figure: Figure, name: str, label: str) -> str:
    """The figure as an element of a page.

    `name` goes before every id: matplotlib counts from 1 in each figure, and an id may stand on a page once. `label`
    is what a screen reader says of the whole.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata=NO_METADATA)
    text = buffer.getvalue()
    # The prolog and the names of namespaces are for files; HTML has its own, and the page stays without any address.
    text = text[text.index("<svg") :]
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text).replace("xlink:href", "href")
    text = re.sub(r"<style.*?</style>", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = text.replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    for stand_in, colour in PAGE_COLOURS.items():
        text = text.replace(stand_in, colour)
    return text.replace("<svg ", f'<svg role="img" aria-label="{html.escape(label)}" ', 1).strip()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The algorithms' results as one static HTML page: a chart for each condition, binding, wait policy and mode."""

import html
from statistics import median
from typing import Any

from ..chart import ChartBar, chart, document, key
from ..report import format_us
from .report import TITLES

# Colours that people with any kind of colour vision tell apart (Paul Tol's bright and muted schemes).
PALETTE = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#332288", "#882255", "#999933", "#44aa99")

Row = dict[str, Any]


def _bar(row: Row, colour: str) -> ChartBar:
    text = f"{row['algorithm']} {format_us(row['ns'] / 1000)} us"
    if row["switches"] >= 0.05:
        text += f", {row['switches']:.1f} switches"
    return ChartBar(f"{row['threads']} threads", row["ns"] / 1000, text, colour)


def _references(results: dict[str, Any]) -> str:
    cells = (
        f"<tr><td>{html.escape(results['reference_titles'][name])}</td><td>{format_us(median(values))} us</td></tr>"
        for name, values in results["references_us"].items()
    )
    return f"<h2>The machine itself, in the same rounds</h2><table>{''.join(cells)}</table>"


def render(results: dict[str, Any]) -> str:
    """The whole page."""
    rows: list[Row] = results["rows"]
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    colours = {name: PALETTE[index % len(PALETTE)] for index, name in enumerate(names)}
    sections = []
    for place in dict.fromkeys((row["mode"], row["condition"], row["binding"], row["wait"]) for row in rows):
        chosen = [row for row in rows if (row["mode"], row["condition"], row["binding"], row["wait"]) == place]
        mode, condition, binding, wait = place
        heading = html.escape(f"{TITLES[mode]}: {condition}, {binding}, wait policy {wait}")
        sections.append(f"<h2>{heading}</h2>{chart([_bar(row, colours[row['algorithm']]) for row in chosen])}")
    machine = html.escape(f"{results['machine']['cpu']}, Linux {results['machine']['kernel']}")
    introduction = (
        f"<p>{machine}, CPUs {results['cpus']}. {html.escape(results['when'])}. Medians of the rounds; other programs "
        f"took {results['others_percent']}% of the CPUs. The axis is logarithmic.</p>" + key(colours)
    )
    notes = [f"skipped: {words}" for words in results["skipped"]] + [
        f"failed: {words}" for words in results["failures"]
    ]
    sections.append(_references(results) + "".join(f"<p>{html.escape(note)}</p>" for note in notes))
    return document("Barrier algorithms", introduction, "".join(sections))

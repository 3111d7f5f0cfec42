# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A result file as one static HTML page: a chart for each team size and binding, no script and no network needed."""

import html
import json
import math
from pathlib import Path
from typing import Any

from .report import format_us

COLOURS = {"libgomp": "#4477aa", "libomp": "#ccbb44", "libiomp5": "#66ccee", "muster": "#ee6677"}
OTHER_COLOUR = "#aa3377"

LABEL_WIDTH = 260
CHART_WIDTH = 620
BAR_HEIGHT = 14
GROUP_GAP = 10

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; }
.key span { display: inline-block; width: 0.9em; height: 0.9em; margin: 0 0.3em 0 1em; vertical-align: -0.1em; }
"""

Row = dict[str, Any]


def _key(row: Row) -> tuple[str, str]:
    return (row["title"], row["build"])


def _scale(rows: list[Row]) -> tuple[float, float]:
    """Decades around all times. The axis is logarithmic: runtimes differ by thousands where one falls off a cliff."""
    times = [row["summary"]["us"] for row in rows if row["summary"]["us"] > 0]
    low = math.floor(math.log10(min(times, default=1.0)))
    high = math.ceil(math.log10(max(times, default=10.0)))
    return float(low), float(max(high, low + 1))


def _bar(row: Row, top: float, scale: tuple[float, float]) -> str:
    summary = row["summary"]
    name = html.escape(row["runtime"])
    if summary["error"]:
        return f'<text x="{LABEL_WIDTH + 4}" y="{top + 11}">{name}: {html.escape(summary["error"][:80])}</text>'
    low, high = scale
    width = CHART_WIDTH * (math.log10(max(summary["us"], 10.0**low)) - low) / (high - low)
    colour = COLOURS.get(row["runtime"], OTHER_COLOUR)
    text = f"{name} {format_us(summary['us'])} us"
    if summary["switches"] >= 0.05:
        text += f", {summary['switches']:.1f} switches"
    return (
        f'<rect x="{LABEL_WIDTH}" y="{top}" width="{max(width, 1):.1f}" height="{BAR_HEIGHT - 2}" fill="{colour}"/>'
        f'<text x="{LABEL_WIDTH + width + 4:.1f}" y="{top + 10}">{text}</text>'
    )


def _grid(scale: tuple[float, float], height: float) -> str:
    low, high = int(scale[0]), int(scale[1])
    lines = []
    for decade in range(low, high + 1):
        x = LABEL_WIDTH + CHART_WIDTH * (decade - low) / (high - low)
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="16" y2="{height}" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.1f}" y="11" text-anchor="middle">{10.0**decade:g} us</text>')
    return "".join(lines)


def _chart(rows: list[Row]) -> str:
    scale = _scale(rows)
    body = []
    top = 22.0
    for key in dict.fromkeys(_key(row) for row in rows):
        label = html.escape(f"{key[0]} ({key[1]})")
        body.append(f'<text x="{LABEL_WIDTH - 8}" y="{top + 11}" text-anchor="end">{label}</text>')
        for row in rows:
            if _key(row) == key:
                body.append(_bar(row, top, scale))
                top += BAR_HEIGHT
        top += GROUP_GAP
    width = LABEL_WIDTH + CHART_WIDTH + 180
    return f'<svg viewBox="0 0 {width} {top}" role="img">{_grid(scale, top)}{"".join(body)}</svg>'


def render(document: dict[str, Any]) -> str:
    """The whole page."""
    sections = []
    rows: list[Row] = document["rows"]
    for threads, binding in dict.fromkeys((row["threads"], row["binding"]) for row in rows):
        chosen = [row for row in rows if (row["threads"], row["binding"]) == (threads, binding)]
        heading = f"{threads} threads, {html.escape(binding)}"
        sections.append(f"<h2>{heading}</h2>{_chart(chosen)}")
    key = "".join(
        f'<span style="background:{COLOURS.get(name, OTHER_COLOUR)}"></span>{html.escape(name)}'
        for name in document["libraries"]
    )
    machine = html.escape(f"{document['machine']['cpu']}, Linux {document['machine']['kernel']}")
    conditions = html.escape(json.dumps(document["conditions"]))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>OpenMP runtimes compared</title>'
        f"<style>{STYLE}</style></head><body><h1>OpenMP runtimes compared</h1>"
        f"<p>{machine}. {html.escape(document['when'])}. Medians of {document['rounds']} interleaved rounds; other "
        f"programs took {document['others_percent']}% of the CPUs. The axis is logarithmic.</p>"
        f'<p class="key">{key}</p>{"".join(sections)}<h2>Conditions</h2>'
        f"<p><code>{conditions}</code></p></body></html>\n"
    )


def write_page(source: Path, target: Path) -> None:
    """Reads a result file and writes the page."""
    target.write_text(render(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")

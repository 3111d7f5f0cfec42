# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A result file as one static HTML page: a chart for each team size and binding."""

import html
import json
from pathlib import Path
from typing import Any

from muster.files import OTHER_FORM

from .chart import ChartBar, chart, document, key
from .report import format_us

COLOURS = {"libgomp": "#4477aa", "libomp": "#ccbb44", "libiomp5": "#66ccee", "muster": "#ee6677"}
OTHER_COLOUR = "#aa3377"

Row = dict[str, Any]


def _bar(row: Row) -> ChartBar:
    summary = row["summary"]
    group = f"{row['title']} ({row['build']})"
    colour = COLOURS.get(row["runtime"], OTHER_COLOUR)
    if summary["error"]:
        return ChartBar(group, 0.0, f"{row['runtime']}: {summary['error'][:80]}", colour)
    text = f"{row['runtime']} {format_us(summary['us'])} us"
    if summary["switches"] >= 0.05:
        text += f", {summary['switches']:.1f} switches"
    if summary["not_comparable"]:
        text += f", not comparable: {summary['not_comparable']}"
    return ChartBar(group, summary["us"], text, colour)


def render(results: dict[str, Any]) -> str:
    """The whole page."""
    sections = []
    rows: list[Row] = results["rows"]
    for threads, binding in dict.fromkeys((row["threads"], row["binding"]) for row in rows):
        chosen = [row for row in rows if (row["threads"], row["binding"]) == (threads, binding)]
        heading = f"{threads} threads, {html.escape(binding)}"
        sections.append(f"<h2>{heading}</h2>{chart([_bar(row) for row in chosen])}")
    machine = html.escape(f"{results['machine']['cpu']}, Linux {results['machine']['kernel']}")
    introduction = (
        f"<p>{machine}. {html.escape(results['when'])}. Medians of {results['rounds']} interleaved rounds; other "
        f"programs took {results['others_percent']}% of the CPUs. The axis is logarithmic.</p>"
        + key({name: COLOURS.get(name, OTHER_COLOUR) for name in results["libraries"]})
    )
    conditions = html.escape(json.dumps(results["conditions"]))
    sections.append(f"<h2>Conditions</h2><p><code>{conditions}</code></p>")
    return document("OpenMP runtimes compared", introduction, "".join(sections))


class FileError(Exception):
    """The file is no result file of `run`; the message says why."""


def page_of(source: Path) -> str:
    """The page of a result file."""
    try:
        return render(json.loads(source.read_text(encoding="utf-8")))
    except OSError as error:
        raise FileError(f"{source} cannot be read: {error.strerror}") from None
    except OTHER_FORM as error:
        why = f"{type(error).__name__}: {error}"
        raise FileError(
            f"{source} is no result file of 'python -m compare run', or one of another version ({why})"
        ) from None

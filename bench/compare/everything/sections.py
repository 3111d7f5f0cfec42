# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is told of each part of the one file: a line, and tables whose cells are the texts that are shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean

from muster.runtimes.names import MUSTER

from ..apps.figures import figures_of as figures_of_apps
from ..apps.results import from_document as apps_from
from ..musts_report import WORDS, format_figure
from ..report import format_us
from ..work.figures import Figure as WorkFigure
from ..work.report import map_figures
from ..work.results import from_document as work_from
from .bundle import Document
from .parts import PARTS

# From here up a row is called slower than the best peer, as in the work map: what is less is within the noise.
SLOWER = 1.03


@dataclass(frozen=True)
class Table:
    """Texts; the first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Section:
    """One part. `points` are drawn: a label and Muster's ratio to the best peer; `fields` are the cells of the map."""

    title: str
    line: str
    when: str
    tables: list[Table]
    points: list[tuple[str, float]] = field(default_factory=list)
    fields: list[WorkFigure] = field(default_factory=list)


def sections_of(bundle: Document) -> list[Section]:
    """Those that the file has, in the order of the parts."""
    makers: dict[str, Callable[[str, Document], Section]] = {
        "constructs": _constructs,
        "epcc": _constructs,
        "barriers": _barriers,
        "apps": _apps,
        "bars": _bars,
        "work": _work,
        "conformance": _conformance,
        "programs": _programs,
    }
    titles = {part.name: part.title for part in PARTS} | {"conformance": "Conformance", "programs": "Programs"}
    return [make(titles[name], bundle["parts"][name]) for name, make in makers.items() if name in bundle["parts"]]


def ratios_in_words(ratios: Sequence[float]) -> str:
    """The sum of many ratios to the best peer."""
    if not ratios:
        return "no peer to compare with"
    slower = sum(ratio > SLOWER for ratio in ratios)
    mean = f"{geometric_mean(ratios):.3f} of the best peer (geometric mean of {len(ratios)})"
    return f"{mean}, worst {max(ratios):.2f}, {slower} slower"


def _constructs(title: str, document: Document) -> Section:
    runtimes = list(document["libraries"])
    tables, points, lines = [], [], []
    places = dict.fromkeys((row["threads"], row["binding"]) for row in document["rows"])
    for threads, binding in places:
        here = [row for row in document["rows"] if (row["threads"], row["binding"]) == (threads, binding)]
        rows, ratios = [], []
        for name, build in dict.fromkeys((row["title"], row["build"]) for row in here):
            same = {row["runtime"]: row for row in here if (row["title"], row["build"]) == (name, build)}
            ratio = (same.get(MUSTER, {}).get("ratio") or {}).get("middle")
            times = [_time(same[runtime]) if runtime in same else "" for runtime in runtimes]
            rows.append((f"{name} ({build})", *times, "" if ratio is None else f"{ratio:.2f}"))
            if ratio is not None:
                ratios.append(ratio)
                points.append((f"{name} ({build}), {threads} {binding}", ratio))
        heads = ("construct (code)", *(f"{runtime} us" for runtime in runtimes), "ratio")
        tables.append(Table(f"{threads} threads, {binding}", heads, rows))
        lines.append(f"{threads} threads {binding}: {ratios_in_words(ratios)}")
    return Section(title, "; ".join(lines), document["when"], tables, points)


def _time(row: Document) -> str:
    summary = row["summary"]
    if summary["error"]:
        return "failed"
    text = format_us(summary["us"])
    return f"({text})" if summary["not_comparable"] else text


def _barriers(title: str, document: Document) -> Section:
    tables, lines = [], []
    rows = document["rows"]
    for place in dict.fromkeys((row["mode"], row["condition"], row["binding"], row["wait"]) for row in rows):
        here = [row for row in rows if (row["mode"], row["condition"], row["binding"], row["wait"]) == place]
        sizes = list(dict.fromkeys(row["threads"] for row in here))
        ns = {(row["algorithm"], row["threads"]): row["ns"] for row in here}
        names = dict.fromkeys(row["algorithm"] for row in here)
        cells = [
            (name, *(format_us(ns[name, size] / 1000) if (name, size) in ns else "" for size in sizes))
            for name in names
        ]
        heads = ("algorithm", *(f"{size} threads us" for size in sizes))
        tables.append(Table(f"{place[0]}: {place[1]}, {place[2]}, wait policy {place[3]}", heads, cells))
        best = (f"{size}: {min((ns[one, size], one) for one in names if (one, size) in ns)[1]}" for size in sizes)
        lines.append(f"{place[0]} fastest by threads {', '.join(best)}")
    return Section(title, "; ".join(lines), document["when"], tables)


def _apps(title: str, document: Document) -> Section:
    figures = figures_of_apps(apps_from(document), MUSTER)
    rows = [
        (f"{one.cell} {one.build}", f"{one.ms:.1f}", f"{one.peer_ms:.1f}", one.best, f"{one.ratio.middle:.2f}")
        for one in figures
    ]
    heads = ("application, threads, code", "muster ms", "best peer ms", "best peer", "ratio")
    ratios = [one.ratio.middle for one in figures]
    points = [(f"{one.cell} {one.build}", one.ratio.middle) for one in figures]
    return Section(title, ratios_in_words(ratios), document["when"], [Table("The worst first", heads, rows)], points)


def _bars(title: str, document: Document) -> Section:
    places = list(dict.fromkeys(place for row in document["rows"] for place in row["figures"]))
    heads = ("construct, threads", "figure", *places, "bar", "")
    rows = [
        (
            f"{row['construct']} {row['threads']} ({row['condition']})",
            WORDS[row["measure"]],
            *(format_figure(row["figures"].get(place)) for place in places),
            format_figure(row["limit"]),
            "met" if row["met"] else "missed",
        )
        for row in document["rows"]
    ]
    met = sum(row["met"] for row in document["rows"])
    return Section(title, f"{met} of {len(rows)} met", document["when"], [Table("Bars", heads, rows)])


def _work(title: str, document: Document) -> Section:
    results = work_from(document)
    figures = sorted(map_figures(results, MUSTER), key=lambda one: -one.ratio.middle)
    rows = [
        (
            f"{one.cell.short()} {one.build}",
            format_us(one.us),
            one.best,
            f"{one.ratio.middle:.2f}",
            "" if one.to_ideal is None else f"{one.to_ideal:.2f}",
        )
        for one in figures
    ]
    heads = ("cell", "us a phase", "best peer", "ratio", "to the ideal")
    table = Table("The worst first", heads, rows)
    line = ratios_in_words([one.ratio.middle for one in figures])
    return Section(title, line, document["when"], [table], fields=figures)


VERDICTS = ("pass", "fail", "xfail", "xpass", "unsupported")


def _conformance(title: str, document: Document) -> Section:
    def count(row: Document, verdict: str) -> int:
        return int(row["tests"].get(verdict, 0))

    rows = [
        (row["suite"], *(str(count(row, verdict)) for verdict in VERDICTS), row["when"]) for row in document["rows"]
    ]
    line = "; ".join(
        f"{row['suite']}: {count(row, 'pass')} pass, {count(row, 'fail')} fail"
        for row in document["rows"]
        if row["suite"].endswith(MUSTER)
    )
    heads = ("suite and runtime", "pass", "fail", "meant to fail", "meant to, but pass", "left out", "when")
    when = max(row["when"] for row in document["rows"])
    return Section(title, line or "not on Muster", when, [Table("Tests", heads, rows)])


def _programs(title: str, document: Document) -> Section:
    rows = [
        (row["program"], row["runtime"], row["outcome"], _seconds(row["median_wall_s"]), str(row["threads"]))
        for row in document["rows"]
    ]
    ours = [row for row in document["rows"] if row["runtime"] == MUSTER]
    good = sum(row["good"] for row in ours)
    heads = ("program", "runtime", "verdict", "s", "threads")
    line = f"{good} of {len(ours)} give their answer on Muster"
    return Section(title, line, document["when"], [Table("Programs", heads, rows)])


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"

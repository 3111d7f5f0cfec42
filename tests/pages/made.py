# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A page of each command, made of what its own tests are made of, and the texts that its JSON says it must have."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.test_compare import made as made_session
from tests.test_doctor import found_in, waiting
from tests.test_doctor_rules import imbalance
from tests.test_page import COMMAND, MACHINE
from tests.test_page import rows_of as rows_of_simulation

from bench.compare.barriers.page import render as render_barriers
from bench.compare.everything.page import page_of as page_of_everything
from bench.compare.everything.sections import sections_of
from bench.compare.page import render as render_bench
from bench.compare.report import format_us
from bench.compare.tests.test_barriers import document as barriers_document
from bench.compare.tests.test_everything import bundle_in
from bench.compare.tests.test_page import document as bench_document
from bench.compare.tests.test_work_report import MS, USUAL, add, results_of
from bench.compare.work.page import render as render_work
from bench.compare.work.report import map_figures
from muster.compare.page import page_of as page_of_comparison
from muster.compare.summary import Row
from muster.compare.summary import figures_of as figures_of_comparison
from muster.compare.words import cells
from muster.doctor.command import figures_of as figures_of_run
from muster.doctor.page import page_of as page_of_run
from muster.doctor.words import time_of
from muster.simulate.page import Origin
from muster.simulate.page import page_of as page_of_simulation
from muster.simulate.words import format_time
from scripts.demo.picture import Bar, Group
from scripts.demo.picture import page_of as page_of_demo


@dataclass(frozen=True)
class Made:
    """A page with `plots` plots. Each of `cells` is in a cell of a table, and each of `labels` in a plot."""

    page: str
    plots: int
    cells: list[str]
    labels: list[str] = field(default_factory=list)


def comparison(_: Path) -> Made:
    walls = [1.0 + 0.01 * one for one in range(10)]
    session = made_session(libgomp=walls, libomp=[2.5 * one for one in walls], muster=[0.5 * one for one in walls])
    told = _written(figures_of_comparison(session, 0.0))
    shown = [text for row in told["rows"] for text in cells(Row(**row))]
    page = page_of_comparison(session, "muster compare -- ./program with some arguments", 0.0)
    return Made(page, 2, shown, [row["name"] + ", 2 threads" for row in told["rows"]])


def doctor(_: Path) -> Made:
    ranks, found = found_in(imbalance())
    (region,) = _written(figures_of_run(ranks, found))["regions"]
    shown = [region["where"], str(region["instances"]), f"{region['team']:g}", time_of(region["elapsed_ns"])]
    return Made(page_of_run(ranks, found, "muster doctor -- ./program"), 2, shown, ["thread 0", "worker 1"])


def doctor_of_ranks(_: Path) -> Made:
    ranks, found = found_in(*waiting(10 * MS, 70 * MS, 70 * MS))
    told = _written(figures_of_run(ranks, found))["ranks"]
    shown = [text for one in told for text in (str(one["rank"]), time_of(one["wall_ns"]), time_of(one["mpi_ns"]))]
    return Made(page_of_run(ranks, found, "muster doctor -- mpirun -n 3 ./program"), 1, shown, ["rank 2"])


def simulation(_: Path) -> Made:
    rows = rows_of_simulation(placements=("close",))
    shown = [format_time(row["ns"]) for row in rows]
    return Made(page_of_simulation(rows, Origin(COMMAND, MACHINE)), 4, shown, ["row0, best"])


def bench_all(folder: Path) -> Made:
    bundle = _written(bundle_in(folder / "parts"))
    shown = [cell for one in sections_of(bundle) for table in one.tables for row in table.rows for cell in row]
    return Made(page_of_everything(bundle), sum(bool(one.points) for one in sections_of(bundle)) + 2, shown)


def bench(_: Path) -> Made:
    document = _written(bench_document())
    good = [row for row in document["rows"] if not row["summary"]["error"]]
    labels = [f"{row['runtime']} {format_us(row['summary']['us'])} us" for row in good]
    return Made(render_bench(document), 1, [], labels)


def bench_barriers(_: Path) -> Made:
    document = _written(barriers_document())
    labels = [f"{row['algorithm']} {format_us(row['ns'] / 1000)} us" for row in document["rows"]]
    shown = list(document["reference_titles"].values())
    return Made(render_barriers(document), 1, shown, labels)


def bench_work(_: Path) -> Made:
    results = results_of(libomp=[MS], muster=[2 * MS])
    for threads in (4, 16):
        add(results, replace(USUAL, threads=threads), libomp=[MS], muster=[0.5 * MS])
    figures = map_figures(results, "muster")
    shown = [text for one in figures for text in (f"{one.cell.short()} {one.build}", format_us(one.us))]
    return Made(render_work(results), 2, shown, [f"{one.value(least=False):.2f}" for one in figures])


def demo(_: Path) -> Made:
    bars = [Bar("libgomp", 2.25, "8 threads"), Bar("libomp", 1.5, "8 threads"), Bar("Muster", 0.125, "1 thread")]
    groups = [Group("primecount 1e15", bars), Group("a decoder's loop", [], "no quota may be set here")]
    shown = [text for bar in bars for text in (bar.name, f"{bar.seconds:.3f} s", bar.note)]
    page = page_of_demo(groups, "a CPU, 2 CPUs, Linux 6", "./demo --rounds 5 --html page.html")
    return Made(page, 1, shown)


MAKERS: dict[str, Callable[[Path], Made]] = {
    "compare": comparison,
    "doctor": doctor,
    "doctor-of-ranks": doctor_of_ranks,
    "simulate": simulation,
    "bench-all": bench_all,
    "bench-page": bench,
    "bench-barriers": bench_barriers,
    "bench-work": bench_work,
    "demo": demo,
}


def _written(figures: object) -> Any:  # noqa: ANN401
    """The figures as they are read from the file that --json writes."""
    return json.loads(json.dumps(figures))

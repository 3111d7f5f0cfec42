# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the ledger costs: regions of a known length, with MUSTER_LEDGER and without, in turn."""

import json
import os
import re
import tempfile
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.table import Table

from muster.files import is_file
from muster.measure.environment import without_settings
from muster.measure.limits import BENCH_S
from muster.measure.process import run

from .places import MUSTER_IN_WORDS, MUSTER_LIBRARY, MissingProgramError, find_programs
from .plan import PlanError, choose_builds, parse_threads
from .stats import quartiles
from .terminal import console, stop, warn_if_busy

# How long a batch of regions takes: short against a time slice, so that many batches of a process are undisturbed.
BATCH_NS = 2e5
# The batch of a process below which a twentieth of them lie is the one that counts.
QUANTILE = 20
# What may be added at regions of 1 and 10 us.
BARS = {1.0: 1.10, 10.0: 1.02}
# Turns of the empty loop by which the length of one is found.
CALIBRATION_TURNS = 20_000
CALIBRATIONS = 3


@dataclass
class Cell:
    """Regions of one length, team and compiler."""

    build: str
    threads: int
    us: float
    empty_ns: float = 0.0
    off_ns: list[float] = field(default_factory=list)
    on_ns: list[float] = field(default_factory=list)

    def ratios(self) -> list[float]:
        return [on / off for on, off in zip(self.on_ns, self.off_ns, strict=True)]


@dataclass(frozen=True)
class Bench:
    folder: Path
    library: Path
    batches: int
    scratch: Path

    def region_ns(self, cell: Cell, turns: int, *, ledger: bool) -> float:
        """The length of a region in a process of its own."""
        environment = without_settings()
        environment["LD_LIBRARY_PATH"] = str(self.library.parent / "compat")
        environment["OMP_NUM_THREADS"] = str(cell.threads)
        if cell.threads <= len(os.sched_getaffinity(0)):
            environment["OMP_PROC_BIND"] = "true"
        if ledger:
            environment["MUSTER_LEDGER"] = str(self.scratch / "ledger")
        regions = max(5, round(BATCH_NS / max(cell.us * 1e3, cell.empty_ns)))
        command = [str(self.folder / f"regions-{cell.build}"), str(turns), str(self.batches), str(regions)]
        done = run(command, environment, BENCH_S)
        if done.status != 0:
            raise stop(f"{command[0]} {done.end}: {done.stderr.strip() or 'no message'}")
        said = json.loads(done.stdout)
        if Path(said["library"]).resolve() != self.library.resolve():
            raise stop(f"{command[0]} ran on {said['library']}")
        each = sorted(float(ns) for ns in said["ns"])
        return each[len(each) // QUANTILE]

    def turns_for(self, cell: Cell) -> int:
        """Work with which a region is as long as the cell says; none where an empty one is longer."""
        cell.empty_ns = min(self.region_ns(cell, 0, ledger=False) for _ in range(CALIBRATIONS))
        long = min(self.region_ns(cell, CALIBRATION_TURNS, ledger=False) for _ in range(CALIBRATIONS))
        return max(0, round((cell.us * 1e3 - cell.empty_ns) * CALIBRATION_TURNS / max(1.0, long - cell.empty_ns)))


def ledger(
    *,
    threads: Annotated[str, typer.Option(help="Team sizes: 2, cores-1, cores, cores+1, 2x, 8x.")] = "2,8",
    lengths: Annotated[str, typer.Option(help="Lengths of a region, in microseconds.")] = "1,10",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of processes for each row.")] = 15,
    batches: Annotated[int, typer.Option(min=1, max=4096, help="Batches of 0.2 ms in a process.")] = 100,
    muster: Annotated[Path, typer.Option(help="Muster's library.", show_default=MUSTER_IN_WORDS)] = MUSTER_LIBRARY,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
) -> None:
    """What MUSTER_LEDGER adds to short regions. Status 1 where a bar is missed."""
    try:
        programs = find_programs(programs_in)
        sizes = parse_threads(threads, len(os.sched_getaffinity(0)))
        wanted = choose_builds(builds, programs.builds())
        cells = [Cell(*row) for row in product(wanted, sizes, parse_lengths(lengths))]
    except (MissingProgramError, PlanError) as problem:
        raise stop(str(problem)) from problem
    if not cells:
        raise stop(f"the benchmarks in {programs.folder} are not built by {builds}")
    if not is_file(muster):
        raise stop(f"there is no {muster}; --muster names Muster's library, libmuster.so.1")
    warn_if_busy()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as scratch:
        bench = Bench(programs.folder, muster, batches, Path(scratch))
        turns = [bench.turns_for(cell) for cell in cells]
        for _ in range(pairs):
            for cell, work in zip(cells, turns, strict=True):
                cell.off_ns.append(bench.region_ns(cell, work, ledger=False))
                cell.on_ns.append(bench.region_ns(cell, work, ledger=True))
    console.print(table_of(cells))
    if any(missed(cell) for cell in cells):
        raise typer.Exit(1)


def parse_lengths(request: str) -> list[float]:
    """Microseconds between commas. PlanError where a word is no time that a region can take."""
    words = request.replace(" ", "").split(",")
    if not all(re.fullmatch(r"\d{1,6}(\.\d{1,6})?", word) and float(word) > 0 for word in words):
        raise PlanError(f"--lengths {request}: use a list of microseconds above 0, such as 1,2.5,10")
    return [float(word) for word in dict.fromkeys(words)]


def missed(cell: Cell) -> bool:
    """Whether a region of a length that has a bar is longer by more.

    A team whose empty region is longer has no such length.
    """
    bar = BARS.get(cell.us)
    return bar is not None and cell.empty_ns <= cell.us * 1e3 and median(cell.ratios()) > bar


def table_of(cells: list[Cell]) -> Table:
    heads = ("build", "threads", "wanted us", "empty ns", "off ns", "on ns", "ratio", "quartiles", "bar")
    table = Table(*heads)
    for cell in cells:
        ratios = cell.ratios()
        low, high = quartiles(ratios)
        bar = BARS.get(cell.us) if cell.empty_ns <= cell.us * 1e3 else None
        said = "none" if bar is None else f"{bar:.2f} {'missed' if missed(cell) else 'met'}"
        table.add_row(
            cell.build, str(cell.threads), f"{cell.us:g}", f"{cell.empty_ns:.0f}", f"{median(cell.off_ns):.0f}",
            f"{median(cell.on_ns):.0f}", f"{median(ratios):.3f}", f"{low:.3f} {high:.3f}", said,
        )  # fmt: skip
    return table

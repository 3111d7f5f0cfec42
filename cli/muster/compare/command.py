# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster compare`."""

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.compare.candidates import Candidate, CandidateError, candidates_for
from muster.compare.report import print_report
from muster.compare.session import Session, Wish, measure
from muster.compare.summary import figures_of
from muster.compare.words import team
from muster.launch.command import Library, Words
from muster.machine.disturbance import Disturbance
from muster.machine.sizes import SizeError, parse_sizes
from muster.measure.interrupt import INTERRUPTED, STOPPED
from muster.measure.limits import LEAST_S, PROGRAM_S
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import Place, place_of_muster
from muster.stopping import check_places, stop, write
from muster.takeover.executable import CommandError, executable_of
from muster.takeover.launcher import launch_of
from muster.takeover.objects import ObjectError
from muster.takeover.plan import RefusedError

# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster compare -- primecount 1e15

  muster compare --runs 20 --threads 2,4x --html page.html -- ./program

  muster compare --ignore 'took .* s' --tolerance 1e-9 -- python fit.py

  muster compare -- mpirun -n 2 ./hybrid

Exit status: 0 the answers agree, 1 they do not or a run failed, 2 not possible, 130 stopped by Ctrl-C."""


# R7: reason: half of the lines are the options with their help, which Typer reads from the signature.
def compare(
    command: Words,
    *,
    runs: Annotated[int, typer.Option(min=1, help="Runs on each runtime.")] = 10,
    threads: Annotated[
        str | None,
        typer.Option(help="Team sizes: 4,cores,cores+1,2x. The runtimes' own unless set.", show_default=False),
    ] = None,
    runtimes: Annotated[
        str, typer.Option(help="own, libgomp, libomp, libiomp5, muster; or all that are here and fit.")
    ] = "all",
    ignore: Annotated[
        list[str] | None,
        typer.Option(help="A pattern of output that may differ; may be repeated.", show_default=False),
    ] = None,
    tolerance: Annotated[float, typer.Option(min=0.0, help="How far numbers of the output may differ.")] = 0.0,
    limit: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one run may take.")] = PROGRAM_S,
    output: Annotated[
        Path | None, typer.Option("--json", help="Write every run to this file.", show_default=False)
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write a page with plots to this file.", show_default=False)
    ] = None,
    library: Library = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    """Run a program on several OpenMP runtimes, in turn, and say how they differ."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    ignored = ignore or []
    try:
        sizes: Sequence[int | None] = [None] if threads is None else parse_sizes(threads, len(os.sched_getaffinity(0)))
        for pattern in ignored:
            re.compile(pattern)
        launch = launch_of(command)
        found = candidates_for(executable_of(launch.program), _place(library), os.environ, runtimes)
    except (SizeError, re.error) as error:
        raise typer.BadParameter(str(error)) from None
    except (CandidateError, CommandError, ObjectError, RefusedError, RuntimeMissingError) as error:
        raise stop("compare", error) from None
    for note in found.notes:
        errors.print(f"[yellow]left out:[/] {escape(note)}", soft_wrap=True)
    check_places("compare", output, page)
    drawn = None if page is None else _page_writer()
    wish = Wish(launch, os.environ, sizes, runs, limit, ignored, tolerance)
    session = Session(wish, found.chosen)
    disturbance = Disturbance()
    measure_with_bar(session, errors, quiet=quiet)
    others = disturbance.percent()
    print_report(console, session, others)
    if output is not None:
        write("compare", output, json.dumps(figures_of(session, others), indent=1) + "\n")
    if page is not None and drawn is not None:
        write("compare", page, drawn(session, shlex.join(["muster", *sys.argv[1:]]), others))
    if session.interrupted:
        console.print(STOPPED)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(1 if session.failures or session.differences() else 0)


def _place(library: Path | None) -> Place | None:
    try:
        return place_of_muster(library)
    except RuntimeMissingError:
        if library is not None:
            raise
        return None


def measure_with_bar(session: Session, console: Console, *, quiet: bool) -> None:
    """With a bar on a terminal, and nothing elsewhere: what is piped is the report."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = (session.wish.runs + 1) * len(session.wish.sizes) * len(session.candidates)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        begun = -1

        def progress(candidate: Candidate, size: int | None, number: int) -> None:
            nonlocal begun
            begun += 1
            where = f"run {number}" if number else "warm-up"
            words = f"{where}, {candidate.name}" + ("" if size is None else f", {team(size)}")
            bar.update(task, description=f"{words:<32}", completed=begun, refresh=True)

        measure(session, progress)


def _page_writer() -> Callable[[Session, str, float], str]:
    """Asked for before anything runs: matplotlib is slow to load and may be missing."""
    try:
        from muster.compare.page import page_of  # noqa: PLC0415
    except ImportError as error:
        raise stop("compare", f"--html wants matplotlib: pip install matplotlib ({error})") from None
    return page_of

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster doctor`."""

import json
import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.ranks import Rank, Shared, wall_of
from muster.doctor.report import print_report
from muster.doctor.run import Outcome, RunError, run
from muster.doctor.timeline import timeline_of
from muster.ledger.form import Category
from muster.ledger.reader import LedgerError, read_ledger
from muster.measure.interrupt import INTERRUPTED, STOPPED
from muster.measure.process import end_in_words
from muster.stopping import check_places, stop, write

console = Console()
# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster doctor -- ./program input.dat

  muster doctor --html page.html --timeline trace.pftrace -- ./program

  muster doctor --memory -- ./program

  muster doctor --ledger FILE

  muster doctor -- mpirun -n 2 ./hybrid

Exit status: 0 told, 2 not possible, 130 stopped by Ctrl-C."""


def doctor(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
    ] = None,
    *,
    ledger: Annotated[
        list[Path] | None,
        typer.Option(help="Read this ledger of an earlier run, or one a rank; nothing is run.", show_default=False),
    ] = None,
    output: Annotated[Path | None, typer.Option("--json", help="Write the findings and regions to this file.")] = None,
    timeline: Annotated[Path | None, typer.Option(help="Write a trace for ui.perfetto.dev to this file.")] = None,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write a page with plots to this file; wants matplotlib.")
    ] = None,
    memory: Annotated[
        bool | None,
        typer.Option(
            help="Look at first touches and uses of large arrays; unless said, where there are several NUMA nodes."
        ),
    ] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say where a program loses its time, and what to do about it."""
    words = command or []
    if not words and not ledger:
        raise stop("doctor", "it wants a program: muster doctor -- ./program arguments")
    check_places("doctor", output, timeline, page)
    drawn = None if page is None else _page_writer()
    outcome = _outcome(words, ledger or [], library, memory=memory)
    found = print_report(console, outcome.ranks)
    if outcome.status:
        console.print(f"[yellow]the program {end_in_words(outcome.status)}[/]", highlight=False)
    if memory and outcome.memory_refused:
        told = f"the memory could not be looked at (perf_event_open: {outcome.memory_refused})"
        console.print(f"[yellow]{escape(told)}[/]", highlight=False)
    if output is not None:
        write("doctor", output, json.dumps(figures_of(outcome.ranks, found), indent=1))
    if timeline is not None:
        write("doctor", timeline, b"".join(timeline_of(rank.case, index) for index, rank in enumerate(outcome.ranks)))
    if page is not None and drawn is not None:
        write("doctor", page, drawn(outcome.ranks, found, shlex.join(["muster", "doctor", "--", *words])))
    if outcome.interrupted:
        console.print(STOPPED)
        raise typer.Exit(INTERRUPTED)


def _outcome(command: list[str], ledgers: Sequence[Path], library: Path | None, *, memory: bool | None) -> Outcome:
    try:
        if ledgers:
            return Outcome(tuple(Rank(number, Case(read_ledger(file))) for number, file in enumerate(ledgers)), 0, 0.0)
        return run(command, library, os.environ, memory=memory)
    except RunError as error:
        raise stop("doctor", error, error.status) from None
    except LedgerError as error:
        raise stop("doctor", error) from None


def _page_writer() -> Callable[[Sequence[Rank], Sequence[Shared], str], str]:
    """Asked for before the program runs: matplotlib is slow to load and may be missing."""
    try:
        from muster.doctor.page import page_of  # noqa: PLC0415
    except ImportError as error:
        raise stop("doctor", f"--html wants matplotlib, to be had by `pip install matplotlib` ({error})") from None
    return page_of


def figures_of(ranks: Sequence[Rank], found: Sequence[Shared]) -> dict[str, object]:
    """What `--json` writes: a program's figures, or of several ranks what is found in them and the figures of each."""
    if len(ranks) == 1:
        return {**_figures_of(ranks[0].case), "findings": [one.finding.row(ranks[0].case.wall_ns) for one in found]}
    wall_ns = wall_of(ranks)
    return {
        "command": ranks[0].case.ledger.command,
        "wall_ns": wall_ns,
        "findings": [one.row(wall_ns) for one in found],
        "ranks": [{"rank": rank.number, "parallel_ns": rank.parallel_ns, **_figures_of(rank.case)} for rank in ranks],
    }


def _figures_of(case: Case) -> dict[str, object]:
    return {
        "command": case.ledger.command,
        "wall_ns": case.wall_ns,
        "is_rate_guessed": case.ledger.is_rate_guessed,
        "threads": len(case.ledger.threads),
        "cpus": case.ledger.cpus,
        "mpi_ns": case.mpi_ns,
        "mpi_calls": [
            {"call": call.name, "where": str(case.places.of(call.code)), "count": call.count, "ns": call.ns}
            for call in case.surroundings.mpi_calls
        ],
        "totals_ns": {category.name.lower(): case.totals[category] for category in Category},
        "efficiencies": efficiencies_of(case),
        "regions": [
            {
                "where": case.where(region),
                "instances": region.instances,
                "team": region.team,
                "elapsed_ns": region.elapsed_ns,
                "ns": {category.name.lower(): region.ns(category) for category in Category},
                "constructs": [
                    {
                        "kind": one.kind.name.lower(),
                        "where": case.where(one),
                        "count": one.count,
                        "units": one.units,
                        "pieces": one.pieces,
                        "held_ns": one.held_ns,
                        "ns": {category.name.lower(): one.ns(category) for category in Category if one.ns(category)},
                    }
                    for one in region.constructs
                ],
            }
            for region in case.regions
        ],
    }

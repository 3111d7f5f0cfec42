# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster doctor`."""

import json
import os
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.finding import Finding
from muster.doctor.report import print_report
from muster.doctor.rules import findings_of
from muster.doctor.run import Outcome, RunError, run
from muster.doctor.timeline import timeline_of
from muster.ledger.form import Category
from muster.ledger.reader import LedgerError, read_ledger

console = Console()
# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster doctor -- ./program input.dat

  muster doctor --html page.html --timeline trace.pftrace -- ./program

  muster doctor --ledger FILE

Exit status: 0 told, 2 not possible."""


def _stop(message: object) -> typer.Exit:
    console.print(f"[red]muster doctor:[/] {escape(str(message))}", highlight=False)
    return typer.Exit(2)


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise _stop(f"{file} cannot be written: {error.strerror}") from None


def doctor(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
    ] = None,
    *,
    ledger: Annotated[Path | None, typer.Option(help="Reads this ledger of an earlier run; nothing is run.")] = None,
    output: Annotated[Path | None, typer.Option("--json", help="Writes the findings and regions to this file.")] = None,
    timeline: Annotated[Path | None, typer.Option(help="Writes a trace for ui.perfetto.dev to this file.")] = None,
    page: Annotated[
        Path | None, typer.Option("--html", help="Writes a page with plots to this file; wants matplotlib.")
    ] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say where a program loses its time, and what to do about it."""
    words = command or []
    if not words and ledger is None:
        raise _stop("it wants a program: muster doctor -- ./program arguments")
    outcome = _outcome(words, ledger, library)
    findings = findings_of(outcome.case)
    print_report(console, outcome.case, findings)
    if outcome.status:
        console.print(f"[yellow]the program ended with status {outcome.status}[/]", highlight=False)
    if output is not None:
        _write(output, json.dumps(figures_of(outcome.case, findings), indent=1).encode())
    if timeline is not None:
        _write(timeline, timeline_of(outcome.case))
    if page is not None:
        _write(page, _page(outcome.case, findings, words))


def _outcome(command: list[str], ledger: Path | None, library: Path | None) -> Outcome:
    try:
        if ledger is not None:
            return Outcome(Case(read_ledger(ledger)), 0, 0.0)
        return run(command, library, os.environ)
    except (RunError, LedgerError) as error:
        raise _stop(error) from None


def _page(case: Case, findings: list[Finding], command: list[str]) -> bytes:
    try:
        # The import stands here because matplotlib is slow to load and may be missing.
        from muster.doctor.page import page_of  # noqa: PLC0415
    except ImportError as error:
        raise _stop(f"--html wants matplotlib, to be had by `pip install matplotlib` ({error})") from None
    return page_of(case, findings, shlex.join(["muster", "doctor", "--", *command])).encode()


def figures_of(case: Case, findings: list[Finding]) -> dict[str, object]:
    """What `--json` writes."""
    return {
        "command": case.ledger.command,
        "wall_ns": case.wall_ns,
        "threads": len(case.ledger.threads),
        "cpus": case.ledger.cpus,
        "totals_ns": {category.name.lower(): case.totals[category] for category in Category},
        "efficiencies": efficiencies_of(case),
        "findings": [finding.row(case.wall_ns) for finding in findings],
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

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compare all`: the command line."""

import json as json_format
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from muster.machine.disturbance import Disturbance

from .. import places
from ..places import MissingProgramError, find_programs
from ..references import transfers_in, transfers_us
from ..terminal import check_places, console, stop, warn_about_noise, warn_if_busy, write
from .bundle import Document, document_in, gathered
from .parts import NAMES, PARTS, measure
from .sections import sections_of

RESULTS = places.RESULTS / "all"


# R7: reason: a third of the lines are the options with their help, which Typer reads from the signature.
def everything(
    *,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of each part; 15 and more tell cells apart.")] = 1,
    only: Annotated[
        str,
        typer.Option(
            help=f"Parts that are measured: {', '.join(NAMES)}; or none. The others are as they were.",
            show_default="every part",
        ),
    ] = ",".join(NAMES),
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    folder: Annotated[
        Path, typer.Option(help="Where each part's results are.", show_default="build/compare/all")
    ] = RESULTS,
    json: Annotated[
        Path, typer.Option(help="All of it, with the machine's facts.", show_default="all.json in build/compare/all")
    ] = RESULTS / "all.json",
    page: Annotated[Path | None, typer.Option("--html", help="Write a page with plots to this file.")] = None,
) -> None:
    """Run every benchmark in turn, some twenty minutes a round: one file, and one page with the current figures."""
    chosen = [word for word in only.replace(" ", "").split(",") if word and word != "none"]
    if unknown := [name for name in chosen if name not in NAMES]:
        raise stop(f"no part {', '.join(unknown)}; there are: {', '.join(NAMES)}")
    writer = _page_writer() if page is not None else None
    check_places(json, page)
    reasons: dict[str, str] = {}
    disturbance = Disturbance()
    if chosen:
        try:
            find_programs(None)
        except MissingProgramError as problem:
            raise stop(str(problem)) from problem
        folder.mkdir(parents=True, exist_ok=True)
        warn_if_busy()
        try:
            _measure(chosen, folder.resolve(), rounds, runtimes, reasons)
        except KeyboardInterrupt:
            console.print("[yellow]stopped: this is what there is so far[/]")
    bundle = gathered(folder, _command(), reasons, disturbance.percent())
    _print(bundle)
    write(json, json_format.dumps(bundle) + "\n")
    console.print(
        f"every sample is in {json}" + (f", the page is {page}" if page else ""), highlight=False, soft_wrap=True
    )
    if page is not None and writer is not None:
        write(page, writer(bundle))
    if chosen:
        warn_about_noise(bundle["others_percent"])
    raise typer.Exit(1 if reasons else 0)


def _command() -> str:
    """As it was given; `muster bench` and `python -m compare` have the same options behind the name."""
    return shlex.join(["muster", "bench", *sys.argv[sys.argv.index("all") :]] if "all" in sys.argv else sys.argv)


def _measure(chosen: list[str], folder: Path, rounds: int, runtimes: str, reasons: dict[str, str]) -> None:
    """Tells each part with its time. What a part did not leave has its reason in `reasons`."""
    for part in PARTS:
        if part.name not in chosen:
            continue
        more = [] if part.name == "barriers" else ["--runtimes", runtimes]
        file = part.file(folder)
        before = file.stat().st_mtime_ns if file.exists() else 0
        ran = measure(part, folder, rounds, more, lambda: console.print(f"{part.title} ...", end=" "))  # noqa: B023
        console.print(f"{ran.seconds:.0f} s", highlight=False)
        if not file.exists() or file.stat().st_mtime_ns == before:
            reasons[part.name] = f"it ended with status {ran.status}: {ran.last_line}"
            file.unlink(missing_ok=True)
            continue
        # The part ran in a process of its own, so what it saw of the machine is in its file alone.
        transfers_us.extend(transfers_in(document_in(file)))


def _print(bundle: Document) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("part", no_wrap=True)
    table.add_column("in a line", overflow="fold")
    for section in sections_of(bundle):
        table.add_row(escape(section.title), escape(section.line))
    for name, why in bundle["missing"].items():
        table.add_row(escape(name), f"[yellow]not here:[/] {escape(why)}")
    console.print(table)


def _page_writer() -> Callable[[Document], str]:
    """Asked for before anything is measured, because matplotlib may be missing."""
    try:
        from .page import page_of  # noqa: PLC0415
    except ImportError as error:
        raise stop(f"--html wants matplotlib: pip install matplotlib ({error})") from error
    return page_of

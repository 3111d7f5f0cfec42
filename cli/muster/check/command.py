# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster check`."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.check.findings import Finding, findings_of
from muster.doctor.run import RunError, taken_over
from muster.measure.interrupt import INTERRUPTED, STOPPED, end_interrupted, ended_with_this
from muster.measure.process import end_in_words
from muster.stopping import check_places, stop, write

console = Console()
# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster check -- ./program input.dat

  muster check --json findings.json -- ./program

Exit status: 1 wrong use was seen, 2 nothing was checked, 130 stopped by Ctrl-C, else that of the program."""
# What the command ends with where it has findings; else with the program's own status.
FOUND = 1


@dataclass(frozen=True)
class Seen:
    """What was seen of a run."""

    status: int  # as subprocess has it: negative is the signal that ended it
    findings: list[Finding]
    interrupted: bool  # Ctrl-C was pressed before the program ended


def check(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
    ] = None,
    *,
    output: Annotated[Path | None, typer.Option("--json", help="Write the findings to this file.")] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say what wrong use of OpenMP there is in a run of a program."""
    if not command:
        raise stop("check", "it wants a program: muster check -- ./program arguments")
    check_places("check", output)
    seen = _run(command, library)
    print_findings(console, seen.findings, seen.status)
    if output is not None:
        write("check", output, json.dumps([_figures_of(finding) for finding in seen.findings], indent=1))
    if seen.interrupted:
        console.print(STOPPED)
        raise typer.Exit(INTERRUPTED)
    # As a shell has it: 128 and the signal.
    status = seen.status if seen.status >= 0 else 128 - seen.status
    raise typer.Exit(FOUND if seen.findings else status)


def print_findings(console: Console, findings: Sequence[Finding], status: int) -> None:
    """What was seen, and how the program ended where that was no success."""
    for finding in findings:
        console.print(f"[yellow]{escape(finding.line)}[/]  {escape(finding.text)}", highlight=False)
    if status:
        console.print(f"the program {end_in_words(status)}", highlight=False)
    if not findings:
        console.print("no wrong use of OpenMP was seen", highlight=False)


def _run(command: list[str], library: Path | None) -> Seen:
    """Runs the command to its end, or to Ctrl-C. Its output goes where that of `muster check` goes."""
    try:
        launch, variables, _ = taken_over(command, library, os.environ)
    except RunError as error:
        raise stop("check", error) from None
    with tempfile.TemporaryDirectory(prefix="muster-check-") as folder:
        file = Path(folder) / "lines"
        variables |= {"MUSTER_CHECK": "true", "MUSTER_CHECK_FILE": str(file)}
        words, environment = launch.ready(variables, os.environ)
        interrupted = False
        try:
            with ended_with_this(lambda: subprocess.Popen(words, env=environment)) as process:
                try:
                    status = process.wait()
                except KeyboardInterrupt:
                    interrupted, status = True, end_interrupted(process)
        except OSError as error:
            raise stop("check", f"{command[0]} cannot be started: {error.strerror}") from None
        # The runtime makes the file when the program first uses it.
        if not file.exists():
            raise _not_checked(status, interrupted=interrupted)
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return Seen(status, findings_of(lines), interrupted)


def _not_checked(status: int, *, interrupted: bool) -> typer.Exit:
    """Why nothing was checked, told; to be raised."""
    if interrupted:
        return stop("check", "the program was stopped before it used OpenMP, so nothing was checked", INTERRUPTED)
    ended = f"the program {end_in_words(status)}, and Muster did not serve it, so nothing was checked"
    if status < 0:
        return stop("check", ended)
    why = (
        "it uses no OpenMP, or another runtime (is it linked statically? --library names the folder of libmuster.so.1)"
    )
    return stop("check", f"{ended}: {why}")


def _figures_of(finding: Finding) -> dict[str, object]:
    return {
        "text": finding.text,
        "places": [{"file": place.file, "line": place.line, "function": place.function} for place in finding.places],
    }

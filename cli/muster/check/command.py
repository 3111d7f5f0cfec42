# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster check`."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.check.findings import Finding, findings_of
from muster.doctor.run import RunError, taken_over
from muster.stopping import stop, write

console = Console()
# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster check -- ./program input.dat

  muster check --json findings.json -- ./program

Exit status: 1 wrong use was seen, 2 not possible, else that of the program."""
# What the command ends with where it has findings; else with the program's own status.
FOUND = 1


def check(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
    ] = None,
    *,
    output: Annotated[Path | None, typer.Option("--json", help="Writes the findings to this file.")] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say what wrong use of OpenMP there is in a run of a program."""
    if not command:
        raise stop("check", "it wants a program: muster check -- ./program arguments")
    status, findings = _run(command, library)
    print_findings(console, findings, status)
    if output is not None:
        write("check", output, json.dumps([_figures_of(finding) for finding in findings], indent=1))
    raise typer.Exit(FOUND if findings else status)


def print_findings(console: Console, findings: Sequence[Finding], status: int) -> None:
    """What was seen, and how the program ended where that was no success."""
    for finding in findings:
        console.print(f"[yellow]{escape(finding.line)}[/]  {escape(finding.text)}", highlight=False)
    if status:
        console.print(f"the program ended with status {status}", highlight=False)
    if not findings:
        console.print("no wrong use of OpenMP was seen", highlight=False)


def _run(command: list[str], library: Path | None) -> tuple[int, list[Finding]]:
    """Runs the command to its end. Its output goes where that of `muster check` goes."""
    try:
        launch, variables, _ = taken_over(command, library, os.environ)
    except RunError as error:
        raise stop("check", error) from None
    with tempfile.TemporaryDirectory(prefix="muster-check-") as folder:
        file = Path(folder) / "lines"
        variables |= {"MUSTER_CHECK": "true", "MUSTER_CHECK_FILE": str(file)}
        words, environment = launch.ready(variables, os.environ)
        try:
            status = subprocess.run(words, env=environment, check=False).returncode
        except OSError as error:
            raise stop("check", f"{command[0]} cannot be started: {error.strerror}") from None
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []
    # As a shell has it: 128 and the signal.
    return (status if status >= 0 else 128 - status), findings_of(lines)


def _figures_of(finding: Finding) -> dict[str, object]:
    return {
        "text": finding.text,
        "places": [{"file": place.file, "line": place.line, "function": place.function} for place in finding.places],
    }

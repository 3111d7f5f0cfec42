# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster simulate`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from muster.simulate.program import ProgramError, Row, find_program, rows_of
from muster.simulate.report import print_costs, print_rules, print_validation

app = typer.Typer(help="What barriers and regions cost on machines that are not at hand.")
console = Console()

Program = Annotated[Path | None, typer.Option(help="The simulator; that of a release build unless set.")]
Output = Annotated[Path | None, typer.Option("--json", help="Writes the figures to this file, an object a line.")]
Constructs = Annotated[str, typer.Option(help="Which of barrier, reduction and region, between commas.")]
Episodes = Annotated[int, typer.Option(min=1, help="How many constructs are averaged.")]

ALL = "barrier,reduction,region"


def _stop(message: object) -> typer.Exit:
    console.print(f"[red]muster simulate:[/] {message}", highlight=False)
    return typer.Exit(2)


def _run(program: Path | None, arguments: list[str], output: Path | None) -> list[Row]:
    try:
        with console.status("simulating"):
            rows = list(rows_of(find_program(program), arguments))
    except ProgramError as error:
        raise _stop(error) from None
    if output is not None:
        output.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return rows


def _common(constructs: str, episodes: int) -> list[str]:
    return ["--constructs", constructs, "--episodes", str(episodes)]


@app.callback(invoke_without_command=True)
def simulate(
    context: typer.Context,
    *,
    machine: Annotated[str, typer.Option(help="A machine of `muster simulate machines`, or a file.")] = "",
    threads: Annotated[str, typer.Option(help="Team sizes, between commas.")] = "",
    constructs: Constructs = ALL,
    rows: Annotated[str, typer.Option(help="Algorithms, between commas; all unless set.")] = "",
    placement: Annotated[str, typer.Option(help="close, or spread.")] = "close",
    peers: Annotated[bool, typer.Option("--peers", help="Adds libgomp's and libomp's regions.")] = False,
    seed: Annotated[int, typer.Option(min=1, help="Of the delays between polls.")] = 1,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """Costs of constructs by algorithm: muster simulate --machine grace-2x72 --threads 72,144"""
    if context.invoked_subcommand is not None:
        return
    if not machine or not threads:
        raise _stop("it wants --machine and --threads; `muster simulate machines` lists what there is")
    arguments = ["run", "--machine", machine, "--threads", threads, "--placement", placement, "--seed", str(seed)]
    arguments += _common(constructs, episodes)
    arguments += ["--rows", rows] if rows else []
    arguments += ["--peers"] if peers else []
    print_costs(console, _run(program, arguments, output))


@app.command()
def machines(program: Program = None) -> None:
    """The machines that there are."""
    for row in _run(program, ["machines"], None):
        console.print(f"{row['name']:<16} {row['cpus']:>5.0f} CPUs  {row['title']}", highlight=False)


@app.command()
def validate(episodes: Episodes = 30, output: Output = None, program: Program = None) -> None:
    """Predictions against published measurements. Exit status 1: a bound does not hold."""
    rows: Iterable[Row] = _run(program, ["validate", "--episodes", str(episodes)], output)
    if not print_validation(console, rows):
        raise typer.Exit(1)


@app.command()
def rules(
    *,
    machine: Annotated[str, typer.Option(help="One machine; all unless set.")] = "",
    constructs: Constructs = ALL,
    worst: Annotated[int, typer.Option(min=1, help="How many cases are shown for each construct.")] = 10,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """How far the rules by which a team gets its barriers are from the best."""
    arguments = ["rules", *_common(constructs, episodes), *(["--machine", machine] if machine else [])]
    print_rules(console, _run(program, arguments, output), worst)

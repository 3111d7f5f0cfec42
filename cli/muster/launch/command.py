# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster run`."""

import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from muster.explain.answers import NoAnswerError, ask
from muster.explain.report import print_choices, print_plan
from muster.launch.choices import ChoiceError, Choices
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import Place, place_of_muster
from muster.stopping import stop
from muster.takeover.executable import CommandError, executable_of
from muster.takeover.launcher import launch_of
from muster.takeover.plan import Plan, RefusedError, plan_for

SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster run -- ./program input.dat

  muster run --threads 8 --wait passive --explain -- python fit.py

  mpirun -n 2 muster run -- ./hybrid

Exit status: the program's own, as the program takes the place of this command; 2 wrong usage, 125 Muster cannot \
serve the program (the message says why), 126 it cannot be run, 127 it is not found."""
REFUSED = 125

Threads = Annotated[int | None, typer.Option(min=1, help="Size of teams (OMP_NUM_THREADS).", show_default=False)]
Barrier = Annotated[
    str | None,
    typer.Option(help="Algorithm of barriers: one, or gather,release (MUSTER_BARRIER).", show_default=False),
]
Wait = Annotated[
    str | None,
    typer.Option(help="How threads wait: active, passive, infinite, or a time such as 10ms.", show_default=False),
]
Library = Annotated[
    Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.", show_default=False)
]
Words = Annotated[
    list[str], typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
]


def planned(name: str, library: Path | None, choices: Choices) -> tuple[Place, Plan, dict[str, str]]:
    """Where Muster is, how it gets under the program, and the whole environment for it."""
    place = place_of_muster(library)
    environment = choices.applied(os.environ)
    plan = plan_for(executable_of(name), place, environment)
    return place, plan, environment | plan.variables


def run(
    command: Words,
    *,
    threads: Threads = None,
    barrier: Barrier = None,
    wait: Wait = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what is taken over and chosen.")] = False,
    library: Library = None,
) -> None:
    """Run a program on Muster, whatever OpenMP runtime it was built for."""
    console = Console(stderr=True, highlight=False)
    choices = Choices(threads, barrier, wait)
    try:
        launch = launch_of(command)
        place, plan, environment = planned(launch.program, library, choices)
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from None
    except (RefusedError, RuntimeMissingError) as error:
        raise stop("run", error, REFUSED) from None
    except CommandError as error:
        raise stop("run", error, error.status) from None
    if plan.warning:
        console.print(f"[yellow]muster run:[/] {escape(plan.warning)}", soft_wrap=True)
    if explain:
        print_plan(console, command, place, plan, choices.variables())
        try:
            print_choices(console, ask(place.library, environment), environment)
        except NoAnswerError as error:
            raise stop("run", error, REFUSED) from None
    _become(*launch.ready(choices.variables() | plan.variables, choices.applied(os.environ)))


def _become(command: list[str], environment: dict[str, str]) -> NoReturn:
    try:
        os.execvpe(command[0], command, environment)
    except OSError as error:
        raise stop("run", f"{command[0]} cannot be started: {error.strerror}", 126) from None

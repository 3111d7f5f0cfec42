# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster explain`."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from muster.explain.answers import Answers, DecidedBy, NoAnswerError, ask
from muster.explain.report import print_all, print_plan
from muster.files import exists
from muster.launch.choices import ChoiceError, Choices
from muster.launch.command import Barrier, Library, Threads, Wait, planned
from muster.machine.facts import facts
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import place_of_muster
from muster.settings.check import misspelt, sources
from muster.stopping import stop
from muster.takeover.executable import CommandError
from muster.takeover.launcher import launch_of
from muster.takeover.plan import RefusedError
from muster.tune.profile import default_path

# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster explain

  OMP_PROC_BIND=close muster explain --threads 4

  muster explain -- ./program

Exit status: 0 told, 2 wrong usage, or the program or the library is not there."""


def explain(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What would run; it does not.", show_default=False)
    ] = None,
    *,
    threads: Threads = None,
    barrier: Barrier = None,
    wait: Wait = None,
    library: Library = None,
    output: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say what the runtime would do here, and why: settings, team, barriers, waiting, profile."""
    console = Console(highlight=False)
    choices = Choices(threads, barrier, wait)
    try:
        plan = None
        place, environment = place_of_muster(library), choices.applied(os.environ)
        if command:
            place, plan, environment = planned(launch_of(command).program, library, choices)
        answers = ask(place.library, environment)
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from None
    except (CommandError, NoAnswerError, RefusedError, RuntimeMissingError) as error:
        raise stop("explain", error) from None
    if output:
        typer.echo(json.dumps(figures_of(answers, environment), indent=1))
        return
    if command and plan is not None:
        print_plan(console, command, place, plan, choices.variables())
        console.print()
    print_all(console, answers, place, environment, profile_of(answers, environment))


def profile_of(answers: Answers, environment: Mapping[str, str]) -> tuple[Path | None, str]:
    """The file, and whether it is in use."""
    named = environment.get("MUSTER_PROFILE", "").strip()
    if named.lower() == "none":
        return None, "none, as MUSTER_PROFILE says"
    path = Path(named) if named else default_path()
    if not exists(path):
        return path, "there is none; `muster tune` writes it"
    if any(barrier.decided_by is DecidedBy.PROFILE for barrier in answers.barriers):
        return path, "in use"
    return path, "there is one, and it decides nothing here"


def figures_of(answers: Answers, environment: Mapping[str, str]) -> dict[str, object]:
    """What `--json` prints."""
    path, said = profile_of(answers, environment)
    return {
        "machine": asdict(facts()),
        "version": answers.version,
        "settings": dict(answers.display),
        "sources": sources(environment),
        "unknown_variables": dict(misspelt(environment)),
        "default_team": {"threads": answers.default_team, "why": answers.shown("MUSTER_DEFAULT_TEAM")},
        "barriers": [
            asdict(barrier) | {"decided_by": barrier.decided_by.name.lower(), "algorithm": barrier.algorithm}
            for barrier in answers.barriers
        ],
        "wait": asdict(answers.wait) | {"policy": answers.wait.policy.name.lower()},
        "profile": {"path": str(path) if path else None, "state": said},
        "messages": answers.messages,
    }

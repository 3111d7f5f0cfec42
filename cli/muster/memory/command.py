# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster memory`."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.doctor.run import RunError, environment_for
from muster.memory.perf import PerfError
from muster.memory.run import Recording, run
from muster.memory.seen import Told, told_of
from muster.stopping import check_places, stop, write
from muster.topology.scene import SceneError, scene_of

console = Console()
errors = Console(stderr=True)
# The first word that is no option is the program, and what follows is the program's.
SETTINGS = {"allow_interspersed_args": False}
EPILOG = """Examples:

  muster memory -- ./program input.dat

  OMP_PROC_BIND=close muster memory --machine naples-2x32 -- ./program

Exit status: 1 an array is to be initialised otherwise, 2 not possible, else that of the program."""
# What the command ends with where an array is flagged; else with the program's own status.
FLAGGED = 1


def memory(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to run, and its arguments.", show_default=False)
    ] = None,
    *,
    machine: Annotated[
        str | None,
        typer.Option(help="Say remote shares for this one: a text, a file, or a name such as naples-2x32."),
    ] = None,
    output: Annotated[Path | None, typer.Option("--json", help="Write the arrays to this file.")] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say which thread touched the large arrays of a program first, and which threads use them."""
    if not command:
        raise stop("memory", "it wants a program: muster memory -- ./program arguments")
    check_places("memory", output)
    try:
        # A machine that is not known is told before the program has run for long.
        scene_of(machine, os.environ, 1)
        recording, status = run(command, environment_for(command, library, os.environ))
    except (RunError, SceneError, OSError) as error:
        raise stop("memory", error) from None
    except PerfError as error:
        raise stop("memory", f"the kernel tells no page faults (perf_event_open: {error})") from None
    told: dict[int, list[Told]] = {}
    for seen in recording.processes.values():
        try:
            scene = scene_of(machine, os.environ, max(len(seen.threads), 1))
        except SceneError as error:
            raise stop("memory", error) from None
        found = told_of(seen, scene, machine if machine is not None else "this machine")
        told |= {seen.process: found} if found else {}
    print_told(console, told, recording)
    if output is not None:
        rows = [_figures_of(one, process) for process, found in told.items() for one in found]
        write("memory", output, json.dumps(rows, indent=1))
    flagged = any(one.verdict.flagged for found in told.values() for one in found)
    raise typer.Exit(FLAGGED if flagged else status)


def print_told(console: Console, told: Mapping[int, Sequence[Told]], recording: Recording) -> None:
    """What is to be said of each array, by process."""
    for process, found in told.items():
        if len(told) > 1:
            console.print(f"process {process}:", highlight=False)
        for one in found:
            colour = "yellow" if one.verdict.flagged else "default"
            console.print(f"[{colour}]{escape(one.verdict.text)}[/]", highlight=False)
    if not told:
        console.print("the program has no array of a MiB or more that it has written", highlight=False)
    has_uses = any(seen.uses for seen in recording.processes.values())
    if not has_uses and recording.unwatched:
        console.print(f"uses of the arrays could not be watched: {escape(recording.unwatched)}", highlight=False)
    if recording.lost:
        console.print(f"{recording.lost} page faults came too fast to be kept", highlight=False)


def _figures_of(one: Told, process: int) -> dict[str, object]:
    return {
        "process": process,
        "place": one.array.place,
        "bytes": one.array.bytes,
        "flagged": one.verdict.flagged,
        "text": one.verdict.text,
        "touched": {one.numbers.get(thread, -1): pages for thread, pages in one.array.touchers.items()},
        "used": {one.numbers.get(thread, -1): looks for thread, looks in one.array.users.items()},
        "remote_share": one.array.remote_share(one.node_of),
    }

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster memory`."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.doctor.run import RunError, environment_for
from muster.launch.command import stop
from muster.memory.arrays import Array, Verdict, arrays_of, verdict_on
from muster.memory.perf import PerfError
from muster.memory.run import Seen, run
from muster.topology.scene import Scene, SceneError, scene_of

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
        typer.Option(help="Says remote shares for this one: a text, a file, or a name of simulate/machines."),
    ] = None,
    output: Annotated[Path | None, typer.Option("--json", help="Writes the arrays to this file.")] = None,
    library: Annotated[Path | None, typer.Option(help="The folder of libmuster.so.1, if it is elsewhere.")] = None,
) -> None:
    """Say which thread touched the large arrays of a program first, and which threads use them."""
    if not command:
        raise stop(errors, "memory", "it wants a program: muster memory -- ./program arguments", 2)
    try:
        seen = run(command, environment_for(command, library, os.environ))
    except RunError as error:
        raise stop(errors, "memory", error, 2) from None
    except PerfError as error:
        raise stop(errors, "memory", f"the kernel tells no page faults (perf_event_open: {error})", 2) from None
    numbers = {thread: number for number, thread in enumerate(seen.threads)}
    try:
        scene = scene_of(machine, os.environ, max(len(numbers), 1))
    except SceneError as error:
        raise stop(errors, "memory", error, 2) from None
    node_of = nodes_of(scene, numbers)
    arrays = arrays_of(seen.touches(), seen.uses)
    name = machine if machine is not None else "this machine"
    told = [
        (array, verdict_on(array, lambda thread: f"thread {numbers.get(thread, '?')}", node_of, name))
        for array in arrays
    ]
    _print(told, seen)
    if output is not None:
        rows = [_figures_of(array, verdict, node_of, numbers) for array, verdict in told]
        output.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    raise typer.Exit(FLAGGED if any(verdict.flagged for _, verdict in told) else seen.status)


def nodes_of(scene: Scene, numbers: dict[int, int]) -> Callable[[int], int]:
    """The node on which a thread runs: that of its place, or, where threads are not bound, in blocks of equal size."""
    numa = {cpu["cpu"]: cpu["numa"] for cpu in scene.cpus}
    nodes = sorted({numa[cpu] for cpu in scene.usable if cpu in numa}) or [0]

    def node_of(thread: int) -> int:
        number = numbers.get(thread, 0)
        if number in scene.threads:
            return numa[min(scene.places[scene.threads[number]])]
        return nodes[min(number * len(nodes) // max(len(numbers), 1), len(nodes) - 1)]

    return node_of


def _print(told: list[tuple[Array, Verdict]], seen: Seen) -> None:
    for _, verdict in told:
        colour = "yellow" if verdict.flagged else "default"
        console.print(f"[{colour}]{escape(verdict.text)}[/]", highlight=False, soft_wrap=True)
    if not told:
        console.print("the program has no array of a MiB or more that it has written", highlight=False)
    if not seen.uses and seen.unwatched:
        console.print(f"who uses the arrays could not be watched: {escape(seen.unwatched)}", highlight=False)
    if seen.lost:
        console.print(f"{seen.lost} page faults came too fast to be kept", highlight=False)


def _figures_of(
    array: Array, verdict: Verdict, node_of: Callable[[int], int], numbers: dict[int, int]
) -> dict[str, object]:
    return {
        "place": array.place,
        "bytes": array.bytes,
        "flagged": verdict.flagged,
        "text": verdict.text,
        "touched": {numbers.get(thread, -1): pages for thread, pages in array.touchers.items()},
        "used": {numbers.get(thread, -1): looks for thread, looks in array.users.items()},
        "remote_share": array.remote_share(node_of),
    }

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster topology`."""

import json
import os
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from muster.launch.command import Threads
from muster.machine.facts import facts
from muster.stopping import stop
from muster.topology.drawing import draw
from muster.topology.hints import hints_of
from muster.topology.scene import Scene, SceneError, scene_of

EPILOG = """Examples:

  muster topology

  OMP_PLACES=cores OMP_PROC_BIND=spread muster topology --threads 4

  muster topology --machine "2 package 4 l3 8 core 2 thread" --bind close

  muster topology --machine grace-2x72 --places sockets --bind spread

Exit status: 0 drawn, 2 there is no such machine, or wrong usage."""


def topology(
    *,
    machine: Annotated[
        str | None,
        typer.Option(help="Another one: a text, a file, or a name such as grace-2x72.", show_default=False),
    ] = None,
    threads: Threads = None,
    places: Annotated[
        str | None, typer.Option(help="OMP_PLACES, such as cores or {0:4}:8:4.", show_default=False)
    ] = None,
    bind: Annotated[
        str | None, typer.Option(help="OMP_PROC_BIND: close, spread, primary or false.", show_default=False)
    ] = None,
    output: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Draw the machine, and where the threads of a team go by the settings."""
    chosen = {"OMP_PLACES": places, "OMP_PROC_BIND": bind}
    environment = os.environ | {name: value for name, value in chosen.items() if value is not None}
    try:
        scene = scene_of(machine, environment, threads)
    except SceneError as error:
        raise stop("topology", error) from None
    if output:
        typer.echo(json.dumps(figures_of(scene), indent=1))
        return
    draw(Console(highlight=False), scene, facts().cpu if machine is None else machine)


def figures_of(scene: Scene) -> dict[str, object]:
    """What `--json` prints."""
    sets = {"usable": sorted(scene.usable), "places": [sorted(place) for place in scene.places]}
    return asdict(scene) | sets | {"hints": [asdict(hint) for hint in hints_of(scene)]}

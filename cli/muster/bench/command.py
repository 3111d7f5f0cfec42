# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster bench`: the commands of bench/compare, each between two looks at the machine."""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape

from muster.bench.examples import EPILOGS
from muster.bench.verdict import verdict
from muster.machine.look import line_transfer_ns, look, transfer_warning, transfers_in_words
from muster.measure.interrupt import signals_end_both
from muster.runtimes.find import TREE
from muster.stopping import stop

FOLDER = TREE / "bench"
FROM_A_CHECKOUT = (
    "In a checkout: cmake --preset release && cmake --build --preset release && cd cli && python -m muster bench"
)
HELP = "Compare runtimes by benchmarks: constructs, barriers, work between constructs, applications."
EPILOG = """Examples:

  muster bench constructs --threads 2,4x

  muster bench bars

  muster bench apps --help

  muster bench all --html figures.html

  muster bench verdict before.json after.json

The benchmarks are those of the source tree: cmake --preset release && cmake --build --preset release. \
Exit status: that of the benchmark: 0 all ran, 1 something failed or a bar is missed, 2 not possible."""
# The command's name here, where the function is, and whether it measures.
COMMANDS = {
    "constructs": ("compare.cli", "run", True),
    "barriers": ("compare.barriers.command", "barriers", True),
    "apps": ("compare.apps.command", "apps", True),
    "bars": ("compare.musts_command", "bars", True),
    "work": ("compare.work.command", "work", True),
    "all": ("compare.everything.command", "everything", True),
    "peers": ("compare.cli", "peers", False),
    "fetch": ("compare.cli", "fetch", False),
    "page": ("compare.cli", "page", False),
}


def made() -> typer.Typer:
    """The group, or where there is no source tree one that says so."""
    group = typer.Typer(help=HELP, epilog=EPILOG, no_args_is_help=True, add_completion=False)
    if not (FOLDER / "compare" / "cli.py").exists():
        group.command(epilog=EPILOGS["verdict"])(verdict)
        for name in COMMANDS:
            # Whatever the options are: that they are not known here is not what is wrong.
            anything = {"ignore_unknown_options": True, "allow_extra_args": True}
            group.command(name, context_settings=anything, help="In the source tree only.")(_not_here)
        return group
    sys.path.append(str(FOLDER))
    group.command(epilog=EPILOGS["verdict"])(verdict)
    for name, (module, function, measures) in COMMANDS.items():
        command = getattr(import_module(module), function)
        group.command(name, epilog=EPILOGS[name])(watched(command) if measures else command)
    return group


def _not_here() -> None:
    where = f"the benchmarks are part of the source tree, and this is an installation. {FROM_A_CHECKOUT}"
    raise stop("bench", where)


def watched(command: Callable[..., None]) -> Callable[..., None]:
    """The command between two looks at the machine. Its parameters and its status stay as they are."""

    @wraps(command)
    def with_looks(**options: object) -> None:
        console = Console(stderr=True, highlight=False)
        before = look()
        console.print(escape(before.facts.in_words()))
        for warning in before.warnings():
            _warn(console, warning)
        reference = _reference_program(options.get("programs_in"))
        first = line_transfer_ns(reference) if reference else None
        between: list[float] = import_module("compare.references").transfers_us
        between.clear()

        def look_again() -> None:
            last = line_transfer_ns(reference) if reference else None
            seen = [1000 * us for us in between]
            console.print(transfers_in_words(first, seen, last))
            _warn(console, transfer_warning(first, seen, last))

        try:
            with signals_end_both():
                command(**options)
        except (Exception, KeyboardInterrupt):
            look_again()
            raise
        look_again()

    return with_looks


def _warn(console: Console, warning: str) -> None:
    if warning:
        console.print(f"[yellow]warning:[/] {escape(warning)}", soft_wrap=True)


def _reference_program(folder: object) -> Path | None:
    """The program that measures the machine; None where it is not built, which the command then says."""
    places = import_module("compare.places")
    try:
        return Path(places.find_programs(folder).reference)
    except places.MissingProgramError:
        return None


app = made()

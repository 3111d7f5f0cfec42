# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster`, or `python -m muster` from cli/.

A command is imported when it is used: `muster run` stands before programs that take milliseconds.
"""

from contextlib import suppress
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from muster.streams import output_is_told_of, print_any_bytes

if TYPE_CHECKING:
    from typer import _click as click

# Each has a function of the command's name, or an `app`; SETTINGS and EPILOG where it wants them.
COMMANDS = {
    "run": "muster.launch.command",
    "compare": "muster.compare.command",
    "explain": "muster.explain.command",
    "doctor": "muster.doctor.command",
    "check": "muster.check.command",
    "memory": "muster.memory.command",
    "topology": "muster.topology.command",
    "env": "muster.settings.command",
    "bench": "muster.bench.command",
    "tune": "muster.tune.command",
    "simulate": "muster.simulate.command",
}
EPILOG = """Examples:

  muster run -- ./program input.dat

  muster compare -- ./program input.dat

  muster doctor -- ./program input.dat

`muster COMMAND --help` has the options, examples and exit statuses of each."""


class Commands(TyperGroup):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: "click.Context") -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: "click.Context", cmd_name: str) -> "click.Command | None":
        del ctx
        return command_of(cmd_name) if cmd_name in COMMANDS else None


def command_of(name: str) -> "click.Command":
    module = import_module(COMMANDS[name])
    group = getattr(module, "app", None)
    if group is None:
        group = typer.Typer(add_completion=False)
        epilog, settings = getattr(module, "EPILOG", None), getattr(module, "SETTINGS", None)
        group.command(name, epilog=epilog, context_settings=settings)(getattr(module, name))
    command = typer.main.get_command(group)
    command.name = name
    return command


app = typer.Typer(cls=Commands, no_args_is_help=True, epilog=EPILOG)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muster {version()}")
        raise typer.Exit


def version() -> str:
    """Of the package that this is installed by; the name on PyPI is longer, as `muster` is somebody else's there."""
    for name in ("muster-openmp", "muster"):
        with suppress(metadata.PackageNotFoundError):
            return metadata.version(name)
    return "of a source tree"


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Run OpenMP programs on Muster, compare runtimes, and see what the runtime does and why."""


def main() -> None:
    print_any_bytes()
    with output_is_told_of("muster"):
        app(prog_name="muster")


if __name__ == "__main__":
    main()

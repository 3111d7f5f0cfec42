# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster env`."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.explain.answers import NoAnswerError, ask
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import place_of_muster
from muster.settings.check import known, misspelt
from muster.settings.table import Setting, setting_of, settings

EPILOG = """Examples:

  muster env

  muster env OMP_PLACES KMP_BLOCKTIME

  muster env --check || exit 1

Exit status: 0 all variables that are set are known and have values that can be used, 1 some do not, 2 wrong usage."""
WARNINGS = "KMP_WARNINGS"
FAMILIES = {
    "OMP_": "OpenMP's own",
    "GOMP_": "libgomp's",
    "KMP_": "libomp's",
    "LIBOMP_": "libomp's, about target tasks",
    "MUSTER_": "Muster's own",
}


def env(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Only these, in full.", show_default=False)
    ] = None,
    *,
    check: Annotated[bool, typer.Option("--check", help="Check the environment only, without the table.")] = False,
    output: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show the variables that set the runtime, and check those that are set here."""
    console = Console(highlight=False)
    chosen = _chosen(names)
    refused = refusals(os.environ)
    unknown = misspelt(os.environ)
    if output:
        typer.echo(json.dumps(_figures(chosen, unknown, refused), indent=1))
    else:
        if names:
            for setting in chosen:
                _print_full(console, setting)
        elif not check:
            _print_table(console, chosen)
        print_check(console, unknown, refused)
    raise typer.Exit(1 if unknown or refused else 0)


def _chosen(names: Sequence[str] | None) -> list[Setting]:
    if not names:
        return list(settings())
    found = []
    for name in names:
        setting = setting_of(name.upper())
        if setting is None:
            close = [meant for _, meant in misspelt([name.upper()]) if meant]
            hint = f"; did you mean {close[0]}?" if close else "; `muster env` lists all"
            raise typer.BadParameter(f"no variable is named {name}{hint}")
        found.append(setting)
    return found


def refusals(environment: Mapping[str, str]) -> list[str]:
    """What the runtime says of values that it cannot use; nothing if it is not here."""
    if not known(environment):
        return []
    # Warnings that are switched off are what is asked for here; the switch itself may have a value to warn of.
    told = {name: value for name, value in environment.items() if name != WARNINGS}
    try:
        library = place_of_muster().library
        messages = list(ask(library, environment).messages)
        if WARNINGS in environment:
            messages += ask(library, told).messages
    except (NoAnswerError, RuntimeMissingError):
        return []
    return list(dict.fromkeys(line for line in messages if "muster: " in line))


def _print_table(console: Console, chosen: Sequence[Setting]) -> None:
    for prefix, title in FAMILIES.items():
        table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
        table.add_column("variable", overflow="fold", style="cyan", max_width=34)
        table.add_column("what it says; default", overflow="fold")
        for setting in sorted(chosen, key=lambda one: one.name):
            if setting.name.startswith(prefix):
                mark = "" if setting.acts else " (nothing acts on it yet)"
                text = f"{escape(setting.summary)}{mark}; [dim]{escape(setting.default)}[/]"
                table.add_row(escape(setting.name), text)
        console.print(table)
    console.print("`muster env NAME` has more of each.", highlight=False)


def _print_full(console: Console, setting: Setting) -> None:
    console.print(f"[bold cyan]{escape(setting.name)}[/]")
    lines = [setting.meaning, f"Value: {setting.expects}.", f"Default: {setting.default}."]
    if len(setting.names) > 1:
        which = "the smallest value counts" if setting.smallest_counts else "the strongest first"
        lines.append(f"Names, {which}: {', '.join(setting.names)}.")
    lines += [] if setting.acts else ["It is read, checked and shown, but nothing acts on it yet."]
    lines += [f"Here: {name}={value}" for name, value in known(os.environ).items() if name in setting.names]
    for line in lines:
        console.print(f"  {escape(line)}")
    console.print()


def print_check(console: Console, unknown: Sequence[tuple[str, str]], refused: Sequence[str]) -> None:
    """The variables that are set here, and what is wrong with them."""
    for name, value in known(os.environ).items():
        setting = setting_of(name)
        console.print(f"set here: [cyan]{escape(name)}[/]={escape(value)}" + _other_name(name, setting))
    for name, meant in unknown:
        hint = f"did you mean [bold]{escape(meant)}[/]?" if meant else "no variable has such a name"
        console.print(f"[yellow]unknown:[/]  {escape(name)}: nothing reads it; {hint}")
    for line in refused:
        console.print(f"[yellow]refused:[/]  {escape(line.partition('muster: ')[2])}")
    if not unknown and not refused:
        console.print("[green]Nothing is wrong[/] with the variables that are set here.")


def _other_name(name: str, setting: Setting | None) -> str:
    return f" [dim](another name of {setting.name})[/]" if setting is not None and setting.name != name else ""


def _figures(
    chosen: Sequence[Setting], unknown: Sequence[tuple[str, str]], refused: Sequence[str]
) -> dict[str, object]:
    return {
        "settings": [asdict(setting) for setting in chosen],
        "set": known(os.environ),
        "unknown": dict(unknown),
        "refused": list(refused),
    }

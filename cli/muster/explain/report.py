# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime would do, on the terminal."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from muster.explain.answers import Answers
from muster.explain.words import USES, reason, sizes, team, waiting
from muster.machine.facts import facts
from muster.runtimes.place import Place
from muster.settings.check import misspelt, sources
from muster.settings.table import setting_of
from muster.takeover.plan import Plan


def _rows(console: Console, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """A heading, and under it names with what is to be said of each."""
    console.print(f"[bold]{escape(title)}[/]")
    table = Table.grid(padding=(0, 2))
    # A name is never cut: it is what a reader searches for.
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for name, text in rows:
        table.add_row(escape(name), escape(text))
    console.print(Padding(table, (0, 0, 0, 2)))


def print_plan(console: Console, command: Sequence[str], place: Place, plan: Plan, chosen: Mapping[str, str]) -> None:
    """What is taken over, and how."""
    rows = [("taken over", f"{name}, which was {path.resolve()}") for name, path in plan.taken_over.items()]
    rows += [] if rows else [("taken over", "nothing yet")]
    rows.append(("by", " and ".join(plan.variables) or "nothing has to be set"))
    rows.append(("why", plan.why))
    rows.append(("Muster", str(place.library)))
    rows += [("sets", f"{name}={value}") for name, value in chosen.items()]
    _rows(console, shlex.join(command), rows)


def print_choices(console: Console, answers: Answers, environment: Mapping[str, str]) -> None:
    """The short form: for a region for which the program names no size."""
    rows = [("team", team(answers, sources(environment).get("OMP_NUM_THREADS", "")))]
    for barrier in answers.barriers:
        if barrier.asked == 0:
            rows.append((USES[barrier.use], f"{barrier.algorithm} ({reason(barrier)})"))
    rows.append(("waiting", waiting(answers.wait)))
    _rows(console, "What Muster does", rows)
    for message in answers.messages:
        console.print(f"[yellow]{escape(message)}[/]")


def print_all(
    console: Console, answers: Answers, place: Place, environment: Mapping[str, str], profile: tuple[Path | None, str]
) -> None:
    """Everything: machine, settings with their sources, team, barriers by size, waiting, profile."""
    _rows(
        console,
        "Machine",
        [("machine", facts().in_words()), ("Muster", f"{answers.version}, {place.library}")],
    )
    console.print()
    _settings(console, answers, environment)
    console.print()
    source = sources(environment).get("OMP_NUM_THREADS", "")
    _rows(console, "Default team", [("team", team(answers, source)), *_limits(answers, source)])
    console.print()
    for use, title in USES.items():
        rows = [
            (sizes(first, last), f"{barrier.algorithm} ({reason(barrier)})")
            for first, last, barrier in answers.ranges(use)
        ]
        _rows(console, title[0].upper() + title[1:], rows)
    console.print()
    _rows(console, "Waiting", [("waiting", waiting(answers.wait))])
    console.print()
    path, said = profile
    _rows(console, "Profile", [("profile", f"{said}: {path}" if path else said)])
    for message in answers.messages:
        console.print(f"[yellow]{escape(message)}[/]")


def _limits(answers: Answers, source: str) -> list[tuple[str, str]]:
    note = answers.shown("MUSTER_DEFAULT_TEAM")
    return [("without it", note)] if source and note else []


def _settings(console: Console, answers: Answers, environment: Mapping[str, str]) -> None:
    """Those that are not as if nothing was set, with what set them; and names that nothing reads."""
    rows = []
    for name, variable in sources(environment).items():
        value = answers.shown(name) or environment[variable]
        setting = setting_of(name)
        rows.append((name, f"{value}, from {variable}" + (f": {setting.summary}" if setting else "")))
    rows += [] if rows else [("none", "no variable is set; `muster env` has all there are")]
    _rows(console, "Settings that are set", rows)
    for name, meant in misspelt(environment):
        hint = f"; {meant} is probably meant" if meant else ""
        console.print(f"  [yellow]nothing reads {escape(name)}{hint}[/]")

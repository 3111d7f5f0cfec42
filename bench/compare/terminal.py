# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the commands share: the terminal, messages, choices and progress."""

from collections.abc import Collection
from enum import StrEnum
from pathlib import Path

import psutil
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.files import why_unwritable
from muster.machine.disturbance import BUSY_PERCENT

from .execute import Conditions
from .places import Programs
from .plan import Binding, Case
from .runtimes import Runtime
from .session import Load, Session, run_rounds

console = Console()


class BindingChoice(StrEnum):
    """Which bindings to run."""

    PINNED = "pinned"
    UNPINNED = "unpinned"
    BOTH = "both"

    def bindings(self) -> list[Binding]:
        return list(Binding) if self is BindingChoice.BOTH else [Binding(self.value)]


def stop(message: str) -> typer.Exit:
    """Tells it on standard error, in one line; what is returned is to be raised."""
    errors = Console(stderr=True, highlight=False)
    errors.print(f"[red]compare:[/] {escape(message)}", soft_wrap=True)
    return typer.Exit(2)


def check_places(*files: Path | None) -> None:
    """Makes their folders. To be called before anything is measured, so that nothing is measured in vain."""
    for file in files:
        if file is None:
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise stop(f"{file.parent} cannot be made: {problem.strerror}") from problem
        if why := why_unwritable(file):
            raise stop(f"{file} cannot be written: {why}")


def write(file: Path, text: str) -> None:
    """What was measured, or a page of it, in a folder that is made where there is none."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise stop(f"{file} cannot be written: {problem.strerror}") from problem


def name_values(values: list[str], option: str) -> dict[str, str]:
    pairs = dict(value.split("=", 1) for value in values if "=" in value)
    if len(pairs) != len(values):
        raise stop(f"{option} needs NAME=VALUE, each name once")
    return pairs


def choose_runtimes(request: str, found: list[Runtime]) -> list[Runtime]:
    names = [runtime.name for runtime in found]
    wanted = names if request == "all" else request.replace(" ", "").split(",")
    missing = [name for name in wanted if name not in names]
    if missing:
        hint = "; 'python -m compare fetch' gets libiomp5" if "libiomp5" in missing else ""
        raise stop(f"no runtime {', '.join(missing)} here; found: {', '.join(names)}{hint}")
    return [runtime for runtime in found if runtime.name in wanted]


def warn_about_missing(found: list[Runtime]) -> None:
    names = [runtime.name for runtime in found]
    if "libiomp5" not in names:
        console.print("[yellow]libiomp5 is not here[/]; 'python -m compare fetch' gets it (50 MB from PyPI)")
    if "muster" not in names:
        console.print("[yellow]Muster is not built[/]; cmake --preset release && cmake --build --preset release")


def measure(
    session: Session,
    programs: Programs,
    conditions: Conditions,
    *,
    rounds: int,
    time_limit: float | None,
    quiet: bool,
    load: Load | None = None,
    compared: Collection[str] = (),
) -> bool:
    """Runs the rounds with progress shown. False if they were stopped by Ctrl-C: what came before is in the session."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = rounds * len(session.groups) * len(session.pairs)
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=total)

        def before_case(case: Case, number: int, done: int) -> None:
            group = case.group
            what = f"{group.construct} {group.threads} {group.binding} {case.runtime.name} {case.build}"
            progress.update(task, description=f"round {number + 1}: {what:<50}", completed=done)

        try:
            run_rounds(
                session,
                programs,
                conditions,
                rounds=rounds,
                time_limit_s=time_limit,
                before_case=before_case,
                load=load,
                compared=compared,
            )
        except KeyboardInterrupt:
            console.print("[yellow]stopped: this is what there is so far[/]")
            return False
    return True


def warn_if_busy() -> None:
    if psutil.cpu_percent(interval=0.5) > BUSY_PERCENT:
        console.print("[yellow]other programs are running: the figures will be noise[/]")


def warn_about_noise(others_percent: float) -> None:
    if others_percent > BUSY_PERCENT:
        console.print(f"[yellow]other programs took {others_percent:.0f}% of the CPUs: the figures are noise[/]")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of the comparison."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from . import archive, places
from .bars import read_bars
from .disturbance import Disturbance
from .execute import Conditions
from .fetch import FetchError, fetch_libiomp5
from .page import write_page
from .places import MissingProgramError, Programs, find_programs
from .plan import (
    Binding,
    Case,
    PlanError,
    choose_builds,
    choose_constructs,
    list_constructs,
    make_groups,
    parse_cpus,
    parse_threads,
    variants,
)
from .report import View, print_report
from .runtimes import Runtime, find_all
from .session import Session, background_load, run_rounds

app = typer.Typer(help="Compares OpenMP runtimes, construct by construct.", no_args_is_help=True)
console = Console()

BUSY_PERCENT = 10.0


class BindingChoice(StrEnum):
    """Which bindings to run."""

    PINNED = "pinned"
    UNPINNED = "unpinned"
    BOTH = "both"


class WaitPolicy(StrEnum):
    """Values of OMP_WAIT_POLICY, or the runtime's own default."""

    DEFAULT = "default"
    ACTIVE = "active"
    PASSIVE = "passive"


def _stop(message: str) -> typer.Exit:
    console.print(f"[red]compare:[/] {message}", highlight=False)
    return typer.Exit(2)


def _name_values(values: list[str], option: str) -> dict[str, str]:
    pairs = dict(value.split("=", 1) for value in values if "=" in value)
    if len(pairs) != len(values):
        raise _stop(f"{option} needs NAME=VALUE, each name once")
    return pairs


def _choose_runtimes(request: str, found: list[Runtime]) -> list[Runtime]:
    names = [runtime.name for runtime in found]
    wanted = names if request == "all" else request.replace(" ", "").split(",")
    missing = [name for name in wanted if name not in names]
    if missing:
        hint = "; 'python -m compare fetch' gets libiomp5" if "libiomp5" in missing else ""
        raise _stop(f"no runtime {', '.join(missing)} here; found: {', '.join(names)}{hint}")
    return [runtime for runtime in found if runtime.name in wanted]


def _warn_about_missing(found: list[Runtime]) -> None:
    names = [runtime.name for runtime in found]
    if "libiomp5" not in names:
        console.print("[yellow]libiomp5 is not here[/]; 'python -m compare fetch' gets it (50 MB from PyPI)")
    if "muster" not in names:
        console.print("[yellow]Muster is not built[/]; cmake --preset release && cmake --build --preset release")


def _measure(
    session: Session, programs: Programs, conditions: Conditions, *, rounds: int, time_limit: float | None, quiet: bool
) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = rounds * len(session.groups) * len(session.pairs)
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=total)

        def before_case(case: Case, number: int, done: int) -> None:
            group = case.group
            what = f"{group.construct} {group.threads} {group.binding} {case.runtime.name} {case.build}"
            progress.update(task, description=f"round {number + 1}: {what:<50}", completed=done)

        run_rounds(session, programs, conditions, rounds=rounds, time_limit_s=time_limit, before_case=before_case)


# R7: reason: half of the lines are the options with their help, which Typer reads from the signature.
@app.command()
def run(
    *,
    threads: Annotated[str, typer.Option(help="Team sizes: 2,cores-1,cores,cores+1,2x,8x.")] = "2",
    constructs: Annotated[str, typer.Option(help="Names, 'core' (the 2-thread bars) or 'all'.")] = "core",
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    binding: Annotated[BindingChoice, typer.Option(help="Threads held to CPUs, or not.")] = BindingChoice.BOTH,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every variant in each.")] = 7,
    budget_ms: Annotated[int, typer.Option(min=1, help="Time of one repetition.")] = 50,
    repetitions: Annotated[int, typer.Option(min=1, max=64, help="Repetitions in a process.")] = 3,
    work: Annotated[int, typer.Option(min=0, help="Turns of an empty loop in the construct's body.")] = 0,
    least: Annotated[bool, typer.Option("--least", help="Take each process's least repetition.")] = False,
    time_limit: Annotated[float | None, typer.Option(help="Seconds after which no round is begun.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds that one process may take.")] = 60.0,
    cpus: Annotated[str, typer.Option(help="CPUs to measure on, such as 0,1; without it all usable.")] = "",
    wait_policy: Annotated[WaitPolicy, typer.Option(help="OMP_WAIT_POLICY.")] = WaitPolicy.DEFAULT,
    env: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for every process; may be repeated.")] = None,
    yield_noop: Annotated[bool, typer.Option("--yield-noop", help="Make sched_yield() do nothing.")] = False,
    load: Annotated[bool, typer.Option("--background-load", help="Keep the last of the CPUs busy.")] = False,
    muster: Annotated[Path, typer.Option(help="Muster's library.")] = places.MUSTER_LIBRARY,
    add: Annotated[list[str] | None, typer.Option(help="NAME=LIBRARY, a further rival; may be repeated.")] = None,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    json: Annotated[Path, typer.Option(help="Where every sample is written.")] = places.RESULTS / "last.json",
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Runs every construct on every runtime, interleaved, and prints how they compare."""
    environment = _name_values(env or [], "--env")
    if wait_policy is not WaitPolicy.DEFAULT:
        environment["OMP_WAIT_POLICY"] = wait_policy.value
    try:
        measured = parse_cpus(cpus, os.sched_getaffinity(0))
        conditions = Conditions(budget_ms, repetitions, work, measured, timeout, yield_noop, least, environment)
        programs = find_programs(programs_in)
        known = list_constructs(programs)
        sizes = parse_threads(threads, len(measured))
        bindings = list(Binding) if binding is BindingChoice.BOTH else [Binding(binding.value)]
        groups = make_groups(choose_constructs(constructs, known), sizes, bindings)
        added = {name: Path(path) for name, path in _name_values(add or [], "--add").items()}
        found = _choose_runtimes(runtimes, find_all(muster, added))
        wanted = choose_builds(builds, programs.builds())
    except (MissingProgramError, PlanError, FileNotFoundError) as problem:
        raise _stop(str(problem)) from problem
    session = Session(groups, variants(found, wanted))
    if not session.pairs:
        raise _stop(f"none of these runtimes serves code of {builds}")
    if runtimes == "all":
        _warn_about_missing(found)
    if psutil.cpu_percent(interval=0.5) > BUSY_PERCENT:
        console.print("[yellow]other programs are running: the figures will be noise[/]")
    disturbance = Disturbance()
    with background_load(programs, measured[-1] if load else None):
        _measure(session, programs, conditions, rounds=rounds, time_limit=time_limit, quiet=quiet)
    session.others_percent = disturbance.percent()
    view = View(session, known, read_bars(), yield_noop, least)
    print_report(console, view)
    archive.save(json, view, conditions)
    if session.others_percent > BUSY_PERCENT:
        console.print(
            f"[yellow]other programs took {session.others_percent:.0f}% of the CPUs meanwhile: the figures are noise; "
            "--least --budget-ms 2 --repetitions 30 is least disturbed[/]"
        )
    console.print(f"{session.rounds} rounds in {session.seconds:.0f} s; every sample is in {json}", highlight=False)
    if any(sample.error for rounds_of in session.samples.values() for sample in rounds_of):
        raise typer.Exit(1)


@app.command()
def peers() -> None:
    """Says which runtimes are here."""
    for runtime in find_all():
        console.print(f"{runtime.name:10} {', '.join(runtime.builds):10} {runtime.library}", highlight=False)


@app.command()
def fetch() -> None:
    """Downloads libiomp5 (PyPI's intel-openmp) into build/peers."""
    try:
        console.print(f"libiomp5 is at {fetch_libiomp5()}", highlight=False)
    except FetchError as problem:
        raise _stop(str(problem)) from problem


@app.command()
def page(
    json: Annotated[Path, typer.Argument(help="A result file of 'run'.")] = places.RESULTS / "last.json",
    output: Annotated[Path, typer.Option("--output", "-o", help="The page.")] = places.RESULTS / "last.html",
) -> None:
    """Makes a static HTML page with charts of a result file."""
    if not json.exists():
        raise _stop(f"there is no {json}; 'python -m compare run' writes it")
    write_page(json, output)
    console.print(f"the page is {output}", highlight=False)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of the comparison."""

import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from muster.files import exists
from muster.machine.disturbance import BUSY_PERCENT, Disturbance
from muster.measure.limits import BENCH_S, LEAST_S

from . import archive, places
from .apps.command import apps as apps_command
from .barriers.command import barriers
from .bars import read_bars
from .everything.command import everything
from .execute import Conditions
from .fetch import FetchError, fetch_libiomp5
from .ledger import ledger
from .lengths import Lengths, calibrate
from .musts_command import bars
from .page import FileError, page_of
from .places import MissingProgramError, find_programs
from .plan import (
    NAMED,
    PlanError,
    choose_builds,
    choose_constructs,
    list_constructs,
    make_groups,
    parse_cpus,
    parse_threads,
    variants,
)
from .quota import QuotaError, cpu_quota
from .report import View, print_report
from .runtimes import find_all
from .session import LoadError, Session, background_load
from .terminal import (
    BindingChoice,
    check_places,
    choose_runtimes,
    console,
    measure,
    name_values,
    stop,
    warn_about_missing,
    warn_if_busy,
    write,
)
from .work.command import work as work_command

app = typer.Typer(help="Compares OpenMP runtimes, construct by construct.", no_args_is_help=True)
app.command()(bars)
app.command()(barriers)
app.command()(ledger)
app.command(name="work")(work_command)
app.command(name="apps")(apps_command)
app.command(name="all")(everything)


class WaitPolicy(StrEnum):
    """Values of OMP_WAIT_POLICY, or the runtime's own default."""

    DEFAULT = "default"
    ACTIVE = "active"
    PASSIVE = "passive"


# R7: reason: half of the lines are the options with their help, which Typer reads from the signature.
@app.command()
def run(
    *,
    threads: Annotated[str, typer.Option(help="Team sizes: 2, cores-1, cores, cores+1, 2x, 8x.")] = "2",
    constructs: Annotated[str, typer.Option(help=f"Names of constructs, 'all', or {', '.join(NAMED)}.")] = "core",
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    binding: Annotated[BindingChoice, typer.Option(help="Threads held to CPUs, or not.")] = BindingChoice.BOTH,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every variant in each.")] = 7,
    budget_ms: Annotated[int, typer.Option(min=1, help="Time of one repetition.")] = 50,
    repetitions: Annotated[int, typer.Option(min=1, max=64, help="Repetitions in a process.")] = 3,
    work: Annotated[int, typer.Option(min=0, help="Turns of an empty loop in the construct's body.")] = 0,
    hold_ns: Annotated[int | None, typer.Option(min=0, help="Work inside: lock_hold, critical_hold.")] = None,
    outside_ns: Annotated[int | None, typer.Option(min=0, help="Work of the same rows outside.")] = None,
    iteration_ns: Annotated[int | None, typer.Option(min=0, help="Work of an iteration: rows of 'few'.")] = None,
    iterations: Annotated[str | None, typer.Option(help="How many: 1x (one for each thread), 1x+1, 2x.")] = None,
    task_ns: Annotated[int | None, typer.Option(min=0, help="Work of a task: task_fine_tree.")] = None,
    least: Annotated[bool, typer.Option("--least", help="Take each process's least repetition.")] = False,
    time_limit: Annotated[float | None, typer.Option(help="Seconds after which no round is begun.")] = None,
    timeout: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one process may take.")] = BENCH_S,
    cpus: Annotated[str, typer.Option(help="CPUs to measure on, such as 0,1; without it all usable.")] = "",
    wait_policy: Annotated[WaitPolicy, typer.Option(help="OMP_WAIT_POLICY.")] = WaitPolicy.DEFAULT,
    env: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for every process; may be repeated.")] = None,
    yield_noop: Annotated[bool, typer.Option("--yield-noop", help="Make sched_yield() do nothing.")] = False,
    background: Annotated[int | None, typer.Option(help="A CPU that another process keeps busy.")] = None,
    quota: Annotated[float | None, typer.Option(min=0.01, help="CPUs' worth of time, by a control group.")] = None,
    muster: Annotated[
        Path, typer.Option(help="Muster's library.", show_default=places.MUSTER_IN_WORDS)
    ] = places.MUSTER_LIBRARY,
    add: Annotated[list[str] | None, typer.Option(help="NAME=LIBRARY, a further rival; may be repeated.")] = None,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    json: Annotated[
        Path, typer.Option(help="Where every sample is written.", show_default="last.json in build/compare")
    ] = places.RESULTS / "last.json",
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Run every construct on every runtime, interleaved, and print how they compare."""
    check_places(json)
    environment = name_values(env or [], "--env")
    if wait_policy is not WaitPolicy.DEFAULT:
        environment["OMP_WAIT_POLICY"] = wait_policy.value
    try:
        measured = parse_cpus(cpus, os.sched_getaffinity(0))
        programs = find_programs(programs_in)
        added = {name: Path(path) for name, path in name_values(add or [], "--add").items()}
        found = choose_runtimes(runtimes, find_all(muster, added))
        conditions = Conditions(
            budget_ms,
            repetitions,
            work,
            measured,
            timeout,
            yield_noop,
            background,
            quota,
            least,
            environment,
            lengths=Lengths(hold_ns, outside_ns, iteration_ns, iterations, task_ns),
            turns_per_us=calibrate(programs, programs.builds(), measured),
        )
        known = list_constructs(programs)
        sizes = parse_threads(threads, len(measured))
        groups = make_groups(choose_constructs(constructs, known), sizes, binding.bindings())
        wanted = choose_builds(builds, programs.builds())
    except (MissingProgramError, PlanError, FileNotFoundError) as problem:
        raise stop(str(problem)) from problem
    session = Session(groups, variants(found, wanted))
    if not session.pairs:
        raise stop(f"none of these runtimes serves code of {builds}")
    if runtimes == "all":
        warn_about_missing(found)
    warn_if_busy()
    disturbance = Disturbance()
    try:
        with background_load(programs, background), cpu_quota(quota) as prefix:
            held = replace(conditions, prefix=tuple(prefix))
            measure(session, programs, held, rounds=rounds, time_limit=time_limit, quiet=quiet)
    except (QuotaError, LoadError) as problem:
        raise stop(f"nothing was measured: {problem}") from problem
    session.others_percent = disturbance.percent()
    view = View(session, known, read_bars(), yield_noop, len(measured), least, conditions.in_words())
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
    """Say which runtimes are here."""
    for runtime in find_all():
        console.print(f"{runtime.name:10} {', '.join(runtime.builds):10} {runtime.library}", highlight=False)


@app.command()
def fetch() -> None:
    """Download libiomp5 (PyPI's intel-openmp) into build/peers."""
    try:
        console.print(f"libiomp5 is at {fetch_libiomp5()}", highlight=False)
    except FetchError as problem:
        raise stop(str(problem)) from problem


@app.command()
def page(
    json: Annotated[
        Path, typer.Argument(help="A result file of 'run'.", show_default="last.json in build/compare")
    ] = places.RESULTS / "last.json",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The page.", show_default="last.html in build/compare")
    ] = places.RESULTS / "last.html",
) -> None:
    """Make a static HTML page with charts of a result file."""
    if not exists(json):
        raise stop(f"there is no {json}; 'python -m compare run' writes it")
    try:
        text = page_of(json)
    except FileError as problem:
        raise stop(str(problem)) from problem
    write(output, text)
    console.print(f"the page is {output}", highlight=False)

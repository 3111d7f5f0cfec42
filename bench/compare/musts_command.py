# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compare bars`: runs what the list of musts.csv needs and prints for each figure whether it is met."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from muster.machine.disturbance import Disturbance
from muster.measure.limits import BENCH_S, LEAST_S

from . import archive, places
from .bars import read_bars
from .execute import Conditions
from .musts import CPUS, Condition, Measured, Must, companions_for, groups_for, read_musts
from .musts_report import print_musts, rows_of
from .places import MissingProgramError, find_programs
from .plan import PlanError, choose_builds, list_constructs, parse_cpus, variants
from .report import View
from .runtimes import find_all
from .session import LoadError, Session, background_load
from .terminal import (
    BindingChoice,
    check_places,
    choose_runtimes,
    console,
    measure,
    stop,
    warn_about_missing,
    warn_about_noise,
    warn_if_busy,
)


def _choose(request: str, musts: list[Must]) -> list[Must]:
    """Those whose line or construct holds one of the words of `request`."""
    words = [word.strip() for word in request.split(",") if word.strip()]
    chosen = [must for must in musts if not words or any(word in must.line or word in must.construct for word in words)]
    if not chosen:
        raise stop(f"no line of the list is about {request}")
    return chosen


def _first_cpus(request: str) -> tuple[int, ...]:
    usable = sorted(os.sched_getaffinity(0))
    if not request and len(usable) < CPUS:
        raise stop(f"the list is about {CPUS} CPUs, and this process may use {len(usable)}")
    cpus = parse_cpus(request or ",".join(str(cpu) for cpu in usable[:CPUS]), usable)
    if len(cpus) != CPUS:
        raise stop(f"--cpus {request}: the list is about {CPUS} CPUs")
    return cpus


# R7: reason: a third of the lines are the options with their help, which Typer reads from the signature.
def bars(
    *,
    only: Annotated[str, typer.Option(help="Words of lines or constructs, such as 'barrier,nested'.")] = "",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    binding: Annotated[BindingChoice, typer.Option(help="Threads held to CPUs, or not.")] = BindingChoice.BOTH,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every variant in each.")] = 5,
    budget_ms: Annotated[int, typer.Option(min=1, help="Time of one repetition; idle time is 20 of it.")] = 50,
    repetitions: Annotated[int, typer.Option(min=1, max=64, help="Repetitions in a process.")] = 3,
    least: Annotated[bool, typer.Option("--least", help="Take each process's least repetition.")] = False,
    timeout: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one process may take.")] = BENCH_S,
    cpus: Annotated[str, typer.Option(help="The two CPUs to measure on; without it the first two.")] = "",
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    muster: Annotated[
        Path, typer.Option(help="Muster's library.", show_default=places.MUSTER_IN_WORDS)
    ] = places.MUSTER_LIBRARY,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    folder: Annotated[
        Path, typer.Option(help="Where figures and every sample are written.", show_default="build/compare")
    ] = places.RESULTS,
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Run all that Muster has to show, and say for each figure whether it is met. Status 1 if one is missed."""
    musts = _choose(only, read_musts())
    bindings = binding.bindings()
    try:
        measured_cpus = _first_cpus(cpus)
        programs = find_programs(programs_in)
        known = list_constructs(programs)
        found = choose_runtimes(runtimes, find_all(muster))
        wanted = choose_builds(builds, programs.builds())
    except (MissingProgramError, PlanError, FileNotFoundError) as problem:
        raise stop(str(problem)) from problem
    rivals = [runtime.name for runtime in found if not runtime.is_peer]
    if len(rivals) != 1:
        raise stop("the list is about Muster, and it is not among the runtimes")
    check_places(folder / "bars.json")
    if runtimes == "all":
        warn_about_missing(found)
    warn_if_busy()
    usual = Conditions(budget_ms, repetitions, 0, measured_cpus, timeout, least=least)
    special = {
        Condition.IDLE: usual,
        Condition.YIELD_NOOP: replace(usual, yield_noop=True),
        Condition.BUSY: replace(usual, background=measured_cpus[-1]),
    }
    peers = tuple(runtime.name for runtime in found if runtime.is_peer)
    measured = Measured({}, len(measured_cpus), rivals[0], peers)
    disturbance = Disturbance()
    for condition, conditions in special.items():
        session = Session(
            groups_for(musts, condition, bindings),
            variants(found, wanted),
            companions=companions_for(musts, condition, bindings),
        )
        if not session.groups:
            continue
        console.print(f"{condition}: {len(session.groups)} groups of {len(session.pairs)}", highlight=False)
        try:
            with background_load(programs, conditions.background) as load:
                complete = measure(
                    session,
                    programs,
                    conditions,
                    rounds=rounds,
                    time_limit=None,
                    quiet=quiet,
                    load=load if condition is Condition.BUSY else None,
                    compared=rivals,
                )
        except LoadError as problem:
            raise stop(str(problem)) from problem
        measured.sessions[condition] = session
        session.others_percent = disturbance.percent()
        view = View(session, known, read_bars(), conditions.yield_noop, len(measured_cpus), least)
        archive.save(folder / f"bars-{condition}.json", view, conditions)
        if not complete:
            break
    missed = print_musts(console, measured, musts, wanted, bindings)
    results = folder / "bars.json"
    rows = rows_of(measured, musts, wanted, bindings)
    archive.save_bars(results, rows, measured.sessions.values(), disturbance.percent())
    console.print(f"the figures are in {results}, the samples beside it", highlight=False)
    warn_about_noise(disturbance.percent())
    console.print("[dim]Fork/join rules, contract and exploration are tests: ./check runs them.[/]")
    raise typer.Exit(1 if missed else 0)

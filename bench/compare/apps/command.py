# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compare apps`: the command line."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.machine.disturbance import BUSY_PERCENT, Disturbance
from muster.measure.limits import BENCH_LONG_S, LEAST_S

from .. import places
from ..places import MissingProgramError, Programs, find_programs
from ..plan import PlanError, choose_builds, list_algorithms, parse_cpus
from ..runtimes import find_all
from ..terminal import check_places, choose_runtimes, console, name_values, stop, warn_about_missing, warn_if_busy
from .plan import (
    BARRIER_APPS,
    Candidate,
    Cell,
    barrier_candidates,
    candidates_of,
    choose_apps,
    choose_conditions,
    choose_policies,
    known_apps,
    make_cells,
)
from .report import print_barrier_tables, print_failures, print_report
from .results import Results, run_rounds, save
from .run import Wish

RESULTS = places.RESULTS / "apps.json"


def _measure(
    results: Results,
    cells: Sequence[Cell],
    candidates: Sequence[Candidate],
    programs: Programs,
    wish: Wish,
    *,
    rounds: int,
    time_limit: float | None,
    quiet: bool,
) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=rounds * len(cells) * len(candidates))

        def before(what: str) -> None:
            progress.update(task, description=f"{what:<70}")
            progress.advance(task)

        try:
            run_rounds(
                results, cells, candidates, programs, wish, rounds=rounds, time_limit_s=time_limit, before=before
            )
        except KeyboardInterrupt:
            console.print("[yellow]stopped: this is what there is so far[/]")


# R7: reason: half of the lines are the options with their help, which Typer reads from the signature.
def apps(
    *,
    apps: Annotated[str, typer.Option(help="Names or their beginnings, or 'all'.")] = "",
    threads: Annotated[
        str,
        typer.Option(
            help="Team sizes: 2, cores, 2x. Without it 1, cores, 2x, 4x, 8x; beside others and by policy cores, 4x."
        ),
    ] = "",
    conditions: Annotated[
        str, typer.Option(help="Any of alone, busy, pair, interactive, quota-1, quota-1.5, yield-noop; or 'all'.")
    ] = "alone,busy",
    policies: Annotated[str, typer.Option(help="Any of default, passive, active; or 'all'.")] = "default",
    per_barrier: Annotated[
        bool, typer.Option("--per-barrier", help="aspcg and multiblock, once for each barrier algorithm.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every candidate in each.")] = 3,
    scale: Annotated[float, typer.Option(min=0.001, help="Part of each application's work.")] = 0.3,
    time_limit: Annotated[float | None, typer.Option(help="Seconds after which no round is begun.")] = None,
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    cpus: Annotated[str, typer.Option(help="CPUs to measure on, such as 0,1; without it all usable.")] = "",
    timeout: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one process may take.")] = BENCH_LONG_S,
    muster: Annotated[
        Path, typer.Option(help="Muster's library.", show_default=places.MUSTER_IN_WORDS)
    ] = places.MUSTER_LIBRARY,
    add: Annotated[list[str] | None, typer.Option(help="NAME=LIBRARY, a further rival; may be repeated.")] = None,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    json: Annotated[
        Path, typer.Option(help="Where every sample is written.", show_default="apps.json in build/compare")
    ] = RESULTS,
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Run whole applications on every runtime: undisturbed and crowded, beside other processes, under quotas."""
    try:
        measured = parse_cpus(cpus, os.sched_getaffinity(0))
        chosen = choose_apps(apps or (",".join(BARRIER_APPS) if per_barrier else "all"), known_apps())
        cells = make_cells(
            chosen,
            threads,
            choose_conditions("alone" if per_barrier else conditions),
            choose_policies("default" if per_barrier else policies),
            len(measured),
        )
        programs = find_programs(programs_in)
        added = {name: Path(path) for name, path in name_values(add or [], "--add").items()}
        found = choose_runtimes(runtimes, find_all(muster, added))
        wanted_builds = choose_builds(builds, programs.builds())
        if per_barrier:
            candidates = barrier_candidates(found, wanted_builds, list_algorithms(programs))
        else:
            candidates = candidates_of(found, wanted_builds)
    except (MissingProgramError, PlanError, FileNotFoundError) as problem:
        raise stop(str(problem)) from problem
    if not candidates:
        raise stop(f"none of these runtimes serves code of {builds}")
    check_places(json)
    if runtimes == "all":
        warn_about_missing(found)
    warn_if_busy()
    results = Results(
        cpus=len(measured),
        peers=[runtime.name for runtime in found if runtime.is_peer],
        rivals=[runtime.name for runtime in found if not runtime.is_peer],
        scale=scale,
        libraries={runtime.name: str(runtime.library) for runtime in found},
    )
    wish = Wish(measured, scale, timeout)
    disturbance = Disturbance()
    _measure(results, cells, candidates, programs, wish, rounds=rounds, time_limit=time_limit, quiet=quiet)
    results.others_percent = disturbance.percent()
    if per_barrier:
        print_barrier_tables(console, results)
    else:
        print_report(console, results)
    failed = print_failures(console, results)
    save(json, results)
    if results.others_percent > BUSY_PERCENT:
        console.print(
            f"[yellow]other programs took {results.others_percent:.0f}% of the CPUs: the figures are noise[/]"
        )
    took = f"{results.rounds} rounds in {results.seconds:.0f} s"
    console.print(f"{took}; every sample is in {json}", highlight=False, soft_wrap=True)
    if failed or not results.samples:
        raise typer.Exit(1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compare work`: the command line."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.files import OTHER_FORM
from muster.machine.disturbance import Disturbance
from muster.measure.limits import BENCH_S, LEAST_S

from .. import places
from ..places import MissingProgramError, Programs, find_programs
from ..plan import PlanError, choose_builds, parse_cpus, variants
from ..runtimes import find_all
from ..terminal import (
    check_places,
    choose_runtimes,
    console,
    name_values,
    stop,
    warn_about_missing,
    warn_about_noise,
    warn_if_busy,
    write,
)
from .checks import above
from .figures import Figure
from .page import render
from .report import map_figures, print_failures, print_report
from .results import Pair, Results, load, run_rounds, save
from .run import Wish, speeds
from .space import Cell, Condition, Plan, make_plan, together_plan

RESULTS = places.RESULTS / "work.json"


def _measure(
    results: Results,
    cells: Sequence[Cell],
    pairs: Sequence[Pair],
    programs: Programs,
    wish: Wish,
    *,
    rounds: int,
    only: Collection[tuple[Cell, str]] | None,
    output: Path,
    quiet: bool,
) -> None:
    """All rounds, with progress shown; every sample is kept after each of them."""
    disturbance = Disturbance()

    def after_round() -> None:
        results.others_percent = disturbance.percent()
        save(output, results)

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    turns = sum(only is None or (cell, build) in only for cell in cells for _, build in pairs)
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=rounds * turns)

        def before(what: str) -> None:
            progress.update(task, description=f"{what:<90}")
            progress.advance(task)

        try:
            run_rounds(
                results,
                cells,
                pairs,
                programs,
                wish,
                rounds=rounds,
                only=only,
                before=before,
                after_round=after_round,
            )
        except KeyboardInterrupt:
            console.print("[yellow]stopped: this is what there is so far[/]")


def _again(path: Path, limit: float, least: bool) -> tuple[Results, list[Figure]]:
    """The last results, and the figures above the limit."""
    if not path.exists():
        raise stop(f"there is no {path}; 'python -m compare work' writes it")
    try:
        last = load(path)
        worse = [figure for rival in last.rivals for figure in above(map_figures(last, rival), limit, least)]
    except OTHER_FORM as error:
        what = f"{path} is no result file of 'python -m compare work', or one of another version"
        raise stop(f"{what} ({type(error).__name__}: {error})") from None
    if not worse:
        raise stop(f"no cell of {path} is above {limit:g}")
    return last, worse


# R7: reason: half of the lines are the options with their help, which Typer reads from the signature.
def work(
    *,
    cells: Annotated[str, typer.Option(help="Values, such as '8t,1ms,busy'; several of a kind are alternatives.")] = "",
    usual: Annotated[bool, typer.Option("--usual", help="What --cells does not name is as usual.")] = False,
    plan: Annotated[
        Plan,
        typer.Option(help="pairs; map: all of threads x work x condition too; together: only two processes at once."),
    ] = Plan.PAIRS,
    together: Annotated[bool, typer.Option(help="Two processes at once, too.")] = True,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every variant in each.")] = 3,
    again: Annotated[float | None, typer.Option(help="Only the cells of --json above this ratio, once more.")] = None,
    runtimes: Annotated[str, typer.Option(help="Names, or 'all' that are here.")] = "all",
    builds: Annotated[str, typer.Option(help="Compilers of the measured code.")] = "gcc,clang",
    budget_ms: Annotated[float, typer.Option(min=1, help="Time of a process on an ideal runtime.")] = 120.0,
    least: Annotated[bool, typer.Option("--least", help="Compare the least times of all rounds.")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Every cell, not only the worst.")] = False,
    worst: Annotated[int, typer.Option(min=1, help="Cells in the table.")] = 30,
    seed: Annotated[int, typer.Option(min=1, help="Another number gives another plan and random shape.")] = 1,
    list_cells: Annotated[bool, typer.Option("--list", help="Print the cells of the plan and run nothing.")] = False,
    cpus: Annotated[str, typer.Option(help="CPUs to measure on, such as 0,1; without it all usable.")] = "",
    env: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for every process; may be repeated.")] = None,
    timeout: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one process may take.")] = BENCH_S,
    muster: Annotated[
        Path, typer.Option(help="Muster's library.", show_default=places.MUSTER_IN_WORDS)
    ] = places.MUSTER_LIBRARY,
    add: Annotated[list[str] | None, typer.Option(help="NAME=LIBRARY, a further rival; may be repeated.")] = None,
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    json: Annotated[
        Path, typer.Option(help="Every sample; the page goes beside it.", show_default="work.json in build/compare")
    ] = RESULTS,
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Measure work between constructs, crowded, beside others, in quotas, against the best peer and the ideal."""
    try:
        measured = parse_cpus(cpus, os.sched_getaffinity(0))
        chosen = [] if plan is Plan.TOGETHER else make_plan(plan, cells, seed, usual=usual)
        environment = name_values(env or [], "--env")
        added = {name: Path(path) for name, path in name_values(add or [], "--add").items()}
        if list_cells:
            for cell in chosen:
                console.print(str(cell), highlight=False)
            return
        programs = find_programs(programs_in)
        found = choose_runtimes(runtimes, find_all(muster, added))
        wanted_builds = choose_builds(builds, programs.builds())
    except (MissingProgramError, PlanError, FileNotFoundError) as problem:
        raise stop(str(problem)) from problem
    pairs = variants(found, wanted_builds)
    if not pairs:
        raise stop(f"none of these runtimes serves code of {builds}")
    check_places(json)
    if runtimes == "all":
        warn_about_missing(found)
    warn_if_busy()
    results = Results(
        cpus=len(measured),
        peers=[runtime.name for runtime in found if runtime.is_peer],
        rivals=[runtime.name for runtime in found if not runtime.is_peer],
        calibration={},
        libraries={runtime.name: str(runtime.library) for runtime in found},
        seed=seed,
        budget_ms=budget_ms,
    )
    only: set[tuple[Cell, str]] | None = None
    output = json
    if again is not None:
        last, worse = _again(json, again, least)
        output = json.with_name(f"{json.stem}-again.json")
        results.calibration, results.seed, results.again = last.calibration, last.seed, True
        chosen = list(dict.fromkeys(figure.cell for figure in worse))
        only = {(figure.cell, figure.build) for figure in worse}
    else:
        results.calibration = {build: speeds(programs, build, measured) for build in wanted_builds}
    if together and again is None and not cells and not usual:
        extra = [cell for cell in together_plan(len(measured)) if cell not in chosen]
        results.companions = [str(cell) for cell in extra if cell.condition is not Condition.TOGETHER]
        chosen = [*chosen, *extra]
    wish = Wish(measured, budget_ms, results.seed, results.calibration, timeout, environment=environment)
    _measure(results, chosen, pairs, programs, wish, rounds=rounds, only=only, output=output, quiet=quiet)
    print_report(console, results, shown=None if show_all else worst, least=least)
    failed = print_failures(console, results)
    save(output, results)
    warn_about_noise(results.others_percent)
    page = output.with_suffix(".html")
    write(page, render(results, least))
    took = f"{results.rounds} rounds in {results.seconds:.0f} s"
    console.print(f"{took}; every sample is in {output}, the map is {page}", highlight=False, soft_wrap=True)
    if failed:
        raise typer.Exit(1)

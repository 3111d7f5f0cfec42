# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compare barriers`: the command line."""

import json
import os
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.machine.disturbance import Disturbance
from muster.measure.limits import BENCH_LONG_S, LEAST_S

from .. import places
from ..archive import machine
from ..places import MissingProgramError, Programs, find_programs
from ..plan import PlanError, list_algorithms, parse_cpus, parse_threads
from ..quota import QuotaError
from ..references import REFERENCE_MS, run_reference
from ..session import LoadError
from ..terminal import BindingChoice, check_places, console, stop, warn_about_noise, warn_if_busy, write
from .measure import Condition, Results, Setup, Wish, run_process, try_condition, under
from .page import render
from .report import print_report, rows_of


def _words(request: str) -> list[str]:
    return [word for word in request.replace(" ", "").split(",") if word]


def _shape(options: dict[str, int | str | None]) -> tuple[str, ...]:
    return tuple(word for name, value in options.items() if value is not None for word in (name, str(value)))


def _conditions(request: str) -> list[Condition]:
    known = [str(condition) for condition in Condition]
    unknown = [word for word in _words(request) if word not in known]
    if unknown or not _words(request):
        raise stop(f"no condition {', '.join(unknown)}; there are: {', '.join(known)}")
    return [Condition(word) for word in _words(request)]


def _algorithms(request: str, known: Sequence[str]) -> tuple[str, ...]:
    """None where none is named, which means all of the registry. PlanError where one is not there."""
    words = _words(request)
    if unknown := [word for word in words if word not in known]:
        raise PlanError(f"no algorithm {', '.join(unknown)}; there are: {', '.join(known)}")
    return tuple(words)


def _possible(conditions: list[Condition], wish: Wish, programs: Programs, results: Results) -> list[Condition]:
    """Those that can be had on this machine; the others are named."""
    possible = []
    for condition in conditions:
        reason = try_condition(condition, wish, programs)
        if reason:
            results.skipped.append(f"{condition}: {reason}")
        else:
            possible.append(condition)
    return possible


def _measure(
    setups: list[Setup], wish: Wish, programs: Programs, results: Results, *, rounds: int, quiet: bool
) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=rounds * len(setups))
        for number in range(rounds):
            for name, (title, us) in run_reference(programs, wish.cpus, REFERENCE_MS).items():
                results.titles[name] = title
                results.references.setdefault(name, []).append(us)
            for condition in dict.fromkeys(setup.condition for setup in setups):
                with under(condition, wish, programs) as prefix:
                    for setup in (setup for setup in setups if setup.condition is condition):
                        what = f"{setup.threads} threads {setup.wait} {setup.binding} {condition}"
                        progress.update(task, description=f"round {number + 1}: {what:<40}")
                        run_process(setup, wish, programs, prefix, results)
                        progress.advance(task)


def _save(path: Path, results: Results, wish: Wish, others_percent: float) -> dict[str, Any]:
    document = {
        "when": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "machine": machine(),
        "cpus": list(wish.cpus),
        "quota": wish.quota,
        "shape": list(wish.shape),
        "others_percent": round(others_percent, 1),
        "references_us": results.references,
        "reference_titles": results.titles,
        "skipped": results.skipped,
        "failures": results.failures,
        "rows": rows_of(results),
    }
    write(path, json.dumps(document, indent=1) + "\n")
    return document


# R7: reason: a third of the lines are the options with their help, which Typer reads from the signature.
def barriers(
    *,
    algorithms: Annotated[str, typer.Option(help="Names; without it every row of the registry.")] = "",
    threads: Annotated[str, typer.Option(help="Team sizes: 2, cores-1, cores, cores+1, 2x, 8x.")] = "2,cores+1,2x,8x",
    modes: Annotated[str, typer.Option(help="Any of exchange, rooted, combine.")] = "exchange,rooted,combine",
    wait: Annotated[str, typer.Option(help="Any of default, active, passive; or blocktimes in ns.")] = "default",
    binding: Annotated[BindingChoice, typer.Option(help="Threads held to CPUs, or not.")] = BindingChoice.BOTH,
    conditions: Annotated[str, typer.Option(help="Any of idle, busy, yield-noop, quota.")] = "idle",
    quota: Annotated[float, typer.Option(min=0.01, help="CPUs' worth of time under the condition quota.")] = 1.5,
    fan_in: Annotated[int | None, typer.Option(min=2, help="Threads that meet in a step of a gather.")] = None,
    fan_out: Annotated[int | None, typer.Option(min=2, help="The same of a release.")] = None,
    topology: Annotated[str, typer.Option(help="Slots a cache, caches a node, nodes a package: 8,2,1.")] = "",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: a process for every team size in each.")] = 5,
    budget_ms: Annotated[int, typer.Option(min=1, help="Time of one repetition.")] = 20,
    repetitions: Annotated[int, typer.Option(min=1, help="Repetitions in a process.")] = 3,
    timeout: Annotated[float, typer.Option(min=LEAST_S, help="Seconds that one process may take.")] = BENCH_LONG_S,
    cpus: Annotated[str, typer.Option(help="CPUs to measure on; without it all usable.")] = "",
    programs_in: Annotated[Path | None, typer.Option("--programs", help="Folder of the benchmark programs.")] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="Results; a page goes beside it.", show_default="barriers.json in build/compare"
        ),
    ] = places.RESULTS / "barriers.json",
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Measure the barrier algorithms themselves, straight from the registry."""
    try:
        measured = parse_cpus(cpus, os.sched_getaffinity(0))
        programs = find_programs(programs_in)
        sizes = parse_threads(threads, len(measured))
        chosen = _algorithms(algorithms, list_algorithms(programs))
    except (MissingProgramError, PlanError) as problem:
        raise stop(str(problem)) from problem
    shape = _shape({"--fan-in": fan_in, "--fan-out": fan_out, "--topology": topology or None})
    wish = Wish(measured, modes, chosen, budget_ms, repetitions, quota, timeout, shape)
    results = Results()
    check_places(output, output.with_suffix(".html"))
    warn_if_busy()
    disturbance = Disturbance()
    wanted = product(
        _possible(_conditions(conditions), wish, programs, results), binding.bindings(), _words(wait), sizes
    )
    setups = [Setup(*words) for words in wanted]
    try:
        _measure(setups, wish, programs, results, rounds=rounds, quiet=quiet)
    except (QuotaError, LoadError) as problem:
        raise stop(str(problem)) from problem
    print_report(console, results, len(measured))
    if not results.samples:
        raise stop(f"nothing was measured, for the reasons above; {output} is left as it is")
    document = _save(output, results, wish, disturbance.percent())
    page = output.with_suffix(".html")
    write(page, render(document))
    warn_about_noise(disturbance.percent())
    console.print(f"every sample is in {output}, the page is {page}", highlight=False)
    if results.failures:
        raise typer.Exit(1)

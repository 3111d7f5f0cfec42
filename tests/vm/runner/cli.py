# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of tests/vm/run."""

from __future__ import annotations

import fnmatch
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from runner import paths, qemu, report, session
from runner.checks import GROUPS, checks_of, peers
from runner.checks.check import Check
from runner.compile import compile_all
from runner.errors import GuestError
from runner.kernel import kernel
from runner.machine import Machine, all_machines
from runner.qemu import Accelerator

app = typer.Typer(add_completion=False)
_console = Console(highlight=False)


@app.command()
def run(
    *,
    machine: Annotated[list[str] | None, typer.Option(help="Only this one of machines/; repeatable.")] = None,
    group: Annotated[list[str] | None, typer.Option(help=f"Only these checks: {', '.join(GROUPS)}.")] = None,
    match: Annotated[str, typer.Option(help="Only checks whose name matches, such as 'binding.cores-*'.")] = "*",
    accel: Annotated[
        Accelerator, typer.Option(help="auto: KVM where a guest comes up on it, else TCG.")
    ] = Accelerator.AUTO,
    side_by_side: Annotated[int, typer.Option(help="Guests at a time.")] = len(os.sched_getaffinity(0)),
    output: Annotated[Path | None, typer.Option("--json", help="Also write the verdicts to this file.")] = None,
    only_list: Annotated[bool, typer.Option("--list", help="Name the checks, and run none.")] = False,
    build: Annotated[bool, typer.Option(help="Build Muster first (build/release).")] = True,
) -> None:
    """Check Muster on virtual machines of several NUMA nodes.

    The status is 1 if a check fails, 2 if something is missing.
    """
    del build  # The script that starts this one has done it.
    try:
        plan = _plan(machine or [], group or [], match)
        if only_list:
            for one, checks in plan:
                for check in checks:
                    _console.print(f"{one.name} {check.name}", soft_wrap=True)
            return
        outcomes = _run_all(plan, accel, side_by_side)
    except GuestError as error:
        Console(stderr=True, highlight=False).print(f"run: {error}", soft_wrap=True)
        raise typer.Exit(2) from None
    if output is not None:
        report.write(output, outcomes)
    if not report.show(_console, outcomes):
        raise typer.Exit(1)


def _plan(names: list[str], groups: list[str], pattern: str) -> list[tuple[Machine, list[Check]]]:
    machines = all_machines(paths.MACHINES)
    _refuse_unknown("machine", names, [machine.name for machine in machines])
    _refuse_unknown("group", groups, list(GROUPS))
    plan = []
    for machine in machines:
        if names and machine.name not in names:
            continue
        checks = [check for check in checks_of(machine, groups or list(GROUPS)) if fnmatch.fnmatch(check.name, pattern)]
        if checks:
            plan.append((machine, checks))
    if not plan:
        raise GuestError(f"no check is called '{pattern}'; --list names them")
    return plan


def _refuse_unknown(kind: str, names: list[str], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise GuestError(f"'{name}' is no {kind}: take one of {', '.join(known)}")


def _run_all(plan: list[tuple[Machine, list[Check]]], wanted: Accelerator, side_by_side: int) -> list[session.Outcome]:
    qemu.require()
    kernel()
    compile_all()
    peers.provide()
    accelerator = session.accelerator_for(wanted, plan[0][0], _console.print)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=_console) as progress, ThreadPoolExecutor(max(1, side_by_side)) as pool:
        tasks = {machine.name: progress.add_task(machine.name, total=len(checks)) for machine, checks in plan}

        def one(machine: Machine, checks: list[Check]) -> session.Outcome:
            task = tasks[machine.name]
            outcome = session.run(machine, checks, accelerator, lambda ended: progress.update(task, completed=ended))
            progress.update(task, completed=len(checks))
            return outcome

        return list(pool.map(lambda pair: one(*pair), plan))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster tune`."""

import shlex
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from muster.files import exists, is_folder
from muster.machine.disturbance import BUSY_PERCENT
from muster.measure.limits import TUNE_STEP_S
from muster.stopping import stop
from muster.tune.plan import (
    MODE_OF_USE,
    MOST_KEYS,
    PLACEMENTS,
    POLICIES,
    Plan,
    PlanError,
    budget_ms,
    choose,
    parse_sizes,
    spread_below,
)
from muster.tune.profile import default_path, rows_of, text_of
from muster.tune.program import (
    ProgramError,
    complaint_about,
    find_program,
    measure,
    read_algorithms,
    read_machine,
)
from muster.tune.report import print_best
from muster.tune.state import State, write_beside

console = Console()
CANNOT_WRITE = "cannot write {}: {}; --output names another place"
NO_SPREAD = "no such team can be spread: one cache for all cores, or a thread on each; try --placements close"
TOO_MANY = (
    "{} combinations of use, team size, wait policy and placement are more than the {} that a profile holds: name "
    "fewer by --threads, --uses, --policies or --placements"
)
EPILOG = """Examples:

  muster tune

  muster tune --minutes 1 --uses forkjoin --threads 2,4

Exit status: 0 written, 2 not possible (the message says why), 3 stopped before the end."""


def _target(output: Path | None) -> Path:
    target = output or default_path()
    if target.name in ("", "..") or is_folder(target):
        raise stop("tune", f"{target} is a folder; --output names the file of the profile")
    return target


def _wrong_with(plan: Plan) -> str:
    if not plan.steps():
        return NO_SPREAD
    return TOO_MANY.format(plan.keys(), MOST_KEYS) if plan.keys() > MOST_KEYS else ""


def _measure_all(state: State, state_file: Path, program: Path, *, quiet: bool, steps_at_most: int | None) -> bool:
    """Whether all steps are done. The state is saved after each: whoever stops this loses one step at most."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    plan = state.plan
    steps = plan.steps()
    left = [step for step in steps if not state.is_done(step)]
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=len(steps), completed=len(steps) - len(left))
        for step in left[:steps_at_most]:
            description = f"round {step.round + 1}: {step.threads} threads, {step.policy}, {step.placement}"
            progress.update(task, description=f"{description:<44}")
            try:
                state.answers[step.name()] = measure(
                    program,
                    threads=step.threads,
                    policy=step.policy,
                    placement=step.placement,
                    modes=plan.modes(),
                    algorithms=plan.algorithms,
                    budget_ms=plan.budget_ms,
                    timeout_s=TUNE_STEP_S,
                )
            except ProgramError as problem:
                state.failed[step.name()] = str(problem)
            state.save(state_file)
            progress.advance(task)
    return all(state.is_done(step) for step in steps)


def _finish(state: State, program: Path, output: Path, state_file: Path) -> None:
    rows = rows_of(state)
    for name, reason in state.failed.items():
        text = f"[yellow]not measured[/] {name} (round/threads/policy/placement): {escape(reason)}"
        console.print(text, highlight=False)
    if not rows:
        state_file.unlink(missing_ok=True)
        raise stop("tune", "nothing could be measured")
    fresh = write_beside(output, text_of(state.machine, rows, datetime.now(UTC).date()))
    complaint = complaint_about(program, fresh)
    if complaint:
        raise stop("tune", f"the runtime would refuse {fresh}, so {output} is left as it was: {complaint}")
    fresh.replace(output)
    state_file.unlink(missing_ok=True)
    print_best(console, rows)
    console.print(f"the profile is {escape(str(output))}", highlight=False, soft_wrap=True)
    if output == default_path():
        console.print("[dim]Programs on Muster read it at their start; MUSTER_PROFILE=none makes one not read it.[/]")
    else:
        setting = escape(f"MUSTER_PROFILE={shlex.quote(str(output.absolute()))}")
        console.print(f"[dim]{setting} makes a program on Muster read it.[/]", highlight=False, soft_wrap=True)


def tune(
    *,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The profile; else where Muster looks.")] = None,
    minutes: Annotated[float, typer.Option(min=0.001, help="About how long all of it may take.")] = 5.0,
    threads: Annotated[str, typer.Option(help="Team sizes, such as 2,4,8; else some up to 8 times the CPUs.")] = "",
    policies: Annotated[str, typer.Option(help="Wait policies: default, active, passive; else all.")] = "",
    placements: Annotated[str, typer.Option(help="Placements: unbound, close, spread; else all that differ.")] = "",
    uses: Annotated[str, typer.Option(help="Uses: plain, forkjoin, reduction; else all.")] = "",
    algorithms: Annotated[str, typer.Option(help="Algorithms; else every one that can do a use.")] = "",
    rounds: Annotated[int, typer.Option(min=1, help="How often each is measured; the median counts.")] = 3,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not go on with a run that was stopped.")] = False,
    steps: Annotated[int | None, typer.Option(min=1, help="Stop after so many steps; the next run goes on.")] = None,
    program: Annotated[Path | None, typer.Option(help="The measuring program, `barriers`.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No live progress.")] = False,
) -> None:
    """Measure every barrier algorithm on this machine and write the profile that the runtime chooses by.

    A run that is stopped goes on where it was when it is started again with the same options.
    """
    target = _target(output)
    state_file = target.with_name(target.name + ".state")
    try:
        found = find_program(program)
        machine = read_machine(found)
        registry = read_algorithms(found)
        sizes = parse_sizes(threads, machine.cpus)
        wanted_uses = choose(uses, list(MODE_OF_USE), "use")
        wanted_policies = choose(policies, POLICIES, "wait policy")
        wanted_placements = choose(placements, PLACEMENTS, "placement")
        names = choose(algorithms, [algorithm.name for algorithm in registry], "algorithm")
    except (ProgramError, PlanError) as problem:
        raise stop("tune", problem) from problem
    measured = [algorithm for algorithm in registry if algorithm.name in names]
    plan = Plan(sizes, wanted_policies, wanted_uses, names, rounds, 0, wanted_placements, spread_below(machine))
    if wrong := _wrong_with(plan):
        raise stop("tune", wrong)
    state = State(machine, replace(plan, budget_ms=budget_ms(minutes, len(plan.steps()), measured, plan.modes())))
    if not fresh and state.load(state_file):
        console.print(f"going on with the run of {escape(str(state_file))}", highlight=False, soft_wrap=True)
    elif exists(state_file):
        console.print("[yellow]a run with other options, or of another machine, was stopped: starting anew[/]")
    if 0 < machine.quota < machine.cpus:
        console.print(f"[yellow]a CPU quota of {machine.quota} holds this process up: measure outside of it[/]")
    if psutil.cpu_percent(interval=0.3) > BUSY_PERCENT:
        console.print("[yellow]other programs are running: the profile will say how this machine is while they do[/]")
    try:
        # Whether the folder can be written is seen before anything is measured.
        state.save(state_file)
        done = _measure_all(state, state_file, found, quiet=quiet, steps_at_most=steps)
        if done:
            _finish(state, found, target, state_file)
    except ProgramError as problem:
        raise stop("tune", problem) from problem
    except OSError as problem:
        raise stop("tune", CANNOT_WRITE.format(problem.filename, problem.strerror)) from problem
    except KeyboardInterrupt:
        done = False
    if not done:
        console.print("stopped; the same command goes on where this one was")
        raise typer.Exit(3)

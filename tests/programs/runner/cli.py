# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line: list, prepare, run, check, imports, selftest."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from muster.measure.limits import PROGRAM_CHECK_S, PROGRAM_S
from muster.runtimes.names import PEERS
from runner import catalogue, imports, install, paths, runtimes, table, trial
from runner import doctor as doctors
from runner.errors import Unavailable
from runner.program import Program, Size
from runner.runtimes import Runtime
from runner.session import Row, Session
from runner.trial import Conditions

app = typer.Typer(
    help="Run unmodified programs on an OpenMP runtime and compare their output with the one on their own runtime.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()

ProgramNames = Annotated[list[str] | None, typer.Argument(metavar="[PROGRAM]...", help="Default: all.")]
MusterLib = Annotated[
    Path | None,
    typer.Option(help="Folder of libmuster.so.1 and compat/.", show_default="build/release/lib"),
]
Threads = Annotated[int, typer.Option(min=2, help="OMP_NUM_THREADS of every run.", show_default="cores, at least 2")]
Core = Annotated[bool, typer.Option("--core", help="Without names: only those that ./check runs.")]
TimeoutS = Annotated[float, typer.Option("--timeout", min=1, help="Seconds after which a run is ended.")]


def default_threads() -> int:
    """All cores that this process may use; two on one core, since a team of one shows nothing."""
    return max(2, len(os.sched_getaffinity(0)))


@app.command(name="list")
def list_programs() -> None:
    """Name the programs and runtimes."""
    for program in catalogue.PROGRAMS:
        ways = ", ".join(program.ways)
        core = ", in ./check" if program.core else ""
        console.print(f"{program.name:15} {program.summary}  [dim](taken over by {ways}{core})", highlight=False)
    console.print(f"runtimes: {', '.join(runtimes.NAMES)}", highlight=False)


@app.command()
def prepare(programs: ProgramNames = None, core: Core = False) -> None:
    """Install what the programs and the peers need, and make the inputs."""
    _prepare(_chosen(programs, core=core), Size.QUICK)


@app.command()
def run(
    programs: ProgramNames = None,
    runtime: Annotated[list[str] | None, typer.Option(help="May be repeated. Default: all that are there.")] = None,
    muster_lib: MusterLib = None,
    size: Annotated[Size, typer.Option(help="How much work a run does.")] = Size.QUICK,
    repeats: Annotated[int, typer.Option(min=1, help="Timed runs of each pair, interleaved.")] = 3,
    threads: Threads = default_threads(),  # noqa: B008 (the machine does not change while we run)
    timeout_s: TimeoutS = PROGRAM_S,
    setting: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for each run. May be repeated.")] = None,
    core: Core = False,
) -> None:
    """Run programs on runtimes and print a table; status 1 if any verdict is not ok."""
    chosen = _chosen(programs, core=core)
    _prepare(chosen, size)
    names = runtime if runtime else list(runtimes.NAMES)
    conditions = Conditions(size, threads, timeout_s, settings=tuple(_settings(setting or []).items()))
    session = Session()
    rows: list[Row] = []
    for program in chosen:
        with console.status(f"running {program.name}"):
            found = _runtimes_for(program, names, muster_lib, insist=runtime is not None)
            rows += session.compare(program, found, conditions, repeats)
    table.print_rows(rows, console)
    table.write_rows(rows, paths.RESULTS)
    _end(rows)


@app.command()
def check(
    program: Annotated[str, typer.Argument(help="One program.")],
    runtime: Annotated[list[str], typer.Option(help=f"Of {', '.join(runtimes.NAMES)}. May be repeated.")],
    muster_lib: MusterLib = None,
    threads: Annotated[list[int] | None, typer.Option(min=2, help="May be repeated. Default: 2 and 4.")] = None,
    timeout_s: TimeoutS = PROGRAM_CHECK_S,
) -> None:
    """Run one program once for each team size on each runtime; status 1 if a verdict is not ok."""
    chosen = catalogue.named(program)
    _prepare([chosen], Size.QUICK, peers=runtime)
    found = _runtimes_for(chosen, runtime, muster_lib, insist=True)
    session = Session()
    rows = [
        session.check(chosen, one, Conditions(Size.QUICK, count, timeout_s))
        for one in found
        for count in threads or (2, 4)
    ]
    for row in rows:
        table.print_verdict(row, console)
    _end(rows)


@app.command()
def doctor(
    programs: ProgramNames = None,
    runtime: Annotated[str, typer.Option(help="muster-path or muster-preload.")] = "muster-preload",
    muster_lib: MusterLib = None,
    size: Annotated[Size, typer.Option(help="How much work a run does.")] = Size.QUICK,
    threads: Threads = default_threads(),  # noqa: B008 (the machine does not change while we run)
    timeout_s: TimeoutS = PROGRAM_S,
    core: Core = False,
) -> None:
    """Print what `muster doctor` finds in each program; status 1 if one cannot be looked at."""
    chosen = _chosen(programs, core=core)
    _prepare(chosen, size, peers=[])
    seen = []
    for program in chosen:
        with console.status(f"looking at {program.name}"):
            (found,) = _runtimes_for(program, [runtime], muster_lib, insist=True)
            seen.append(doctors.look(program, found, Conditions(size, threads, timeout_s)))
    doctors.print_seen(seen, console)
    if any(one.error for one in seen):
        raise typer.Exit(1)


@app.command()
def selftest() -> None:
    """Test the runner itself: does it notice a wrong answer, a wrong runtime, a crash, a hang?"""
    _prepare([], Size.QUICK)
    raise typer.Exit(subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=paths.HERE, check=False).returncode)


@app.command(name="imports")
def write_imports(
    output: Annotated[Path, typer.Option(help="Markdown file to write.")] = imports.DEFAULT_OUTPUT,
) -> None:
    """List what each program imports from libgomp and what it calls while it runs, as a Markdown file."""
    _prepare(catalogue.PROGRAMS, Size.QUICK)
    with console.status("counting calls"):
        imports.write(output)
    console.print(f"wrote {output}")


def _settings(pairs: Sequence[str]) -> dict[str, str]:
    settings = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
    if len(settings) != len(pairs):
        raise typer.BadParameter("--setting wants NAME=VALUE, each name once")
    return settings


def _chosen(names: Sequence[str] | None, *, core: bool = False) -> list[Program]:
    if names:
        return [catalogue.named(name) for name in names]
    return [program for program in catalogue.PROGRAMS if program.core or not core]


def _prepare(programs: Iterable[Program], size: Size, peers: Sequence[str] = PEERS) -> None:
    programs = list(programs)
    packages = [package for program in programs for package in program.packages]
    paths.BUILD.mkdir(parents=True, exist_ok=True)
    # Tests that start together must not install or write the same thing.
    with (paths.BUILD / "prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        install.install_packages([*install.TOOLCHAIN, *install.PEERS, *packages], console)
        if any(program.needs_wheels for program in programs) or "libiomp5" in peers:
            install.install_wheels(console, more=any(program.needs_more_wheels for program in programs))
        for program in programs:
            program.prepare(trial.inputs_of(program), size)


def _runtimes_for(program: Program, names: Iterable[str], muster_lib: Path | None, *, insist: bool) -> list[Runtime]:
    """The runtimes of these names; what is not there is an error if `insist`, else a note."""
    found = []
    for name in names:
        if name not in runtimes.NAMES:
            raise Unavailable(f"no runtime '{name}': choose from {', '.join(runtimes.NAMES)}")
        way = runtimes.way_of(name, program.ways, program.own)
        try:
            if way is None:
                raise Unavailable(f"{program.name} cannot be taken over by {runtimes.MUSTERS[name]}")
            found.append(runtimes.provide(name, way, muster_lib))
        except Unavailable as problem:
            if insist:
                raise
            console.print(f"[yellow]left out[/yellow] {program.name} on {name}: {problem}", highlight=False)
    return found


def _end(rows: Sequence[Row]) -> None:
    if not rows or not all(row.judgement.good for row in rows):
        raise typer.Exit(1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `muster simulate`."""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from muster.measure.interrupt import signals_end_both
from muster.simulate.decisions import print_replay, print_waits
from muster.simulate.here import QUIET, Others, check_here
from muster.simulate.program import ProgramError, Row, find_program, rows_of, understood
from muster.simulate.report import print_costs, print_rules, print_validation
from muster.simulate.series import add_growth
from muster.stopping import check_places, stop, write

EPILOG = """Examples:

  muster simulate --machine grace-2x72 --threads 72,144 --constructs region --peers

  muster simulate rules

  muster simulate wait --machine two-cpu-vm --threads 4,16 --quota 1.5

  muster simulate reductions

  muster simulate machines

Exit status: 0 done, 1 a bound does not hold or a recorded step is decided otherwise, 2 not possible."""
MACHINES = """Examples:

  muster simulate machines

Exit status: 0 done, 2 not possible."""
VALIDATE = """Examples:

  muster simulate validate

  muster simulate validate --no-here --json figures.json

Exit status: 0 every bound holds, 1 one does not, 2 not possible."""
RULES = """Examples:

  muster simulate rules

  muster simulate rules --machine grace-2x72 --constructs barrier --worst 3

Exit status: 0 done, 2 not possible."""
REDUCTIONS = """Examples:

  muster simulate reductions

  muster simulate reductions --machine grace-2x72 --worst 3

Exit status: 0 done, 2 not possible."""
WAIT = """Examples:

  muster simulate wait --machine two-cpu-vm --threads 4 --work-ns 1000000 --quota 1.5

  muster simulate wait --machine rome-2x48 --threads 16,64 --strangers 4 --yields none

Exit status: 0 done, 2 not possible."""
REPLAY = """Examples:

  OMP_NUM_THREADS=8 MUSTER_WAIT_STEPS=100 muster run -- ./program 2> steps.txt

  muster simulate replay steps.txt

Exit status: 0 all is decided as it was recorded, 1 something is not, 2 not possible."""
ALL = "barrier,reduction,region"
MOST_NS = 1_000_000_000
app = typer.Typer(
    add_completion=False, epilog=EPILOG, help="Say what barriers and regions cost on machines that are not at hand."
)
console = Console()

Program = Annotated[Path | None, typer.Option(help="The simulator; that of a release build unless set.")]
Output = Annotated[Path | None, typer.Option("--json", help="Write the figures to this file, an object a line.")]
Page = Annotated[Path | None, typer.Option("--html", help="Write a page with plots to this file; wants matplotlib.")]
Constructs = Annotated[str, typer.Option(help="Which of barrier, reduction and region, between commas.")]
Work = Annotated[
    int,
    typer.Option(
        "--work-ns",
        min=0,
        max=MOST_NS,
        help="Work of each thread before each construct, up to twice as long; the figures are without it.",
    ),
]
Episodes = Annotated[int, typer.Option(min=1, help="How many constructs are averaged.")]


def _run(program: Path | None, arguments: list[str], output: Path | None = None) -> list[Row]:
    check_places("simulate", output)
    try:
        with console.status("simulating"), signals_end_both():
            rows = list(rows_of(find_program(program), arguments))
    except ProgramError as error:
        raise stop("simulate", error) from None
    if output is not None:
        _write_rows(output, rows)
    return rows


@contextmanager
def _told(program: Path | None) -> Iterator[None]:
    """Around what tells the rows; the command stops where they are not the simulator's."""
    try:
        with understood(find_program(program)):
            yield
    except ProgramError as error:
        raise stop("simulate", error) from None


def _write_rows(output: Path, rows: Iterable[Row]) -> None:
    write("simulate", output, "".join(f"{json.dumps(row)}\n" for row in rows))


def _page_maker() -> Callable[[list[Row], str, Row], str]:
    """What makes pages; the exit status is 2 where they cannot be drawn.

    It is asked for before the simulation, so that nobody waits for figures in vain.
    """
    try:
        # The import stands here because matplotlib is slow to load and may be missing.
        from muster.simulate.page import Origin, page_of  # noqa: PLC0415
    except ImportError as error:
        raise stop("simulate", f"--html wants matplotlib, to be had by `pip install matplotlib` ({error})") from None
    return lambda rows, command, machine: page_of(rows, Origin(command, machine))


def _common(constructs: str, episodes: int) -> list[str]:
    return ["--constructs", constructs, "--episodes", str(episodes)]


def _where_and_when(machine: str, work_ns: int) -> list[str]:
    return [*(["--machine", machine] if machine else []), *(["--work-ns", str(work_ns)] if work_ns else [])]


@app.callback(invoke_without_command=True)
def simulate(
    context: typer.Context,
    *,
    machine: Annotated[str, typer.Option(help="A machine of `muster simulate machines`, or a file.")] = "",
    threads: Annotated[str, typer.Option(help="Team sizes, between commas.")] = "",
    constructs: Constructs = ALL,
    rows: Annotated[str, typer.Option(help="Algorithms, between commas; all unless set.")] = "",
    placement: Annotated[str, typer.Option(help="close, spread, unbound; between commas.")] = "close",
    peers: Annotated[bool, typer.Option("--peers", help="Add libgomp's and libomp's regions.")] = False,
    seed: Annotated[int, typer.Option(min=1, help="Another number gives other delays between polls.")] = 1,
    episodes: Episodes = 30,
    output: Output = None,
    page: Page = None,
    program: Program = None,
) -> None:
    """Costs of constructs by algorithm: muster simulate --machine grace-2x72 --threads 72,144"""
    if context.invoked_subcommand is not None:
        return
    if not machine or not threads:
        raise stop("simulate", "it wants --machine and --threads; `muster simulate machines` lists what there is")
    check_places("simulate", output, page)
    make_page = _page_maker() if page is not None else None
    asked = ["--machine", machine, "--threads", threads, *_common(constructs, episodes), "--seed", str(seed)]
    asked += ["--rows", rows] if rows else []
    asked += ["--peers"] if peers else []
    found: list[Row] = []
    for one in dict.fromkeys(placement.split(",")):
        found += _run(program, ["run", *asked, "--placement", one])
    with _told(program):
        add_growth(found)
    if output is not None:
        _write_rows(output, found)
    if page is not None and make_page is not None:
        command = ["muster", "simulate", *asked, "--placement", placement, "--html", str(page)]
        command += ["--program", str(program)] if program is not None else []
        about = _run(program, ["machines", "--machine", machine])[0]
        with _told(program):
            text = make_page(found, shlex.join(command), about)
        write("simulate", page, text)
    with _told(program):
        print_costs(console, found)


@app.command(epilog=MACHINES)
def machines(program: Program = None) -> None:
    """List the machines that there are."""
    rows = _run(program, ["machines"])
    with _told(program):
        for row in rows:
            console.print(escape(f"{row['name']:<16} {row['cpus']:>5.0f} CPUs  {row['title']}"), highlight=False)


@app.command(epilog=VALIDATE)
def validate(
    *,
    here: Annotated[
        bool, typer.Option("--here/--no-here", help="Measure this machine too, for a minute; best when idle.")
    ] = True,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """Hold predictions against published measurements and this machine. Exit status 1: a bound does not hold."""
    check_places("simulate", output)
    rows = _run(program, ["validate", "--episodes", str(episodes)])
    if here:
        try:
            with console.status("measuring this machine"), signals_end_both():
                others = Others()
                rows += check_here(find_program(program))
        except ProgramError as error:
            raise stop("simulate", error) from None
        if others.cpus() > QUIET:
            busy = f"other processes took {others.cpus():.0%} of a CPU while this machine was measured"
            console.print(f"[yellow]{busy}; run this again on an idle one[/]", highlight=False)
    if output is not None:
        _write_rows(output, rows)
    with _told(program):
        all_hold = print_validation(console, rows)
    if not all_hold:
        raise typer.Exit(1)


@app.command(epilog=WAIT)
def wait(
    *,
    machine: Annotated[str, typer.Option(help="A machine of `muster simulate machines`, or a file.")],
    threads: Annotated[str, typer.Option(help="Team sizes, between commas; more than CPUs share them.")],
    constructs: Annotated[str, typer.Option(help="barrier, region; between commas.")] = "barrier,region",
    rows: Annotated[str, typer.Option(help="Algorithms, between commas; what the rules choose unless set.")] = "chosen",
    placement: Annotated[str, typer.Option(help="close, spread or unbound.")] = "unbound",
    work_ns: Annotated[int, typer.Option(min=0, max=MOST_NS, help="Work of each thread between constructs.")] = 0,
    late_ns: Annotated[int, typer.Option(min=0, max=MOST_NS, help="How much longer one of them works.")] = 0,
    blocktime_ns: Annotated[str, typer.Option(help="Nanoseconds or infinite; 200 ms unless set.")] = "",
    strangers: Annotated[int, typer.Option(min=0, help="Other processes that compute, each on a CPU.")] = 0,
    quota: Annotated[float, typer.Option(min=0, help="CPU time of the process, in CPUs, as of a container.")] = 0,
    period_ns: Annotated[int, typer.Option(min=0, max=MOST_NS, help="The period of the quota; 100 ms unless set.")] = 0,
    yields: Annotated[str, typer.Option(help="switch, or none where sched_yield() does nothing.")] = "switch",
    seed: Annotated[int, typer.Option(min=1, help="Another number gives other delays, and other CPUs by chance.")] = 1,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """Say how a team waits that has work, others beside it, or a quota; and what it decided, and why."""
    asked = ["wait", "--machine", machine, "--threads", threads, *_common(constructs, episodes), "--rows", rows]
    asked += ["--placement", placement, "--yields", yields, "--seed", str(seed)]
    numbers: dict[str, float] = {"work-ns": work_ns, "late-ns": late_ns, "strangers": strangers, "quota": quota}
    for name, number in {**numbers, "period-ns": period_ns}.items():
        asked += [f"--{name}", str(number)] if number else []
    asked += ["--blocktime-ns", blocktime_ns] if blocktime_ns else []
    found = _run(program, asked, output)
    with _told(program):
        print_waits(console, found)


@app.command(epilog=REPLAY)
def replay(
    recording: Annotated[Path, typer.Argument(help="What a program has printed with MUSTER_WAIT_STEPS set.")],
    *,
    output: Output = None,
    program: Program = None,
) -> None:
    """Decide what a run has recorded by the rules of this build. Exit status 1: something is decided otherwise."""
    rows = _run(program, ["replay", "--recording", str(recording)], output)
    with _told(program):
        is_alike = print_replay(console, rows)
    if not is_alike:
        raise typer.Exit(1)


@app.command(epilog=RULES)
def rules(
    *,
    machine: Annotated[str, typer.Option(help="One machine; all unless set.")] = "",
    constructs: Constructs = ALL,
    worst: Annotated[int, typer.Option(min=1, help="How many cases are shown for each construct.")] = 10,
    work_ns: Work = 0,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """Say how far the rules by which a team gets its barriers are from the best."""
    arguments = ["rules", *_common(constructs, episodes), *_where_and_when(machine, work_ns)]
    found = _run(program, arguments, output)
    with _told(program):
        print_rules(console, found, worst)


@app.command(epilog=REDUCTIONS)
def reductions(
    *,
    machine: Annotated[str, typer.Option(help="One machine; all unless set.")] = "",
    worst: Annotated[int, typer.Option(min=1, help="How many cases are shown for each construct.")] = 10,
    work_ns: Work = 0,
    episodes: Episodes = 30,
    output: Output = None,
    program: Program = None,
) -> None:
    """Say how far the rule by which threads' results meet (atomic operations or a gather) is from the best."""
    arguments = ["reductions", "--episodes", str(episodes), *_where_and_when(machine, work_ns)]
    found = _run(program, arguments, output)
    with _told(program):
        print_rules(console, found, worst)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the simulator says of this machine, against what the constructs take here in the same minute."""

import json
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from muster.files import OTHER_FORM
from muster.measure.environment import without_settings
from muster.measure.limits import SIMULATION_S
from muster.measure.process import run
from muster.simulate.program import ProgramError, Row, rows_of, understood

SIZES = (2, 3, 4, 16)
# The construct as the simulator calls it, and as bench/constructs does.
CONSTRUCTS = {"barrier": "barrier", "region": "parallel"}
BOUND = 0.2
# How many threads run their own instructions one after the other on the construct's longest path: in a barrier all do
# at the same time, in a region the primary before it releases a worker, and the worker before it arrives.
PARTS_IN_TURN = {"barrier": 1, "region": 2}
# The host of a virtual machine moves CPUs together and apart within seconds, so each round is calibrated anew,
# before and after, and medians count.
ROUNDS = 9
# Two threads that spin are a line transfer or two, which is what changes most when the host moves a CPU; others switch.
PARTS_OF_A_ROUND = {2: 3}
BUDGET_MS = 10
# Threads find their CPUs within some milliseconds, which is a few thousand constructs.
EPISODES = 5_000


# CPU time of others, in times of one CPU, with which measurements say little.
QUIET = 0.05


class Others:
    """How much CPU time other processes get, from when this is made."""

    def __init__(self) -> None:
        self._before = self._others_s()
        self._start_s = time.monotonic()

    def cpus(self) -> float:
        """In times of one CPU."""
        return max(0.0, self._others_s() - self._before) / (time.monotonic() - self._start_s)

    @staticmethod
    def _others_s() -> float:
        # What the host takes (steal) keeps this machine from running as others do.
        every = psutil.cpu_times()
        own = sum(
            usage.ru_utime + usage.ru_stime
            for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        )
        return float(every.user + every.nice + every.system + every.steal) - own


def check_here(simulator: Path, rounds: int = ROUNDS) -> list[Row]:
    """A row for each construct and size, with the medians of all rounds and, in `error`, that of their errors."""
    build = simulator.resolve().parent.parent
    found: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for threads in (size for size in SIZES for _ in range(PARTS_OF_A_ROUND.get(size, 1))):
            predicted, measured = _round(simulator, build, threads)
            for construct in CONSTRUCTS:
                found.setdefault((construct, threads), []).append((predicted[construct], measured[construct]))
    return [_row_of(construct, threads, pairs) for (construct, threads), pairs in found.items()]


def _row_of(construct: str, threads: int, pairs: Sequence[tuple[float, float]]) -> Row:
    error = statistics.median(predicted / measured - 1 for predicted, measured in pairs)
    return {
        "source": "this machine",
        "what": f"{construct}, {threads} threads",
        "unit": "ns",
        "published": statistics.median(measured for _, measured in pairs),
        "predicted": statistics.median(predicted for predicted, _ in pairs),
        "error": error,
        "bound": BOUND,
        "holds": abs(error) <= BOUND,
    }


def _round(simulator: Path, build: Path, threads: int) -> tuple[dict[str, float], dict[str, float]]:
    """Predictions and measurements in nanoseconds, by construct.

    The machine is calibrated before and after it is measured: what is predicted is the mean. What is simulated is what
    passes between threads; the instructions around it, of the entry points and of the team, are those of a team of one,
    which its only thread runs as primary. A worker takes as long between its go and its arrival.
    """
    before = _predict(simulator, build, threads)
    measured = _measure(build, threads)
    after = _predict(simulator, build, threads)
    alone = _measure(build, 1)
    predicted = {
        construct: (before[construct] + after[construct]) / 2 + parts * alone[construct]
        for construct, parts in PARTS_IN_TURN.items()
    }
    return predicted, measured


def _predict(simulator: Path, build: Path, threads: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        machine = Path(folder) / "here.machine"
        machine.write_text(_output_of([str(build / "bin" / "calibrate")]), encoding="utf-8")
        arguments = ["wait", "--machine", str(machine), "--threads", str(threads), "--rows", "chosen"]
        arguments += ["--constructs", ",".join(CONSTRUCTS), "--placement", "unbound", "--episodes", str(EPISODES)]
        with understood(simulator):
            predicted = {row["construct"]: float(row["ns"]) for row in rows_of(simulator, arguments) if "ns" in row}
            return {construct: predicted[construct] for construct in CONSTRUCTS}


def _measure(build: Path, threads: int) -> dict[str, float]:
    """What bench/constructs measures of a team of that size on Muster, with no variable set that says how to wait."""
    program = [str(build / "bench" / "constructs-gcc"), "--budget-ms", str(BUDGET_MS), *CONSTRUCTS.values()]
    runs_on = {"OMP_NUM_THREADS": str(threads), "LD_LIBRARY_PATH": str(build / "lib" / "compat")}
    environment = without_settings() | runs_on
    output = _output_of(program, environment)
    try:
        times = {row["construct"]: 1000 * float(row["us"]) for row in map(json.loads, output.splitlines())}
        return {ours: times[theirs] for ours, theirs in CONSTRUCTS.items()}
    except OTHER_FORM as error:
        how = f"its answer has another form ({type(error).__name__}: {error}); build it anew"
        raise ProgramError(f"{program[0]} is not the benchmark, or one of another version: {how}") from None


def _output_of(command: list[str], environment: dict[str, str] | None = None) -> str:
    try:
        done = run(command, os.environ if environment is None else environment, SIMULATION_S)
    except OSError as error:
        raise ProgramError(f"{error}; build it, or leave this machine out by --no-here") from None
    if done.status != 0:
        raise ProgramError(f"{command[0]} {done.end}: {done.stderr.strip()}")
    return done.stdout

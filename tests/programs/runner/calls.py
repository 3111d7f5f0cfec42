# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the calls of OpenMP functions that a program makes in one run on libgomp."""

import hashlib
import platform
from collections.abc import Collection
from pathlib import Path

from muster.measure.limits import PROGRAM_CHECK_S
from runner import compile_c, install, paths, trial
from runner.errors import Unavailable
from runner.execute import base_environment, execute
from runner.program import Program, Size

THREADS = 2


def build_counter(symbols: Collection[str]) -> Path:
    """Compile the library that counts calls of `symbols`."""
    if platform.machine() != "x86_64":
        raise Unavailable("calls can be counted on x86-64 only: workloads/call_counter.c has no jump for this machine")
    listed = "".join(f"SYMBOL({symbol})\n" for symbol in sorted(symbols))
    folder = paths.BUILD / "calls" / hashlib.sha256(listed.encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "symbols.inc").write_text(listed)
    library = folder / "call_counter.so"
    compile_c.library(paths.WORKLOADS / "call_counter.c", library, (f"-I{folder}", "-Wl,-z,initfirst"))
    return library


def count(program: Program, counter: Path) -> dict[str, int]:
    """How often a quick run with two threads called each function. Unavailable if the run fails."""
    libgomp = Path("/usr/lib") / install.multiarch() / "libgomp.so.1"
    folder = paths.RUNS / f"calls-{program.name}"
    folder.mkdir(parents=True, exist_ok=True)
    environment = base_environment() | dict(program.variables)
    environment |= {
        "OMP_NUM_THREADS": str(THREADS),
        "OPENMP_CALLS": str(folder / "calls"),
        # libgomp itself too: wheels carry a copy that the counter would not find.
        "LD_PRELOAD": f"{counter}:{libgomp}",
    }
    done = execute(
        program.reference_command(trial.inputs_of(program), Size.QUICK), environment, folder, PROGRAM_CHECK_S
    )
    if done.status != 0:
        raise Unavailable(f"{program.name} {done.end} while its calls were counted, see {folder}")
    lines = (folder / "calls").read_text().splitlines()
    return {name: int(number) for name, _, number in (line.partition(" ") for line in lines)}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of one program on one runtime: set up, start, collect the evidence."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from runner import paths, witness
from runner.execute import Finished, base_environment, execute
from runner.program import Program, Size
from runner.runtimes import Runtime
from runner.witness import Binding


@dataclass(frozen=True)
class Conditions:
    """What is held equal between the runs that are compared."""

    size: Size
    threads: int
    timeout_s: float
    # The run that gives the reference, which for some programs is another command.
    reference: bool = False
    # Further variables of the environment, the same for every runtime.
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Trial:
    """A run that has ended. `bindings` is None for a run without a witness."""

    program: Program
    runtime: Runtime
    conditions: Conditions
    finished: Finished
    bindings: Sequence[Binding] | None


def inputs_of(program: Program) -> Path:
    """The folder of the program's inputs, made if it is not there."""
    folder = paths.INPUTS / program.name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def environment_of(program: Program, runtime: Runtime, conditions: Conditions) -> dict[str, str]:
    """All that decides a run beside its command line."""
    chosen = {"OMP_NUM_THREADS": str(conditions.threads), **dict(conditions.settings)}
    return base_environment() | dict(program.variables) | runtime.environment() | chosen


def run(
    program: Program,
    runtime: Runtime,
    conditions: Conditions,
    *,
    witnessed: bool,
    before_kill: Callable[[int], None] | None = None,
) -> Trial:
    """Run `program` in a new folder. With `witnessed` the loader reports every binding, which costs time."""
    paths.RUNS.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{program.name}-{runtime.name}-", dir=paths.RUNS))
    environment = environment_of(program, runtime, conditions)
    if witnessed:
        # Beside the folder of the run, so that the program does not find files that are not its own.
        evidence = Path(f"{folder}.evidence")
        evidence.mkdir()
        environment |= witness.environment(evidence)
    command = (program.reference_command if conditions.reference else program.command)(
        inputs_of(program), conditions.size
    )
    finished = execute(command, environment, folder, conditions.timeout_s, before_kill)
    bindings = witness.read(evidence) if witnessed else None
    return Trial(program, runtime, conditions, finished, bindings)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All samples of a session, the order that they are taken in, and the file that they are kept in."""

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ..archive import machine
from ..places import Programs
from ..plan import Binding
from ..quota import QuotaError
from ..references import record_transfer
from ..runtimes import Runtime
from ..session import FAILURES_ENOUGH, LoadError
from ..stats import Variant
from ..terminal import write
from .run import Calibration, Sample, Wish, beside, run_cell, slowdown_of
from .space import Cell, Condition, Policy

Pair = tuple[Runtime, str]  # a runtime and the compiler of the code that runs on it


@dataclass
class Results:
    """What has been measured so far."""

    cpus: int
    peers: list[str]
    rivals: list[str]
    calibration: Calibration
    samples: dict[tuple[Cell, Variant], list[Sample]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)  # condition: why it cannot be had here
    rounds: int = 0
    seconds: float = 0.0
    others_percent: float = 0.0
    references_us: dict[str, list[float]] = field(default_factory=dict)
    again: bool = False  # only cells that were above a limit: what is said of the whole plan does not go for them
    companions: list[str] = field(default_factory=list)  # cells that were not in the plan: what pairs are compared with
    libraries: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    budget_ms: float = 0.0
    when: str = field(default_factory=lambda: time.strftime("%Y-%m-%dT%H:%M:%S%z"))
    machine: dict[str, Any] = field(default_factory=machine)

    def cells(self) -> list[Cell]:
        return list(dict.fromkeys(cell for cell, _ in self.samples))

    def builds(self) -> list[str]:
        return list(dict.fromkeys(build for _, (_, build) in self.samples))


def rotated(pairs: Sequence[Pair], number: int) -> list[Pair]:
    """For each round another one first: nobody always follows the same one."""
    shift = number % len(pairs) if pairs else 0
    return [*pairs[shift:], *pairs[:shift]]


def run_rounds(
    results: Results,
    cells: Sequence[Cell],
    pairs: Sequence[Pair],
    programs: Programs,
    wish: Wish,
    *,
    rounds: int,
    only: Collection[tuple[Cell, str]] | None = None,
    before: Callable[[str], None],
    after_round: Callable[[], None] = lambda: None,
) -> None:
    """Whole rounds, a condition after the other. A condition that cannot be had is left out, with the reason.

    `only`: of these cells under the code of these builds.
    """
    start = time.monotonic()
    for number in range(rounds):
        for condition in dict.fromkeys(cell.condition for cell in cells):
            if str(condition) in results.skipped:
                continue
            record_transfer(programs, wish.cpus, results.references_us)
            try:
                with beside(condition, programs, wish) as (prefix, load):
                    for cell in (cell for cell in cells if cell.condition is condition):
                        chosen = [pair for pair in rotated(pairs, number) if only is None or (cell, pair[1]) in only]
                        with load.held_up():
                            builds = dict.fromkeys(build for _, build in chosen)
                            slowdowns = {build: slowdown_of(cell, build, programs, wish) for build in builds}
                        for runtime, build in chosen:
                            before(f"round {number + 1}: {cell.short()} {runtime.name} {build}")
                            taken = results.samples.setdefault((cell, (runtime.name, build)), [])
                            failed = [sample for sample in taken if sample.error]
                            if len(failed) >= FAILURES_ENOUGH:
                                taken.append(failed[0])
                                continue
                            sample = run_cell(cell, runtime, build, programs, wish, prefix=prefix)
                            taken.append(replace(sample, slowdown=slowdowns[build]))
            except (QuotaError, LoadError) as problem:
                results.skipped[str(condition)] = str(problem)
        results.rounds = number + 1
        results.seconds = time.monotonic() - start
        after_round()


def save(path: Path, results: Results) -> None:
    """Writes every sample."""
    document = {name: value for name, value in vars(results).items() if name != "samples"}
    document["seconds"] = round(results.seconds, 1)
    document["others_percent"] = round(results.others_percent, 1)
    document["rows"] = [
        {"cell": asdict(cell), "runtime": runtime, "build": build, "samples": [asdict(sample) for sample in samples]}
        for (cell, (runtime, build)), samples in results.samples.items()
    ]
    write(path, json.dumps(document) + "\n")


def _cell_from(row: dict[str, Any]) -> Cell:
    enumerated = {
        "condition": Condition(row["condition"]),
        "policy": Policy(row["policy"]),
        "binding": Binding(row["binding"]),
    }
    return Cell(**(row | enumerated))


def load(path: Path) -> Results:
    """What save() wrote."""
    return from_document(json.loads(path.read_text(encoding="utf-8")))


def from_document(document: Mapping[str, Any]) -> Results:
    """Of what save() writes."""
    rows = document["rows"]
    results = Results(**{name: value for name, value in document.items() if name != "rows"})
    for row in rows:
        variant = (row["runtime"], row["build"])
        results.samples[(_cell_from(row["cell"]), variant)] = [Sample(**sample) for sample in row["samples"]]
    return results

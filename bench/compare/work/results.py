# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All samples of a session, the order that they are taken in, and the file that they are kept in."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..archive import machine
from ..places import Programs
from ..plan import Binding
from ..quota import QuotaError
from ..runtimes import Runtime
from ..session import FAILURES_ENOUGH, LoadError
from ..stats import Variant
from .run import Calibration, Sample, Wish, beside, run_cell
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
    companions: list[str] = field(default_factory=list)  # cells that were not in the plan: what pairs are compared with
    libraries: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    budget_ms: float = 0.0
    when: str = ""
    machine: dict[str, str] = field(default_factory=dict)

    def cells(self) -> list[Cell]:
        return list(dict.fromkeys(cell for cell, _ in self.samples))

    def builds(self) -> list[str]:
        return list(dict.fromkeys(build for _, (_, build) in self.samples))


def turns(cells: Sequence[Cell], pairs: Sequence[Pair], number: int) -> Iterator[tuple[Cell, Pair]]:
    """One round of a condition's cells: the variants of a cell back to back, each time beginning with another one."""
    shift = number % len(pairs) if pairs else 0
    for cell in cells:
        for pair in [*pairs[shift:], *pairs[:shift]]:
            yield cell, pair


def run_rounds(
    results: Results,
    cells: Sequence[Cell],
    pairs: Sequence[Pair],
    programs: Programs,
    wish: Wish,
    *,
    rounds: int,
    wanted: Callable[[Cell, Pair], bool] = lambda _cell, _pair: True,
    before: Callable[[str], None],
) -> None:
    """Whole rounds, a condition after the other. A condition that cannot be had is left out, with the reason."""
    start = time.monotonic()
    for number in range(rounds):
        for condition in dict.fromkeys(cell.condition for cell in cells):
            if condition in results.skipped:
                continue
            same = [cell for cell in cells if cell.condition is condition]
            try:
                with beside(condition, programs, wish) as prefix:
                    for cell, (runtime, build) in turns(same, pairs, number):
                        before(f"round {number + 1}: {cell} {runtime.name} {build}")
                        if not wanted(cell, (runtime, build)):
                            continue
                        taken = results.samples.setdefault((cell, (runtime.name, build)), [])
                        failed = [sample for sample in taken if sample.error]
                        if len(failed) >= FAILURES_ENOUGH:
                            taken.append(failed[0])
                        else:
                            taken.append(run_cell(cell, runtime, build, programs, wish, prefix=prefix))
            except (QuotaError, LoadError) as problem:
                results.skipped[str(condition)] = str(problem)
        results.rounds = number + 1
        results.seconds = time.monotonic() - start


def save(path: Path, results: Results) -> None:
    """Writes every sample."""
    document = {name: value for name, value in vars(results).items() if name != "samples"}
    document["when"] = results.when or time.strftime("%Y-%m-%dT%H:%M:%S%z")
    document["machine"] = results.machine or machine()
    document["seconds"] = round(results.seconds, 1)
    document["others_percent"] = round(results.others_percent, 1)
    document["rows"] = [
        {"cell": asdict(cell), "runtime": runtime, "build": build, "samples": [asdict(sample) for sample in samples]}
        for (cell, (runtime, build)), samples in results.samples.items()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document) + "\n", encoding="utf-8")


def _cell_from(row: dict[str, Any]) -> Cell:
    enumerated = {
        "condition": Condition(row["condition"]),
        "policy": Policy(row["policy"]),
        "binding": Binding(row["binding"]),
    }
    return Cell(**(row | enumerated))


def load(path: Path) -> Results:
    """What save() wrote."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = document.pop("rows")
    results = Results(**document)
    for row in rows:
        variant = (row["runtime"], row["build"])
        results.samples[(_cell_from(row["cell"]), variant)] = [Sample(**sample) for sample in row["samples"]]
    return results

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All samples of a session, the order that they are taken in, and the file that they are kept in."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ..archive import machine
from ..places import Programs
from ..quota import QuotaError
from ..references import record_transfer
from ..session import FAILURES_ENOUGH, LoadError
from ..terminal import write
from ..work.space import Condition, Policy
from .plan import Candidate, Cell, turns
from .run import Sample, Wish, beside, program_of, run_app

Key = tuple[Cell, str, str]  # name and build of the candidate


@dataclass
class Results:
    """What has been measured so far."""

    cpus: int
    peers: list[str]
    rivals: list[str]
    scale: float = 1.0
    samples: dict[Key, list[Sample]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)  # condition or program: why it cannot be had here
    libraries: dict[str, str] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0
    others_percent: float = 0.0
    references_us: dict[str, list[float]] = field(default_factory=dict)

    def cells(self) -> list[Cell]:
        return list(dict.fromkeys(cell for cell, _, _ in self.samples))

    def builds(self) -> list[str]:
        return list(dict.fromkeys(build for _, _, build in self.samples))

    def of(self, cell: Cell, name: str, build: str) -> list[Sample]:
        """One a round, in the order of the rounds."""
        return self.samples.get((cell, name, build), [])


def _record(rounds: list[Sample], measure: Callable[[], Sample]) -> None:
    failures = [sample for sample in rounds if sample.error]
    rounds.append(failures[0] if len(failures) >= FAILURES_ENOUGH else measure())


def run_rounds(
    results: Results,
    cells: Sequence[Cell],
    candidates: Sequence[Candidate],
    programs: Programs,
    wish: Wish,
    *,
    rounds: int,
    time_limit_s: float | None,
    before: Callable[[str], None],
) -> None:
    """Whole rounds, a condition after the other: with a time limit as many as are expected to fit, at least one."""
    start = time.monotonic()
    for number in range(rounds):
        round_start = time.monotonic()
        for condition in dict.fromkeys(cell.condition for cell in cells):
            if str(condition) in results.skipped:
                continue
            same = [cell for cell in cells if cell.condition is condition]
            record_transfer(programs, wish.cpus, results.references_us)
            try:
                with beside(condition, programs, wish.cpus) as prefix:
                    for cell, candidate in turns(same, candidates, number):
                        before(f"round {number + 1}: {cell} {candidate.name} {candidate.build}")
                        if not program_of(cell.app, candidate.build, programs).exists():
                            results.skipped[f"{cell.app}-{candidate.build}"] = "it has not been built"
                            continue
                        rounds_of = results.samples.setdefault((cell, candidate.name, candidate.build), [])
                        _record(rounds_of, lambda: run_app(cell, candidate, programs, wish, prefix=prefix))  # noqa: B023
            except (QuotaError, LoadError) as problem:
                results.skipped[str(condition)] = str(problem)
        results.rounds = number + 1
        results.seconds = time.monotonic() - start
        took = time.monotonic() - round_start
        if time_limit_s is not None and results.seconds + took > time_limit_s:
            return


def save(path: Path, results: Results) -> None:
    """Writes every sample."""
    document = {name: value for name, value in vars(results).items() if name != "samples"}
    document["when"] = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    document["machine"] = machine()
    document["seconds"] = round(results.seconds, 1)
    document["others_percent"] = round(results.others_percent, 1)
    document["rows"] = [
        {"cell": asdict(cell), "runtime": name, "build": build, "samples": [asdict(sample) for sample in samples]}
        for (cell, name, build), samples in results.samples.items()
    ]
    write(path, json.dumps(document) + "\n")


def from_document(document: Mapping[str, Any]) -> Results:
    """Of what save() writes."""
    known = {item.name for item in fields(Results)} - {"samples"}
    results = Results(**{name: value for name, value in document.items() if name in known})
    for row in document["rows"]:
        cell = row["cell"]
        place = Cell(cell["app"], cell["threads"], Condition(cell["condition"]), Policy(cell["policy"]))
        results.samples[place, row["runtime"], row["build"]] = [Sample(**sample) for sample in row["samples"]]
    return results

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runs come to: medians, spreads, ratios, and verdicts in plain words."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from typing import Any

from muster.compare.intervals import CONFIDENCE, Interval, least_runs, ratio_of
from muster.compare.session import Sample, Session
from muster.machine.facts import facts
from muster.runtimes.names import MUSTER


@dataclass(frozen=True)
class Row:
    """One runtime at one team size."""

    size: int | None
    name: str
    runs: int
    wall_s: float
    wall_low_s: float  # quartiles
    wall_high_s: float
    cpu_s: float
    switches: float
    peak_kib: float  # 0: not known


@dataclass(frozen=True)
class Verdict:
    """One runtime against another at one team size."""

    size: int | None
    ours: str
    theirs: str
    wall: Interval
    cpu: Interval | None  # None where a run took no CPU time that the kernel counted

    def words(self) -> str:
        wall = self.wall
        if wall.low is None or wall.high is None:
            return (
                f"{self.ours} took {wall.middle:.2f} of {self.theirs}'s time; fewer than {least_runs()} runs can show "
                "nothing for certain"
            )
        between = f"{wall.low:.2f} to {wall.high:.2f}"
        if not wall.tells:
            return f"no difference that these runs can show between {self.ours} and {self.theirs} ({between})"
        change = abs(1.0 - wall.middle)
        how = f"{change:.1%} {'less' if wall.middle < 1 else 'more'} time"
        if wall.middle >= 2.0:
            how = f"{wall.middle:.1f} times the time"
        elif wall.middle <= 0.5:
            how = f"{1 / wall.middle:.1f} times as fast"
        return f"{self.ours} against {self.theirs}: {how} ({between})"


def rows_of(session: Session) -> list[Row]:
    return [
        _row(size, candidate.name, session.samples[size, candidate.name])
        for size in session.wish.sizes
        for candidate in session.good(size)
        if session.samples.get((size, candidate.name))
    ]


def _row(size: int | None, name: str, samples: Sequence[Sample]) -> Row:
    walls = [sample.wall_s for sample in samples]
    low, high = quartiles(walls)
    known = [sample.peak_kib for sample in samples if sample.peak_kib]
    return Row(
        size=size,
        name=name,
        runs=len(samples),
        wall_s=median(walls),
        wall_low_s=low,
        wall_high_s=high,
        cpu_s=median(sample.cpu_s for sample in samples),
        switches=median(sample.switches for sample in samples),
        peak_kib=median(known) if known else 0,
    )


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """First and third quartile; of fewer than three values the least and the greatest."""
    if len(values) < 3:
        return min(values), max(values)
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


def verdicts_of(session: Session) -> list[Verdict]:
    """Muster against each other one; without Muster the last one against those before it."""
    found = []
    for size in session.wish.sizes:
        names = [candidate.name for candidate in session.good(size) if session.samples.get((size, candidate.name))]
        if len(names) < 2:
            continue
        ours = MUSTER if MUSTER in names else names[-1]
        for theirs in names:
            if theirs != ours:
                found.append(_verdict(session, size, ours, theirs))
    return found


def _verdict(session: Session, size: int | None, ours: str, theirs: str) -> Verdict:
    # After Ctrl-C the last round may lack a run.
    pairs = list(zip(session.samples[size, ours], session.samples[size, theirs], strict=False))
    cpu = None
    if all(our.cpu_s > 0 and their.cpu_s > 0 for our, their in pairs):
        cpu = ratio_of([our.cpu_s for our, _ in pairs], [their.cpu_s for _, their in pairs])
    wall = ratio_of([our.wall_s for our, _ in pairs], [their.wall_s for _, their in pairs])
    return Verdict(size, ours, theirs, wall, cpu)


def figures_of(session: Session, others_percent: float) -> dict[str, Any]:
    """What `--json` writes: every run, so that any other statistic can be made of them later."""
    return {
        "command": list(session.wish.launch.words),
        "machine": asdict(facts()),
        "ranks": session.ranks,
        "others_percent": others_percent,
        "confidence": CONFIDENCE,
        "runtimes": {
            candidate.name: {
                "library": str(candidate.library) if candidate.library else None,
                "variables": candidate.variables,
            }
            for candidate in session.candidates
        },
        "rows": [asdict(row) for row in rows_of(session)],
        "verdicts": [asdict(verdict) | {"words": verdict.words()} for verdict in verdicts_of(session)],
        "answers_agree": not session.differences(),
        "differences": session.differences(),
        "failures": [{"size": size, "runtime": name, "why": why} for (size, name), why in session.failures.items()],
        "seen_in_process": [
            {"size": size, "runtime": name, "files": files} for (size, name), files in session.loaded.items()
        ],
        "samples": [
            {"size": size, "runtime": name, **asdict(sample)}
            for (size, name), samples in session.samples.items()
            for sample in samples
        ],
    }

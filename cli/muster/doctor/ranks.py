# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ranks of a program of MPI: one list of findings over all of them, and how unevenly they are loaded."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from muster.doctor.case import Case
from muster.doctor.finding import LEAST_GAIN, Finding
from muster.doctor.rules import findings_of
from muster.doctor.words import share_of, time_of

# How many numbers of ranks are listed before the rest is counted.
MOST_LISTED = 8
# The rule that looks at all ranks at once.
BETWEEN_RANKS = "uneven_ranks"


@dataclass(frozen=True)
class Rank:
    """One process of the run. `number` is its rank in MPI's word, or its place in the order of the processes."""

    number: int
    case: Case

    @property
    def parallel_ns(self) -> float:
        """Time that its program's threads were in regions which are in none."""
        return sum(part.span_ns for region in self.case.regions for part in region.parts if part.parent == 0)

    @property
    def load_ns(self) -> float:
        """Time in which it had work: all that is not in calls of MPI, or where these were not kept that in regions."""
        return self.case.wall_ns - self.case.mpi_ns if self.case.mpi_ns else self.parallel_ns


@dataclass(frozen=True)
class Shared:
    """A finding with the ranks that have it. What is told is of the rank that gains most, the first one."""

    finding: Finding
    ranks: tuple[int, ...]
    gains_ns: tuple[float, ...]

    def whose(self, every: int) -> str:
        """Which of so many ranks have it, in words that stand before its place."""
        return "" if self.finding.rule == BETWEEN_RANKS else f"{ranks_in_words(self.ranks, every)}: "

    def row(self, wall_ns: float) -> dict[str, object]:
        """The finding as the object that `--json` writes."""
        return {**self.finding.row(wall_ns), "ranks": list(self.ranks), "gains_ns": list(self.gains_ns)}


def wall_of(ranks: Sequence[Rank]) -> float:
    """How long the slowest rank took."""
    return max(rank.case.wall_ns for rank in ranks)


def shared_findings(ranks: Sequence[Rank]) -> list[Shared]:
    """What is found in any rank, once, the largest gain of a single rank first; then what is to be known."""
    same: dict[tuple[str, str, str], list[tuple[int, Finding]]] = defaultdict(list)
    for rank in ranks:
        for found in findings_of(rank.case):
            same[found.rule, found.title, found.where].append((rank.number, found))
    merged = [_shared(pairs) for pairs in same.values()]
    uneven = uneven_ranks(ranks)
    merged += [Shared(uneven, tuple(rank.number for rank in _loaded(ranks)), (uneven.gain_ns,))] if uneven else []
    return sorted(merged, key=lambda one: -one.finding.gain_ns)


def _shared(pairs: Sequence[tuple[int, Finding]]) -> Shared:
    ordered = sorted(pairs, key=lambda pair: (-pair[1].gain_ns, pair[0]))
    return Shared(ordered[0][1], tuple(number for number, _ in ordered), tuple(one.gain_ns for _, one in ordered))


def _loaded(ranks: Sequence[Rank]) -> list[Rank]:
    """The most work first."""
    return sorted(ranks, key=lambda rank: -rank.load_ns)


def uneven_ranks(ranks: Sequence[Rank]) -> Finding | None:
    """Load imbalance between ranks: the others wait in MPI, or end, while one has more to do."""
    if len(ranks) < 2:
        return None
    loads = [rank.load_ns for rank in ranks]
    most, least = _loaded(ranks)[0], _loaded(ranks)[-1]
    gain = max(loads) - mean(loads)
    if gain < LEAST_GAIN * wall_of(ranks):
        return None
    return Finding(
        rule=BETWEEN_RANKS,
        title="Ranks wait for the one with the most work",
        where=f"rank {most.number}, against rank {least.number}",
        why=f"Rank {most.number} worked for {time_of(max(loads))}, rank {least.number} for {time_of(min(loads))}, the "
        f"average is {time_of(mean(loads))}: load balance between ranks {share_of(mean(loads), max(loads))}."
        f"{_waits_in_words(least)}",
        advice="Divide the data so that each rank has as much work. Where that cannot be, give the rank with more of "
        "it more CPUs: mpirun --map-by slot:PE=n, or a job of several programs with n of its own each.",
        gain_ns=gain,
        cost_ns=sum(max(loads) - load for load in loads),
        efficiency="load balance between ranks",
    )


def _waits_in_words(rank: Rank) -> str:
    calls = rank.case.surroundings.mpi_calls
    if not calls:
        return ""
    worst = max(calls, key=lambda call: call.ns)
    where = rank.case.places.of(worst.code)
    return f" Rank {rank.number} was in {worst.name} at {where} for {time_of(worst.ns)}."


def ranks_in_words(numbers: Sequence[int], every: int) -> str:
    """Which ranks, the one that is told of first."""
    if len(numbers) == every:
        return "all ranks" + (f", most in rank {numbers[0]}" if every > 1 else "")
    listed = ", ".join(map(str, numbers[:MOST_LISTED]))
    more = f" and {len(numbers) - MOST_LISTED} more" if len(numbers) > MOST_LISTED else ""
    return f"rank{'s' if len(numbers) > 1 else ''} {listed}{more}"

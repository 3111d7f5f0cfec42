# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cells that there are: factors, their values, what cannot go together, and the plans over them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..plan import Binding, PlanError
from .covering import Row, Target, all_of, all_pairs, cover


class Condition(StrEnum):
    """What the team shares its CPUs with."""

    ALONE = "alone"
    BUSY = "busy"  # one process that is always busy
    PAIR = "pair"  # the same cell in a second process on the same runtime, which lasts longer
    INTERACTIVE = "interactive"  # one process that wakes for 1 ms every 10 ms
    QUOTA_1 = "quota-1"
    QUOTA_1_5 = "quota-1.5"
    YIELD_NOOP = "yield-noop"
    TOGETHER = "together"  # the same cell in two processes, from the start of both to the end of both: not in the plans


QUOTAS = {Condition.QUOTA_1: 1.0, Condition.QUOTA_1_5: 1.5}
NEIGHBOURS = (Condition.BUSY, Condition.PAIR, Condition.INTERACTIVE, Condition.TOGETHER)


class Policy(StrEnum):
    """OMP_WAIT_POLICY."""

    DEFAULT = "default"  # not set
    PASSIVE = "passive"
    ACTIVE = "active"


def work_text(work_ns: int) -> str:
    return f"{work_ns // 1_000_000}ms" if work_ns >= 1_000_000 else f"{work_ns // 1000}us"


@dataclass(frozen=True)
class Cell:
    """What is run; on every runtime and by both compilers' code."""

    threads: int
    work_ns: int  # of a thread between two synchronisations
    condition: Condition
    construct: str
    shape: str
    policy: Policy
    kind: str
    binding: Binding

    def words(self) -> tuple[str, ...]:
        return (
            f"{self.threads}t",
            work_text(self.work_ns),
            str(self.condition),
            self.construct,
            self.shape,
            str(self.policy),
            self.kind,
            str(self.binding),
        )

    def __str__(self) -> str:
        return " ".join(self.words())

    def short(self) -> str:
        """Without what is as usual."""
        return " ".join(word for word, usual in zip(self.words(), USUAL, strict=True) if word != usual)


THREADS = (2, 3, 4, 8, 16, 32)
WORKS_NS = (0, 1_000, 10_000, 100_000, 1_000_000, 3_000_000, 10_000_000)
CONDITIONS = tuple(condition for condition in Condition if condition is not Condition.TOGETHER)
CONSTRUCTS = ("barrier", "region", "static", "dynamic", "guided", "tasks")
SHAPES = ("balanced", "one", "random", "alternating")
KINDS = ("arithmetic", "memory")

# The order of Cell's fields.
FACTORS: tuple[tuple[Any, ...], ...] = (
    THREADS,
    WORKS_NS,
    CONDITIONS,
    CONSTRUCTS,
    SHAPES,
    tuple(Policy),
    KINDS,
    tuple(Binding),
)
SIZES = tuple(len(values) for values in FACTORS)
THREADS_FACTOR, WORK_FACTOR, CONDITION_FACTOR, CONSTRUCT_FACTOR, SHAPE_FACTOR, _, KIND_FACTOR, _ = range(len(FACTORS))

# The order of Cell.words(), too.
USUAL = (None, None, "alone", "barrier", "balanced", "default", "arithmetic", "unpinned")

# Pairs that cannot be, with the reason.
NO_WORK = (WORK_FACTOR, WORKS_NS.index(0))
IMPOSSIBLE: dict[Target, str] = {
    (NO_WORK, (KIND_FACTOR, KINDS.index("memory"))): "no work reads no memory: arithmetic stands for both"
}
for _shape in SHAPES:
    if _shape != "balanced":
        IMPOSSIBLE[(NO_WORK, (SHAPE_FACTOR, SHAPES.index(_shape)))] = "no work has no shape: balanced stands for all"


class Plan(StrEnum):
    """How much of the space."""

    PAIRS = "pairs"  # every pair of values
    MAP = "map"  # and every combination of threads, work and condition


def cell_of(row: Row) -> Cell:
    return Cell(*(values[index] for values, index in zip(FACTORS, row, strict=True)))


def _word(factor: int, index: int) -> str:
    """A value as in Cell.words()."""
    row = [0] * len(FACTORS)
    row[factor] = index
    return cell_of(tuple(row)).words()[factor]


def _allowed(request: str, usual: bool) -> list[set[int]]:
    """By factor, the values that are left: those named; of a factor of which none is, the usual one or all."""
    names = {_word(factor, index): (factor, index) for factor, size in enumerate(SIZES) for index in range(size)}
    named: list[set[int]] = [set() for _ in SIZES]
    for word in [*request.replace(",", " ").split()]:
        if word not in names:
            raise PlanError(f"no value {word}; there are: {', '.join(names)}")
        factor, index = names[word]
        named[factor].add(index)
    for factor, index in [names[word] for word in USUAL if usual and word is not None]:
        if not named[factor]:
            named[factor].add(index)
    return [values or set(range(size)) for values, size in zip(named, SIZES, strict=True)]


def targets_of(plan: Plan) -> list[Target]:
    targets = all_pairs(SIZES, IMPOSSIBLE)
    if plan is Plan.MAP:
        targets += all_of((THREADS_FACTOR, WORK_FACTOR, CONDITION_FACTOR), SIZES, IMPOSSIBLE)
    return targets


def _place(cell: Cell) -> tuple[int, int, int]:
    return CONDITIONS.index(cell.condition), cell.threads, cell.work_ns


def make_plan(plan: Plan = Plan.PAIRS, request: str = "", seed: int = 1, *, usual: bool = False) -> list[Cell]:
    """The cells of a plan.

    With a request such as `8t,1ms,busy`: those of them with these values, and as many more as it takes to cover what
    the plan covers among all cells with these values. `usual`: whatever the request does not name is as usual.
    """
    rows = cover(SIZES, targets_of(plan), IMPOSSIBLE, seed=seed)
    if request or usual:
        allowed = _allowed(request, usual)
        asked = [row for row in rows if all(value in left for value, left in zip(row, allowed, strict=True))]
        refused = dict(IMPOSSIBLE)
        for pair in all_pairs(SIZES):
            if any(value not in allowed[factor] for factor, value in pair):
                refused[pair] = "not asked for"
        rest = [target for target in targets_of(plan) if all(value in allowed[factor] for factor, value in target)]
        rows = cover(SIZES, rest, refused, given=asked, seed=seed)
    return sorted((cell_of(row) for row in rows), key=_place)


def together_plan(cpus: int) -> list[Cell]:
    """Two OpenMP processes at once, each with a team of all CPUs; and one alone, of which two are one after another."""
    return [
        Cell(cpus, work_ns, condition, construct, "balanced", Policy.DEFAULT, "arithmetic", Binding.UNPINNED)
        for construct in ("barrier", "region", "dynamic")
        for work_ns in (10_000, 100_000, 1_000_000)
        for condition in (Condition.ALONE, Condition.TOGETHER)
    ]

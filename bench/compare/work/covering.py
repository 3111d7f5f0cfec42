# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Covering arrays: few rows in which all pairs of values of different factors occur. Pure functions."""

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product

Row = tuple[int, ...]  # for each factor, the index of its value
Target = tuple[tuple[int, int], ...]  # (factor, value), in the order of the factors: values that have to meet in a row

CANDIDATES = 20  # rows that are made for each one taken; with more of them the plan gets no shorter by more than a row


class CoveringError(Exception):
    """Values that have to meet cannot."""


def all_pairs(sizes: Sequence[int], forbidden: Collection[Target] = ()) -> list[Target]:
    """Every pair of values of two factors that is not forbidden."""
    pairs: list[Target] = []
    for one, other in combinations(range(len(sizes)), 2):
        for value, another in product(range(sizes[one]), range(sizes[other])):
            if ((one, value), (other, another)) not in forbidden:
                pairs.append(((one, value), (other, another)))
    return pairs


def all_of(factors: Sequence[int], sizes: Sequence[int], forbidden: Collection[Target] = ()) -> list[Target]:
    """Every combination of values of these factors in which no pair is forbidden."""
    ordered = sorted(factors)
    combined = (tuple(zip(ordered, values, strict=True)) for values in product(*(range(sizes[i]) for i in ordered)))
    return [target for target in combined if not any(pair in forbidden for pair in combinations(target, 2))]


def covered_by(row: Row, targets: Iterable[Target]) -> list[Target]:
    return [target for target in targets if all(row[factor] == value for factor, value in target)]


def _fits(values: dict[int, int], factor: int, value: int, forbidden: Collection[Target]) -> bool:
    new = (factor, value)
    return not any(tuple(sorted((new, taken))) in forbidden for taken in values.items())


class _Greedy:
    """Targets that are not covered yet, by the values that they hold."""

    def __init__(self, sizes: Sequence[int], forbidden: Collection[Target], targets: Iterable[Target]) -> None:
        self.sizes = sizes
        self.forbidden = forbidden
        self.open = dict.fromkeys(targets)
        self.holding: dict[tuple[int, int], dict[Target, None]] = {}
        for target in self.open:
            for assignment in target:
                self.holding.setdefault(assignment, {})[target] = None

    def remove(self, row: Row) -> None:
        for target in covered_by(row, tuple(self.open)):
            del self.open[target]
            for assignment in target:
                del self.holding[assignment][target]

    def gain(self, values: dict[int, int], factor: int, value: int) -> int:
        """How many open targets are covered, now that this value joins the others."""
        joined = values | {factor: value}
        holding = self.holding.get((factor, value), {})
        return sum(all(joined.get(other) == wanted for other, wanted in target) for target in holding)

    def fill(self, target: Target, dice: random.Random) -> tuple[int, Row] | None:
        """A row with this target, and how many it covers; None where no value fits any more."""
        values = dict(target)
        rest = [factor for factor in range(len(self.sizes)) if factor not in values]
        dice.shuffle(rest)
        gained = 1
        for factor in rest:
            choices = [value for value in range(self.sizes[factor]) if _fits(values, factor, value, self.forbidden)]
            if not choices:
                return None
            dice.shuffle(choices)
            gain, best = max(((self.gain(values, factor, value), value) for value in choices), key=lambda pair: pair[0])
            values[factor] = best
            gained += gain
        return gained, tuple(values[factor] for factor in range(len(self.sizes)))


def cover(
    sizes: Sequence[int],
    targets: Iterable[Target],
    forbidden: Collection[Target] = (),
    *,
    given: Iterable[Row] = (),
    seed: int = 1,
) -> list[Row]:
    """Rows that cover all targets: those that are given, and as few more as a greedy search finds.

    The same for the same arguments, everywhere. CoveringError where a target can be in no row.
    """
    dice = random.Random(seed)
    greedy = _Greedy(sizes, forbidden, targets)
    rows = list(given)
    for row in rows:
        greedy.remove(row)
    while greedy.open:
        target = next(iter(greedy.open))
        candidates = [row for row in (greedy.fill(target, dice) for _ in range(CANDIDATES)) if row is not None]
        if not candidates:
            raise CoveringError(f"nothing goes with {target}")
        _, best = max(candidates, key=lambda candidate: candidate[0])
        rows.append(best)
        greedy.remove(best)
    return rows


def uncovered(rows: Iterable[Row], targets: Iterable[Target]) -> Iterator[Target]:
    """Targets that are in none of the rows."""
    seen = list(rows)
    for target in targets:
        if not any(all(row[factor] == value for factor, value in target) for row in seen):
            yield target

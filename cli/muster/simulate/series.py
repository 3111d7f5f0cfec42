# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of a run, put together: one series for each algorithm, one group for each construct and placement."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from muster.simulate.growth import Growth, grow
from muster.simulate.program import Row
from muster.simulate.words import algorithm_of


@dataclass(frozen=True)
class Series:
    """The rows of one algorithm, by team size."""

    algorithm: str
    rows: dict[int, Row] = field(default_factory=dict)

    @property
    def costs(self) -> dict[int, float]:
        return {size: float(self.rows[size]["ns"]) for size in sorted(self.rows)}

    @cached_property
    def growth(self) -> Growth:
        return grow(self.costs)


@dataclass(frozen=True)
class Group:
    """What one plot shows."""

    construct: str
    placement: str
    series: list[Series] = field(default_factory=list)

    @property
    def sizes(self) -> list[int]:
        return sorted({size for one in self.series for size in one.rows})

    @property
    def largest(self) -> int:
        return self.sizes[-1]

    def cheapest_at(self, size: int) -> Series:
        """The series that is lowest at a size of the group; the first of them if several are."""
        return min((one for one in self.series if size in one.rows), key=lambda one: one.costs[size])

    def cheapest_first(self) -> list[Series]:
        """By the cost of the largest team that each has."""
        return sorted(self.series, key=lambda one: one.costs[max(one.rows)])


def groups_of(rows: Iterable[Row]) -> list[Group]:
    """The groups in the order of their first rows. A size that was asked for twice counts once."""
    groups: dict[tuple[str, str], dict[str, Series]] = {}
    for row in rows:
        group = groups.setdefault((row["construct"], row["placement"]), {})
        algorithm = algorithm_of(row)
        group.setdefault(algorithm, Series(algorithm)).rows[int(row["threads"])] = row
    return [Group(*key, list(series.values())) for key, series in groups.items()]


def add_growth(rows: Iterable[Row]) -> None:
    """Gives each row the growth of its series, under `growth`."""
    rows = list(rows)
    growths = {
        (group.construct, group.placement, one.algorithm): one.growth.figures()
        for group in groups_of(rows)
        for one in group.series
    }
    for row in rows:
        row["growth"] = growths[row["construct"], row["placement"], algorithm_of(row)]

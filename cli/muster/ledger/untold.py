# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was not told is dealt out like what was told at the same places."""

from collections.abc import Collection, Iterable
from dataclasses import fields

from muster.ledger.form import WAITS, Category, Kind
from muster.ledger.row import Row

# Of a row, what grows with the number of its constructs.
COUNTS = ("count", "units", "pieces", "asks", "samples", "wakeups", "untold", "paid_units", "bare_units")
SUMS = ("held_ns", "lost_ns", "asleep_ns", "waking_ns", "paid_ns", "bare_ns", "asking_ns", "span_squares_ns2")


def divide_untold_tasks(rows: Collection[Row]) -> None:
    """Untold tasks that ran where they were made are in the time of what is around them, and so is the making of all.

    It is useful time there. What the tasks took becomes time of tasks, and their making is none.
    """
    for task in [row for row in rows if row.kind is Kind.TASK and row.bare_units]:
        around = [row for row in rows if task.parent in (row.parent, row.code)]
        around.sort(key=lambda row: -row.ns[Category.WORK])
        making = task.untold * task.unit_cost_ns
        found = _take(around, Category.WORK, making)
        task.ns[Category.CREATE] += found + _take(around, Category.TASK, making - found)
        task.ns[Category.TASK] += _take(around, Category.WORK, task.untold * task.bare_ns / task.bare_units)


def _take(rows: Iterable[Row], category: Category, wanted: float) -> float:
    """Takes the time from the rows, the first ones first. Returns how much there was."""
    left = max(0.0, wanted)
    for row in rows:
        amount = min(left, row.ns[category])
        row.ns[category] -= amount
        left -= amount
    return max(0.0, wanted) - left


def deal_untold_regions(rows: Collection[Row], between: Category) -> None:
    """The time of a thread in untold regions becomes time of their constructs, in the proportions of the told ones.

    `between` is what the thread does between regions. The ledger's own part is left out of the proportions, as it takes
    next to nothing where nothing is told.
    """
    for region in [row for row in rows if row.kind is Kind.REGION]:
        untold_ns, region.ns[Category.UNTOLD] = region.ns[Category.UNTOLD], 0.0
        if not untold_ns and not region.untold_shares:
            continue
        inside = _inside(region, rows)
        gap_ns = region.gap_ns / region.gaps if region.gaps else 0.0
        bare = [(row, category, _bare_ns(row, category)) for row in inside for category in _in_regions()]
        whole_ns = sum(ns for *_, ns in bare) + gap_ns * region.count
        if not whole_ns:
            region.ns[Category.WORK] += untold_ns
            continue
        for row, category, ns in bare:
            row.ns[category] += untold_ns * ns / whole_ns
        region.ns[between] += untold_ns * gap_ns * region.count / whole_ns
        by = region.untold_shares / region.count
        for row in inside:
            _grow(row, by)


def _inside(region: Row, rows: Collection[Row]) -> list[Row]:
    """The region's row, and those of what is in it, in regions in it too."""
    found = [region]
    codes = {region.code}
    while more := [row for row in rows if row.parent in codes and all(row is not one for one in found)]:
        found += more
        codes |= {row.code for row in more if row.kind in (Kind.REGION, Kind.LEAGUE)}
    return found


def _in_regions() -> Iterable[Category]:
    return (one for one in Category if one not in (Category.ABSENT, Category.SERIAL, Category.IDLE, Category.UNTOLD))


def _bare_ns(row: Row, category: Category) -> float:
    """The row's time without what the ledger took of it."""
    alike: tuple[Category, ...]
    work = (Category.WORK, Category.TASK)
    if category in work:
        alike, own_ns = work, row.own_work_ns
    elif category in WAITS:
        alike, own_ns = WAITS, row.own_wait_ns
    else:
        alike, own_ns = tuple(one for one in _in_regions() if one not in (*work, *WAITS)), row.own_other_ns
    all_ns = sum(row.ns[one] for one in alike)
    return row.ns[category] * max(0.0, 1.0 - own_ns / all_ns) if all_ns else 0.0


def _grow(row: Row, by: float) -> None:
    for item in fields(Row):
        if item.name in COUNTS:
            setattr(row, item.name, round(getattr(row, item.name) * (1.0 + by)))
        elif item.name in SUMS:
            setattr(row, item.name, getattr(row, item.name) * (1.0 + by))
    row.span_ns += by * max(0.0, row.span_ns - (row.own_elapsed_ns if row.kind is Kind.REGION else 0.0))

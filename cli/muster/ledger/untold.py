# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was not told is dealt out like what was told at the same places."""

from collections.abc import Collection, Iterable
from dataclasses import fields

from muster.ledger.form import WAITS, Category, Kind
from muster.ledger.row import Row

# These fields of a row grow with the number of its constructs.
COUNTS = ("count", "units", "pieces", "asks", "samples", "wakeups", "untold", "paid_units", "bare_units")
SUMS = ("held_ns", "lost_ns", "asleep_ns", "waking_ns", "paid_ns", "bare_ns", "asking_ns", "span_squares_ns2")
# Other threads have a part in how long these take.
MET = (Category.FORK, Category.JOIN, *WAITS)


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
    """The time of a thread in untold regions becomes time of their constructs.

    What the thread does by itself takes as long as in told ones, without the ledger's part; `between` is what it does
    between regions. What is left is begin, end and waits, which the ledger makes longer on several ways where it tells.
    """
    for region in [row for row in rows if row.kind is Kind.REGION]:
        untold_ns, region.ns[Category.UNTOLD] = region.ns[Category.UNTOLD], 0.0
        if not untold_ns and not region.untold_shares:
            continue
        inside = _inside(region, rows)
        by = region.untold_shares / max(region.count, 1)
        own = [(row, one, by * _bare_ns(row, one)) for row in inside for one in _in_regions() if one not in MET]
        own.append((region, between, by * region.count * region.gap_ns / max(region.gaps, 1)))
        met = [(row, one, _bare_ns(row, one)) for row in inside for one in MET]
        # There is less time than that only where the told ones were longer.
        own_ns = min(_sum(own), untold_ns) if _sum(met) else untold_ns
        before_ns = region.ns[between]
        _deal(own_ns, own if _sum(own) else [(region, Category.WORK, 1.0)])
        _deal(untold_ns - own_ns, met)
        for row in inside:
            _grow(row, by)
        region.span_ns += untold_ns - (region.ns[between] - before_ns) if region.span_ns else 0.0
    # A thread has no row of regions of which it was told no share.
    for row in rows:
        untold_ns, row.ns[Category.UNTOLD] = row.ns[Category.UNTOLD], 0.0
        if not untold_ns:
            continue
        all_told = [(one, category, one.ns[category]) for one in rows for category in (*_in_regions(), between)]
        _deal(untold_ns, all_told if _sum(all_told) else [(row, between, 1.0)])


# A row and a category of it, and how long it was, or by what it gets its part.
Parts = list[tuple[Row, Category, float]]


def _sum(parts: Parts) -> float:
    return sum(ns for *_, ns in parts)


def _deal(ns: float, parts: Parts) -> None:
    whole = _sum(parts)
    for row, category, part in parts:
        row.ns[category] += ns * part / whole if whole else 0.0


def _inside(region: Row, rows: Collection[Row]) -> list[Row]:
    """The region's row, and those of what is in it, in regions in it too."""
    found = {id(region): region}
    codes = {region.code}
    while more := [row for row in rows if row.parent in codes and id(row) not in found]:
        found |= {id(row): row for row in more}
        codes |= {row.code for row in more if row.kind in (Kind.REGION, Kind.LEAGUE)}
    return list(found.values())


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
    if row.kind is not Kind.REGION:
        row.span_ns *= 1.0 + by

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of all threads put together: constructs, and regions with the constructs in them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace

from muster.ledger.form import Category, Kind
from muster.ledger.reader import Ledger
from muster.ledger.row import Row

# Categories in which a thread does what the program is for.
USEFUL = (Category.WORK, Category.TASK)
WAITS_AT_BARRIERS = (Category.REGION_WAIT, Category.BARRIER)
FORK_AND_JOIN = (Category.FORK, Category.JOIN)
REGIONS = (Kind.REGION, Kind.LEAGUE)
# What a row of a region tells of the time after it.
BETWEEN_REGIONS = (Category.SERIAL, Category.IDLE, Category.ABSENT)


@dataclass
class Construct:
    """One construct of the program: its rows by thread."""

    code: int
    parent: int
    object: int
    kind: Kind
    rows: dict[int, Row] = field(default_factory=dict)

    def ns(self, *categories: Category) -> float:
        """Time of all threads in any of the categories."""
        return sum(row.ns[category] for row in self.rows.values() for category in categories)

    def by_thread(self, *categories: Category) -> dict[int, float]:
        return {thread: sum(row.ns[category] for category in categories) for thread, row in self.rows.items()}

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows.values())

    @property
    def detail(self) -> int:
        return max(row.detail for row in self.rows.values())

    @property
    def units(self) -> int:
        return sum(row.units for row in self.rows.values())

    @property
    def pieces(self) -> int:
        return sum(row.pieces for row in self.rows.values())

    @property
    def untold(self) -> int:
        return sum(row.untold for row in self.rows.values())

    @property
    def asks(self) -> int:
        return sum(row.asks for row in self.rows.values())

    @property
    def span_ns(self) -> float:
        return sum(row.span_ns for row in self.rows.values())

    @property
    def held_ns(self) -> float:
        return sum(row.held_ns for row in self.rows.values())

    @property
    def slept_ns(self) -> float:
        """Asleep in waits, and on the way out of sleep; idle threads not counted."""
        return sum(row.asleep_ns + row.waking_ns for row in self.rows.values())

    @property
    def wakeups(self) -> int:
        return sum(row.wakeups for row in self.rows.values())


@dataclass
class Region:
    """A parallel region of the program, over all the times that it ran."""

    itself: Construct
    constructs: list[Construct] = field(default_factory=list)
    # The same as `itself`, by the region around it: what is in it tells its code alone.
    parts: list[Construct] = field(default_factory=list)

    @property
    def code(self) -> int:
        return self.itself.code

    @property
    def instances(self) -> int:
        """How often it ran; a thread that is in one when the ledger ends has not told of it."""
        return sum(row.count for part in self.parts for row in part.rows.values() if row.span_ns > 0)

    @property
    def elapsed_ns(self) -> float:
        """How long the primary threads were in it, summed."""
        return self.itself.span_ns

    @property
    def team(self) -> float:
        """Threads, on average; a league has teams, of which a thread runs one after the other."""
        if self.itself.kind is Kind.LEAGUE:
            return 1.0
        return self.itself.units / self.instances if self.instances else 0.0

    @property
    def team_largest(self) -> int:
        return max(row.team_largest for row in self.itself.rows.values())

    @property
    def least_ns(self) -> float:
        """How long the shortest run of it took, which hardly any other process had a part in."""
        return min((row.span_least_ns for row in self.itself.rows.values() if row.span_ns > 0), default=0.0)

    @property
    def least_shares_ns(self) -> float:
        """The shortest shares of a team's threads together."""
        shares = [row.share_least_ns for row in self.itself.rows.values() if row.share_least_ns > 0]
        return sum(shares) / len(shares) * self.team if shares else 0.0

    @property
    def resizes(self) -> int:
        return self.itself.pieces

    def ns(self, *categories: Category) -> float:
        """Time of all threads in the region and its constructs, but not in regions in it."""
        own = sum(self.itself.ns(category) for category in categories if category not in BETWEEN_REGIONS)
        return own + sum(construct.ns(*categories) for construct in self.constructs)

    def by_thread(self, *categories: Category) -> dict[int, float]:
        """The same for each thread that took part."""
        found: dict[int, float] = defaultdict(float)
        for construct in (self.itself, *self.constructs):
            for thread, ns in construct.by_thread(*categories).items():
                found[thread] += ns
        return dict(found)

    def of_kind(self, *kinds: Kind) -> list[Construct]:
        return [construct for construct in self.constructs if construct.kind in kinds]

    @property
    def useful_ns(self) -> float:
        return self.ns(*USEFUL)

    @property
    def own_work_ns(self) -> float:
        """What the ledger took of `useful_ns`."""
        return sum(row.own_work_ns for one in (self.itself, *self.constructs) for row in one.rows.values())

    @property
    def own_ns(self) -> float:
        """What the ledger took of the CPU time of all threads, waits or not: in place, and on the ways as much again.

        The ways are timed nowhere (Row.own_elapsed_ns).
        """
        rows = [row for one in (self.itself, *self.constructs) for row in one.rows.values()]
        return 2.0 * sum(row.own_work_ns + row.own_wait_ns + row.own_other_ns for row in rows)

    def own_by_thread(self) -> dict[int, float]:
        """By how much the ledger made the time in the region longer, of each thread that took part."""
        found: dict[int, float] = defaultdict(float)
        for construct in (self.itself, *self.constructs):
            for thread, row in construct.rows.items():
                found[thread] += row.own_elapsed_ns
        return dict(found)

    @property
    def own_elapsed_ns(self) -> float:
        """What the ledger took of `elapsed_ns`."""
        own = self.own_by_thread()
        return sum(own[thread] for thread, row in self.itself.rows.items() if row.span_ns > 0)

    @property
    def slept_ns(self) -> float:
        """Of the waits in the region and its constructs: asleep, or on the way out of sleep."""
        return sum(construct.slept_ns for construct in (self.itself, *self.constructs))

    @property
    def wakeups(self) -> int:
        return sum(construct.wakeups for construct in (self.itself, *self.constructs))

    @property
    def useful_by_thread(self) -> list[float]:
        """The largest first, as many as the team has on average."""
        found = sorted(self.by_thread(*USEFUL).values(), reverse=True)
        return found[: max(1, round(self.team))]


def constructs_of(ledger: Ledger) -> list[Construct]:
    """Each construct once, with the rows of the threads that met it.

    A compiler that unrolls the loop around a region has several calls of it; they are one region, as they run one
    function.
    """
    rows = [(thread.index, row) for thread in ledger.threads for row in thread.rows.values()]
    first: dict[int, int] = {}
    same: dict[int, int] = {}
    for _, row in rows:
        if row.kind in REGIONS and row.object:
            same[row.code] = first.setdefault(row.object, row.code)
    found: dict[tuple[int, int, int, Kind], Construct] = {}
    for thread, row in rows:
        code = same.get(row.code, row.code) if row.kind in REGIONS else row.code
        key = (code, same.get(row.parent, row.parent), row.object, row.kind)
        mine = found.setdefault(key, Construct(*key)).rows
        mine[thread] = added(mine[thread], row) if thread in mine else row
    return list(found.values())


LEASTS = ("span_least_ns", "share_least_ns")
MOSTS = ("team_last", "team_largest", "detail", "span_most_ns", "held_most_ns", "requested_most")
KEYS = ("code", "parent", "object", "kind", "ns")


def added(one: Row, other: Row) -> Row:
    """Both rows as one, with the key of the first."""
    result = replace(one, ns=[a + b for a, b in zip(one.ns, other.ns, strict=True)])
    for item in fields(Row):
        a, b = getattr(one, item.name), getattr(other, item.name)
        if item.name in MOSTS:
            setattr(result, item.name, max(a, b))
        elif item.name in LEASTS:
            setattr(result, item.name, min(a, b) if a and b else a or b)
        elif item.name not in KEYS:
            setattr(result, item.name, a + b)
    return result


def regions_of(constructs: Iterable[Construct]) -> list[Region]:
    """The regions, the longest first.

    By Clang the teams of a league have a region each, at the same place, and that has what is inside.
    """
    inner: dict[int, list[Construct]] = defaultdict(list)
    parts: dict[tuple[int, Kind], list[Construct]] = defaultdict(list)
    for construct in constructs:
        if construct.kind in REGIONS:
            parts[construct.code, construct.kind].append(construct)
        else:
            inner[construct.parent].append(construct)
    regions = [
        Region(_together(same), [] if kind is Kind.LEAGUE and (code, Kind.REGION) in parts else inner[code], same)
        for (code, kind), same in parts.items()
    ]
    return sorted(regions, key=lambda region: -region.elapsed_ns)


def _together(parts: list[Construct]) -> Construct:
    """With the key of the part that took the longest."""
    longest = max(parts, key=lambda part: part.span_ns)
    whole = Construct(longest.code, longest.parent, longest.object, longest.kind)
    for part in parts:
        for thread, row in part.rows.items():
            whole.rows[thread] = added(whole.rows[thread], row) if thread in whole.rows else row
    return whole


def totals_of(ledger: Ledger) -> dict[Category, float]:
    """Time of all threads by category. The sum is threads x wall time."""
    return {
        category: sum(row.ns[category] for thread in ledger.threads for row in thread.rows.values())
        for category in Category
    }


@dataclass(frozen=True)
class Sleep:
    """Time of all threads: asleep, and signalled but not running yet; and how often that was."""

    asleep_ns: float
    waking_ns: float
    wakeups: int


def sleep_of(ledger: Ledger) -> tuple[Sleep, Sleep]:
    """In waits within regions, and between regions. Both are parts of what totals_of() says."""
    rows = [row for thread in ledger.threads for row in thread.rows.values()]
    waiting = Sleep(
        sum(row.asleep_ns for row in rows), sum(row.waking_ns for row in rows), sum(row.wakeups for row in rows)
    )
    idle = Sleep(
        sum(row.idle_asleep_ns for row in rows),
        sum(row.idle_waking_ns for row in rows),
        sum(row.idle_wakeups for row in rows),
    )
    return waiting, idle

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ledger's file as values: times in nanoseconds, intervals that were open at the end closed."""

import mmap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from muster.ledger import form
from muster.ledger.form import WAITS, Category, Flag, Kind, Rest

# A program shorter than this has no second pair of clocks that says how long a tick is.
SHORTEST_MARK_NS = 1000
LIKELY_TICKS_PER_NS = 2.5


class LedgerError(Exception):
    """The file is no ledger, or none that this command reads; the message says why."""


@dataclass
class Row:
    """A construct of one place and region, as one thread met it. `ns` has a time for each category."""

    code: int
    parent: int
    object: int
    kind: Kind
    detail: int = 0
    team_last: int = 0
    team_largest: int = 0
    ns: list[float] = field(default_factory=lambda: [0.0] * len(Category))
    count: int = 0
    units: int = 0
    pieces: int = 0
    asks: int = 0
    samples: int = 0
    span_ns: float = 0.0
    span_least_ns: float = 0.0
    span_most_ns: float = 0.0
    span_squares_ns2: float = 0.0
    held_ns: float = 0.0
    held_most_ns: float = 0.0
    lost_ns: float = 0.0
    requested_most: int = 0
    # Parts of `ns`: asleep in a wait, and signalled but not running yet; and how often. Idle threads are counted apart.
    asleep_ns: float = 0.0
    waking_ns: float = 0.0
    wakeups: int = 0
    idle_asleep_ns: float = 0.0
    idle_waking_ns: float = 0.0
    idle_wakeups: int = 0
    # Chunks of whose handing out nothing else tells; and some that were timed with that, and some without it.
    untold: int = 0
    paid_units: int = 0
    paid_ns: float = 0.0
    bare_units: int = 0
    bare_ns: float = 0.0
    # What the ledger took of the time to say of all of them that they are not told.
    asking_ns: float = 0.0
    # What the ledger took of `ns` in regions: of work and tasks, of the waits, and of the rest. Some is timed for
    # all.
    own_work_ns: float = 0.0
    own_wait_ns: float = 0.0
    own_other_ns: float = 0.0
    # What telling of a region's shares takes of their work, known from shares whose work was timed by itself.
    # It is in own_work_ns too.
    telling_ns: float = 0.0
    # The thread's shortest share of the region, as it is with the ledger; 0: none has ended.
    share_least_ns: float = 0.0

    @property
    def own_elapsed_ns(self) -> float:
        """What the ledger took of the thread's time here that made it longer.

        A thread books while it waits for the others. Where it goes on to wait for as long, they come no later for it.
        What telling takes on the way from the begin of a region to those of its shares, and from their ends to its own,
        is in nothing that is timed. It is taken for as much as what telling takes between the begin of a share and its
        end: as many readings of the clock, of which some wait for nobody.
        """
        waits = sum(self.ns[category] for category in WAITS)
        lengthens = min(max(0.0, 2.0 * self.own_wait_ns - waits), self.own_wait_ns)
        return self.own_work_ns + self.telling_ns + self.own_other_ns + lengthens

    @property
    def unit_cost_ns(self) -> float:
        """What one of the `untold` costs; 0 where that is not known."""
        if not self.paid_units or not self.bare_units:
            return 0.0
        return max(0.0, self.paid_ns / self.paid_units - self.bare_ns / self.bare_units)


@dataclass(frozen=True)
class Span:
    """From `begin_ns` on, counted from the start of the ledger, the thread did this; `row` is a place in its table."""

    begin_ns: float
    row: int
    category: Category | Rest


@dataclass
class Thread:
    index: int
    system_id: int
    is_worker: bool
    rows: dict[int, Row]
    spans: list[Span]
    spans_lost: int
    too_deep: int
    is_helper: bool = False

    def total_ns(self) -> float:
        return sum(sum(row.ns) for row in self.rows.values())


@dataclass(frozen=True)
class Module:
    """Where a file's code is loaded."""

    begin: int
    end: int
    offset: int
    path: str


@dataclass
class Ledger:
    process: int
    command: list[str]
    cpus: int
    quota_cpus: int
    default_team: int
    max_active_levels: int
    blocktime_ns: int
    flags: Flag
    wall_ns: float
    ended: bool
    threads_refused: int
    threads: list[Thread]
    modules: list[Module]
    # A reading of the ledger's clock, and what it books for an interval in which nothing is done; 0: not known.
    clock_ns: float = 0.0
    interval_ns: float = 0.0


def read_ledger(path: Path) -> Ledger:
    """Reads the file; it may still be written to."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _Reader(data).ledger()
    except (OSError, ValueError) as error:
        raise LedgerError(f"{path} cannot be read: {error}") from None


def ledgers_of(folder: Path) -> list[Ledger]:
    """Those that the processes of a run kept with MUSTER_LEDGER=FOLDER/%p; the one with the most time first."""
    found = []
    for file in folder.glob("[0-9]*"):
        try:
            ledger = read_ledger(file)
        except LedgerError:
            continue
        # Without threads the process used no OpenMP.
        found += [ledger] if ledger.threads else []
    return sorted(found, key=lambda ledger: -sum(thread.total_ns() for thread in ledger.threads))


def _move(ns: list[float], source: Category, target: Category, amount: float) -> None:
    """What was booked as one thing is another; no more than there is."""
    amount = min(amount, ns[source])
    ns[target] += amount
    ns[source] -= amount


def _take(rows: Iterable[Row], category: Category, wanted: float) -> float:
    """Takes the time from the rows, the first ones first. Returns how much there was."""
    left = max(0.0, wanted)
    for row in rows:
        amount = min(left, row.ns[category])
        row.ns[category] -= amount
        left -= amount
    return max(0.0, wanted) - left


def _divide_untold_tasks(rows: Collection[Row]) -> None:
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


def _doing(number: int) -> Category | Rest:
    return Rest(number) if number >= len(Category) else Category(number)


def _last_moment(part: dict[str, int]) -> int:
    """When the thread told of something last, booked or not."""
    pending = part["pending"]
    left = part["left_ticks"] if pending & (form.REGION_ENDED | form.WORKER_LEFT) else 0
    begun = part["share_ticks"] if pending & (form.PRIMARY_SHARE | form.WORKER_SHARE) else 0
    return max(part["since_ticks"], left, begun)


class _Reader:
    def __init__(self, data: mmap.mmap) -> None:
        if len(data) < form.COMMAND_OFFSET or data[:8] != form.MAGIC:
            raise LedgerError("the file is no ledger: it does not begin with MUSTERLG")
        self.data = data
        self.header = dict(zip(form.HEADER_FIELDS, form.HEADER.unpack_from(data), strict=True))
        if self.header["version"] != form.VERSION:
            raise LedgerError(f"the ledger has form {self.header['version']}, and this command reads {form.VERSION}")
        if self.header["row_bytes"] != form.ROW.size or self.header["file_bytes"] > len(data):
            raise LedgerError("the ledger is cut short or damaged")
        self.start = self.header["start_ticks"]
        self.ns_per_tick = self._ns_per_tick()

    def _ns_per_tick(self) -> float:
        if self.header["flags"] & Flag.TICKS_ARE_NS:
            return 1.0
        ns = self.header["mark_ns"] - self.header["start_ns"]
        ticks = self.header["mark_ticks"] - self.start
        return ns / ticks if ns > SHORTEST_MARK_NS and ticks > 0 else 1.0 / LIKELY_TICKS_PER_NS

    def ledger(self) -> Ledger:
        header = self.header
        used = min(header["slots_claimed"], header["slots"])
        parts = [(index, part) for index in range(used) if (part := self._part(index))["presence"] != form.NEVER]
        end = max([header["end_ticks"], self.start, *(_last_moment(part) for _, part in parts)])
        command = self.data[form.COMMAND_OFFSET : form.COMMAND_OFFSET + header["command_used"]]
        return Ledger(
            process=header["process"],
            command=[word.decode(errors="replace") for word in command.rstrip(b"\0").split(b"\0")],
            cpus=header["cpus"],
            quota_cpus=header["quota_cpus"],
            default_team=header["default_team"],
            max_active_levels=header["max_active_levels"],
            blocktime_ns=header["blocktime_ns"],
            flags=Flag(header["flags"]),
            wall_ns=(end - self.start) * self.ns_per_tick,
            ended=header["end_ticks"] != 0,
            threads_refused=header["threads_refused"],
            threads=[self._thread(index, part, end) for index, part in parts],
            modules=self._modules(),
            clock_ns=header["clock_ticks"] * self.ns_per_tick,
            interval_ns=header["interval_ticks"] * self.ns_per_tick,
        )

    def _at(self, index: int) -> int:
        return int(self.header["slots_offset"] + index * self.header["slot_bytes"])

    def _part(self, index: int) -> dict[str, int]:
        values = form.THREAD.unpack_from(self.data, self._at(index))
        return dict(zip(form.THREAD_FIELDS, values[: len(form.THREAD_FIELDS)], strict=True))

    def _end_of_share(self, part: dict[str, int]) -> int | None:
        """When the region ended in which the worker has had its last share; None: it goes on, or that is not known."""
        number = part["share"]
        slot, depth, count = (number & 0xFFFF) - 1, number >> 16 & 0xFF, number >> 24
        if number == 0 or slot >= self.header["slots"] or depth >= form.END_LEVELS:
            return None
        values = form.THREAD.unpack_from(self.data, self._at(slot))[len(form.THREAD_FIELDS) :]
        if values[depth] - count >= form.ENDS:
            return part["since_ticks"]
        end = int(values[form.END_LEVELS + depth * form.ENDS + count % form.ENDS])
        return end if end >= part["since_ticks"] else None

    def _open(self, part: dict[str, int], end: int) -> list[tuple[Category, int]]:
        """What the thread has done since its last change, which is not booked: categories, each with its ticks."""
        changes = [(part["since_ticks"], Category(part["category"]))]
        pending = part["pending"]
        if changes[0][1] is Category.REGION_WAIT and part["kind"] == form.WORKER:
            ended = self._end_of_share(part)
            if ended is not None:
                changes.append((ended, Category.IDLE))
        if pending & form.REGION_ENDED:
            changes.append((part["left_ticks"], Category.SERIAL))
        if pending & (form.PRIMARY_SHARE | form.WORKER_SHARE):
            changes.append((part["share_ticks"], Category.WORK))
        if pending & form.WORKER_LEFT:
            changes.append((part["left_ticks"], Category.REGION_WAIT))
        # The thread may have been killed between two stores.
        moments = list(accumulate((min(moment, end) for moment, _ in changes), max))
        return [
            (category, after - moment)
            for (_, category), moment, after in zip(changes, moments, [*moments[1:], end], strict=True)
        ]

    def _thread(self, index: int, part: dict[str, int], end: int) -> Thread:
        rows: dict[int, Row] = {}
        at = self._at(index) + self.header["rows_offset"]
        for place in range(self.header["rows"]):
            values = form.ROW.unpack_from(self.data, at + place * form.ROW.size)
            if values[3] != Kind.NONE:
                rows[place] = self._row(values)
        _divide_untold_tasks(rows.values())
        # What was open when the file was written last went on until the end. A share that is pending is taken for one
        # of the last region.
        for category, ticks in self._open(part, end):
            rows[part["row"]].ns[category] += ticks * self.ns_per_tick
        if part["asleep_since"] and not part["pending"]:
            slept = (end - max(part["asleep_since"], part["since_ticks"])) * self.ns_per_tick
            if self._open(part, end)[-1][0] is Category.IDLE:
                rows[part["row"]].idle_asleep_ns += slept
            else:
                rows[part["row"]].asleep_ns += slept
        rows[0].ns[Category.ABSENT] += (part["begin_ticks"] - self.start) * self.ns_per_tick
        spans, lost = self._spans(index, part["spans_written"])
        is_worker = part["kind"] == form.WORKER
        is_helper = part["kind"] == form.HELPER
        return Thread(index, part["system_id"], is_worker, rows, spans, lost, part["too_deep"], is_helper)

    def _row(self, values: Sequence[float]) -> Row:
        code, parent, mutex, kind, detail, last, largest = (int(value) for value in values[:7])
        row = Row(code, parent, mutex, Kind(kind), detail, last, largest)
        ns = [ticks * self.ns_per_tick for ticks in values[7:23]]
        row.count, row.units, row.pieces, row.asks, row.samples = (int(value) for value in values[23:28])
        if row.samples:
            # The requests that were not timed took as long as those that were, which have a part of the ledger's own.
            own = self.header["interval_ticks"] * self.ns_per_tick * row.samples
            asked = max(0.0, ns[Category.SCHEDULE] - own) * row.asks / row.samples
            _move(ns, Category.WORK, Category.SCHEDULE, asked - ns[Category.SCHEDULE])
        row.ns = ns
        rate = self.ns_per_tick
        row.span_ns, row.span_least_ns, row.span_most_ns = (value * rate for value in values[28:31])
        row.span_squares_ns2 = values[31] * rate * rate
        row.held_ns, row.held_most_ns = (value * rate for value in values[32:34])
        row.lost_ns = values[34]
        row.requested_most = int(values[35])
        row.share_least_ns = values[37] * rate
        row.asleep_ns, row.waking_ns = (value * rate for value in values[38:40])
        row.idle_asleep_ns, row.idle_waking_ns = (value * rate for value in values[41:43])
        row.wakeups, row.idle_wakeups = int(values[40]), int(values[43])
        row.untold, row.paid_units, row.bare_units = (int(values[place]) for place in (44, 45, 47))
        row.paid_ns, row.bare_ns = values[46] * rate, values[48] * rate
        row.asking_ns = values[49] * rate * row.untold / max(row.paid_units, 1)
        row.own_work_ns, row.own_wait_ns, row.own_other_ns = (value * rate for value in values[50:53])
        if values[53]:
            row.telling_ns = values[54] * rate / values[53] * row.count
            row.own_work_ns += row.telling_ns
        if row.kind is Kind.LOOP:
            _move(ns, Category.WORK, Category.SCHEDULE, row.untold * row.unit_cost_ns)
        return row

    def _spans(self, index: int, written: int) -> tuple[list[Span], int]:
        capacity = self.header["spans"]
        at = self._at(index) + self.header["spans_offset"]
        first = max(0, written - capacity)
        found = (form.SPAN.unpack_from(self.data, at + n % capacity * form.SPAN.size) for n in range(first, written))
        return [
            Span((ticks - self.start) * self.ns_per_tick, row, _doing(category)) for ticks, row, category in found
        ], first

    def _modules(self) -> list[Module]:
        at = self.header["text_offset"]
        text = self.data[at : at + self.header["text_used"]].decode(errors="replace")
        modules = []
        for line in text.splitlines():
            begin, end, offset, path = line.split(" ", 3)
            modules.append(Module(int(begin, 16), int(end, 16), int(offset, 16), path))
        return modules

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ledger's file as values: times in nanoseconds, intervals that were open at the end closed."""

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from muster.ledger import form
from muster.ledger.form import Category, Flag, Kind, Rest
from muster.ledger.row import Row
from muster.ledger.untold import deal_untold_regions, divide_untold_tasks

# A program shorter than this has no second pair of clocks that says how long a tick is, nor has one that was killed in
# its first region.
SHORTEST_MARK_NS = 1000
LIKELY_TICKS_PER_NS = 2.5


class LedgerError(Exception):
    """The file is no ledger, or none that this command reads; the message says why."""


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
    # Nothing says how long a tick is: times are right beside one another, and not in nanoseconds.
    is_rate_guessed: bool = False


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


def _doing(number: int) -> Category | Rest:
    return Rest(number) if number >= len(Category) else Category(number)


def _between(part: dict[str, int]) -> Category:
    """What the thread does between regions."""
    return Category.IDLE if part["kind"] == form.WORKER else Category.SERIAL


def _last_moment(part: dict[str, int]) -> int:
    """When the thread told of something last, booked or not."""
    pending = part["pending"]
    left = part["left_ticks"] if pending & (form.REGION_ENDED | form.WORKER_LEFT) else 0
    begun = part["share_ticks"] if pending & (form.PRIMARY_SHARE | form.WORKER_SHARE) else 0
    return max(part["since_ticks"], left, begun, part["asleep_since"])


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
        rate = self._ns_per_tick()
        self.is_rate_guessed = rate is None
        self.ns_per_tick = 1.0 / LIKELY_TICKS_PER_NS if rate is None else rate

    def _ns_per_tick(self) -> float | None:
        """None where nothing says it."""
        if self.header["flags"] & Flag.TICKS_ARE_NS:
            return 1.0
        ns = self.header["mark_ns"] - self.header["start_ns"]
        ticks = self.header["mark_ticks"] - self.start
        return ns / ticks if ns > SHORTEST_MARK_NS and ticks > 0 else None

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
            is_rate_guessed=self.is_rate_guessed,
        )

    def _at(self, index: int) -> int:
        return int(self.header["slots_offset"] + index * self.header["slot_bytes"])

    def _part(self, index: int) -> dict[str, int]:
        values = form.THREAD.unpack_from(self.data, self._at(index))
        stretch = dict(zip(form.STRETCH_FIELDS, values[-len(form.STRETCH_FIELDS) :], strict=True))
        return dict(zip(form.THREAD_FIELDS, values[: len(form.THREAD_FIELDS)], strict=True)) | stretch

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
        if changes[0][1] is Category.UNTOLD and end - part["since_ticks"] > 2 * part["stretch_expected"]:
            # As the runtime has it when a stretch ends.
            changes.append((part["since_ticks"] + part["stretch_expected"], _between(part)))
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
        divide_untold_tasks(rows.values())
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
        rows[part["row"]].untold_shares += part["stretch_shares"]
        deal_untold_regions(rows.values(), _between(part))
        spans, lost = self._spans(index, part["spans_written"])
        is_worker = part["kind"] == form.WORKER
        is_helper = part["kind"] == form.HELPER
        return Thread(index, part["system_id"], is_worker, rows, spans, lost, part["too_deep"], is_helper)

    def _row(self, values: Sequence[float]) -> Row:
        code, parent, mutex, kind, detail, last, largest = (int(value) for value in values[:7])
        row = Row(code, parent, mutex, Kind(kind), detail, last, largest)
        first = 7 + len(Category)
        rest = dict(zip(form.ROW_FIELDS, values[first:], strict=True))
        rate = self.ns_per_tick
        ns = [ticks * rate for ticks in values[7:first]]
        for name in form.ROW_COUNTS:
            setattr(row, name, int(rest[name]))
        for name in form.ROW_TICKS:
            setattr(row, name.removesuffix("_ticks") + "_ns", rest[name] * rate)
        row.span_squares_ns2 = rest["span_squares"] * rate * rate
        row.lost_ns = rest["lost_ns"]
        if row.samples:
            # The requests that were not timed took as long as those that were, which have a part of the ledger's own.
            own = self.header["interval_ticks"] * rate * row.samples
            asked = max(0.0, ns[Category.SCHEDULE] - own) * row.asks / row.samples
            _move(ns, Category.WORK, Category.SCHEDULE, asked - ns[Category.SCHEDULE])
        row.ns = ns
        row.asking_ns *= row.untold / max(row.paid_units, 1)
        if rest["shares_timed"]:
            row.telling_ns *= row.count / rest["shares_timed"]
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

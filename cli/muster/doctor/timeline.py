# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The last changes of each thread as a trace of Perfetto: TrackEvents in protocol buffers, written by hand.

The numbers are fields of perfetto/trace/trace.proto, trace_packet.proto, track_event.proto and track_descriptor.proto.
"""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.ledger.form import Category, Kind, Rest
from muster.ledger.reader import Thread
from muster.ledger.row import Row

SLICE_BEGIN, SLICE_END = 1, 2
SEQUENCE = 1
# Categories of which a timeline shows nothing.
BLANK = (Category.ABSENT,)
# Numbers of tracks that a process has for itself; a ledger has room for fewer threads.
TRACKS = 1 << 20


def timeline_of(case: Case, rank: int = 0) -> bytes:
    """The whole file, or the part of one of several ranks: these may follow one another."""
    return b"".join(_bytes(1, packet) for packet in _packets(case, rank * TRACKS))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(value: str) -> bytes:
    """Protocol buffers have UTF-8 alone, which a word of a command need not be."""
    return value.encode(errors="backslashreplace")


def _packets(case: Case, first: int) -> Iterator[bytes]:
    process = case.ledger.process
    name = " ".join(case.ledger.command)
    yield _descriptor(first + 1, _bytes(3, _number(1, process) + _bytes(6, _text(name))))
    for thread in case.ledger.threads:
        role = "worker" if thread.is_worker else "helper" if thread.is_helper else "thread of the program"
        label = f"{role} {thread.index}"
        inside = _number(1, process) + _number(2, thread.system_id) + _bytes(5, _text(label))
        yield _descriptor(first + _track(thread), _number(5, 1) + _bytes(4, inside))
        yield from _slices(case, thread, first + _track(thread))


def _descriptor(uuid: int, rest: bytes) -> bytes:
    return _number(10, SEQUENCE) + _bytes(60, _number(1, uuid) + rest)


def _track(thread: Thread) -> int:
    return 100 + thread.index


def _slices(case: Case, thread: Thread, track: int) -> Iterator[bytes]:
    ends = [*(span.begin_ns for span in thread.spans[1:]), case.wall_ns][: len(thread.spans)]
    for span, end in zip(thread.spans, ends, strict=True):
        if span.category in BLANK or end <= span.begin_ns:
            continue
        name = name_of(case, span.category, thread.rows.get(span.row))
        begun = _number(9, SLICE_BEGIN) + _number(11, track) + _bytes(22, _text(span.category.name.lower()))
        yield _event(span.begin_ns, begun + _bytes(23, _text(name)))
        yield _event(end, _number(9, SLICE_END) + _number(11, track))


def name_of(case: Case, category: Category | Rest, row: Row | None) -> str:
    """What a slice is called: what the thread does, and where."""
    what = category.name.lower().replace("_", " ")
    if row is None or not row.code:
        return what
    kind = f" ({row.kind.name.lower()})" if row.kind not in (Kind.REGION, Kind.TASK) else ""
    return f"{what} {case.place_of(row)}{kind}"


def _event(at_ns: float, event: bytes) -> bytes:
    return _number(8, max(0, round(at_ns))) + _number(10, SEQUENCE) + _bytes(11, event)

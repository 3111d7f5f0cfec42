# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ledgers made by hand: as values for the rules, and as files for the reader."""

import struct
from collections.abc import Mapping
from pathlib import Path

from muster.doctor.case import Case, Surroundings
from muster.ledger import form
from muster.ledger.form import Category, Flag, Kind
from muster.ledger.reader import Ledger, Thread
from muster.ledger.row import Row

MS = 1e6
US = 1e3


def row(kind: Kind, code: int, parent: int = 0, ns: Mapping[Category, float] | None = None, **counts: float) -> Row:
    """A row with these times; `counts` are further fields."""
    made = Row(code, parent, 0, kind)
    for category, value in (ns or {}).items():
        made.ns[category] = value
    for name, count in counts.items():
        setattr(made, name, count)
    return made


def case(*threads: list[Row], wall_ns: float, cpus: int = 2, surroundings: Surroundings | None = None) -> Case:
    """A case of threads with these rows, the first of which is the program's own."""
    made = [
        Thread(index, 100 + index, index > 0, dict(enumerate(rows, 2)), [], 0, 0) for index, rows in enumerate(threads)
    ]
    ledger = Ledger(1, ["./program"], cpus, 0, cpus, 1, 0, Flag(0), wall_ns, True, 0, made, [])
    return Case(ledger, surroundings or Surroundings())


def region(
    elapsed_ns: float,
    *per_thread: Mapping[Category, float],
    instances: int = 1,
    code: int = 0x10,
    **counts: float,
) -> list[Row]:
    """The rows of one region, one a thread."""
    team = len(per_thread)
    rows = [row(Kind.REGION, code, ns=ns, count=instances) for ns in per_thread]
    rows[0].span_ns = elapsed_ns
    rows[0].span_least_ns = elapsed_ns / instances
    rows[0].units = team * instances
    rows[0].team_largest = rows[0].team_last = team
    for name, count in counts.items():
        setattr(rows[0], name, count)
    return rows


def packed_row(code: int, parent: int, kind: Kind, ticks: dict[Category, int], **values: float) -> tuple[float, ...]:
    """The values of a row of a team of two, as they stand in the file."""
    assert set(values) <= set(form.ROW_FIELDS)
    by_category = [ticks.get(category, 0) for category in Category]
    return (code, parent, 0, kind, 0, 2, 2, *by_category, *(values.get(name, 0) for name in form.ROW_FIELDS))


def put_row(path: Path, place: int, packed: tuple[float, ...]) -> None:
    """Puts a row into the file that write_file() has made."""
    data = bytearray(path.read_bytes())
    header = dict(zip(form.HEADER_FIELDS, form.HEADER.unpack_from(data), strict=True))
    at = header["slots_offset"] + header["rows_offset"] + place * form.ROW.size
    form.ROW.pack_into(data, at, *packed)
    path.write_bytes(data)


def write_file(
    path: Path,
    *,
    end: int = 1000,
    version: int = form.VERSION,
    rows: int = 8,
    spans: int = 4,
    part: dict[str, int] | None = None,
    header: dict[str, int] | None = None,
) -> None:
    """A file of one thread: serial for 100 ticks, then in a region's work since tick 100. A tick is 2 ns.

    `part` has other values of the thread's part, `header` of the file's.
    """
    slots_offset, rows_offset = 4096 + 256, 1024
    spans_offset = rows_offset + rows * form.ROW.size
    slot_bytes = spans_offset + spans * form.SPAN.size
    text = b"1000 2000 0 /opt/program name\n"
    values: dict[str, int | bytes] = dict.fromkeys(form.HEADER_FIELDS, 0)
    values |= {
        "magic": form.MAGIC, "version": version, "header_bytes": 4096, "file_bytes": slots_offset + slot_bytes,
        "text_offset": 4096, "text_bytes": 256, "slots_offset": slots_offset, "slot_bytes": slot_bytes, "slots": 1,
        "rows": rows, "row_bytes": form.ROW.size, "rows_offset": rows_offset, "spans": spans,
        "spans_offset": spans_offset, "categories": len(Category), "process": 7, "cpus": 2, "start_ticks": 5000,
        "mark_ticks": 6000, "mark_ns": 2000, "end_ticks": 5000 + end if end else 0, "slots_claimed": 1,
        "text_used": len(text), "command_used": 6,
    }  # fmt: skip
    values |= header or {}
    data = bytearray(slots_offset + slot_bytes)
    form.HEADER.pack_into(data, 0, *(values[name] for name in form.HEADER_FIELDS))
    data[form.COMMAND_OFFSET : form.COMMAND_OFFSET + 6] = b"./a\0b\0"
    data[4096 : 4096 + len(text)] = text
    thread = dict.fromkeys(form.THREAD_FIELDS, 0) | {
        "presence": form.HERE, "system_id": 70, "kind": 1, "uses": 1, "begin_ticks": 5000, "since_ticks": 5100,
        "category": Category.WORK, "row": 2, "spans_written": 6, "rows_used": 1, "depth": 1,
    } | (part or {})  # fmt: skip
    stretch = [thread.pop(name, 0) for name in form.STRETCH_FIELDS]
    ends = [0] * (form.END_LEVELS * (1 + form.ENDS))
    form.THREAD.pack_into(data, slots_offset, *thread.values(), *ends, *stretch)
    for place, kind, ticks in ((0, Kind.OUTSIDE, {Category.SERIAL: 100}), (1, Kind.OTHER, {}), (2, Kind.REGION, {})):
        at = slots_offset + rows_offset + place * form.ROW.size
        ones = ("count", "units", "pieces", "asks", "samples", "span_ticks", "span_least_ticks", "span_most_ticks")
        code = 0x1500 if place == 2 else 0
        form.ROW.pack_into(data, at, *packed_row(code, 0, kind, ticks, **dict.fromkeys(ones, 1), requested_most=2))
    for n in range(2, 6):
        at = slots_offset + spans_offset + n % spans * form.SPAN.size
        struct.pack_into("<QII", data, at, 5000 + 10 * n, 2, Category.WORK)
    path.write_bytes(data)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The little of ELF that it takes to translate an address in memory to one of the file, and to find its function."""

import os
import struct
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LOAD = 1
# Both of 64-bit files: where the program headers are and how many, and what one has.
HEADER = struct.Struct("<32xQ14xHH")
SEGMENT = struct.Struct("<IIQQQQQQ")
# Where the section headers are, of what size and how many; what one has, and what a symbol has.
SECTIONS = struct.Struct("<40xQ10xHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
SYMBOL_TABLES = (2, 11)  # SHT_SYMTAB, SHT_DYNSYM
FUNCTIONS = (2, 10)  # STT_FUNC, STT_GNU_IFUNC
# PT_GNU_EH_FRAME, and the form of its table that linkers write: pairs of 32-bit distances from the segment's begin
# (Linux Standard Base, 10.6.2: DW_EH_PE_datarel | DW_EH_PE_sdata4), after a pointer and a count of four bytes each.
UNWIND_TABLE = 0x6474E550
UNWIND_FORM = b"\x01\x1b\x03\x3b"
UNWIND_COUNT = struct.Struct("<8xI")
UNWIND_PAIR = struct.Struct("<ii")


@dataclass(frozen=True)
class Segment:
    offset: int
    address: int
    file_bytes: int


def segments_of(path: Path, wanted: int = LOAD) -> list[Segment]:
    """What the loader maps, or segments of another kind; nothing where the file is gone or no 64-bit ELF file."""
    found = _headers(path, HEADER, SEGMENT)
    return [Segment(offset, address, bytes_) for kind, _, offset, address, _, bytes_, _, _ in found if kind == wanted]


def load_bias(path: Path, begin: int, offset: int) -> int | None:
    """What is added to the file's addresses in memory, from one mapping of the file; None where that is not known."""
    for segment in segments_of(path):
        first = segment.offset & ~0xFFF
        if first <= offset < segment.offset + segment.file_bytes:
            return begin - (segment.address + offset - segment.offset)
    return None


def has_symbol(path: str, address: int) -> bool | None:
    """Whether a function that has a name is at the address; None where the file's symbols cannot be read."""
    begins, ends = _functions(path)
    at = bisect_right(begins, address) - 1
    return (at >= 0 and address < ends[at]) if begins else None


def begin_of_function(path: str, address: int) -> int:
    """The begin of the function at the address by the table for unwinding, which stripped files have; else itself."""
    begins = _unwind_begins(path)
    at = bisect_right(begins, address) - 1
    return begins[at] if at >= 0 else address


@lru_cache(maxsize=64)
def _functions(path: str) -> tuple[list[int], list[int]]:
    """Where functions begin, in order, and up to where they or longer ones before them go."""
    found: set[tuple[int, int]] = set()
    for offset, size in _symbol_tables(Path(path)):
        data = _part(Path(path), offset, size // SYMBOL.size * SYMBOL.size)
        for _, kind, _, section, value, length in SYMBOL.iter_unpack(data[: len(data) // SYMBOL.size * SYMBOL.size]):
            if kind & 15 in FUNCTIONS and section != 0:
                found.add((value, value + length))
    ordered = sorted(found)
    ends: list[int] = []
    for _, end in ordered:
        ends.append(max(end, ends[-1]) if ends else end)
    return [begin for begin, _ in ordered], ends


def _symbol_tables(path: Path) -> list[tuple[int, int]]:
    return [(header[4], header[5]) for header in _headers(path, SECTIONS, SECTION) if header[1] in SYMBOL_TABLES]


def _headers(path: Path, where: struct.Struct, form: struct.Struct) -> list[tuple[int, ...]]:
    """The program or section headers, as `where` finds them in the file's own; none where it is no 64-bit ELF file."""
    start = _part(path, 0, 64)
    if len(start) < 64 or start[:5] != b"\x7fELF\x02":
        return []
    at, size, count = where.unpack_from(start)
    table = _part(path, at, size * count)
    if size < form.size or len(table) < size * count:
        return []
    return [form.unpack_from(table, index * size) for index in range(count)]


@lru_cache(maxsize=64)
def _unwind_begins(path: str) -> list[int]:
    for segment in segments_of(Path(path), UNWIND_TABLE):
        data = _part(Path(path), segment.offset, segment.file_bytes)
        if len(data) < UNWIND_COUNT.size or data[:4] != UNWIND_FORM:
            return []
        (count,) = UNWIND_COUNT.unpack_from(data)
        pairs = data[UNWIND_COUNT.size :][: count * UNWIND_PAIR.size]
        whole = pairs[: len(pairs) // UNWIND_PAIR.size * UNWIND_PAIR.size]
        return [segment.address + begin for begin, _ in UNWIND_PAIR.iter_unpack(whole)]
    return []


def _part(path: Path, offset: int, size: int) -> bytes:
    """Less than asked for where the file is shorter, and nothing where it is gone."""
    try:
        with path.open("rb") as file:
            there = max(0, os.fstat(file.fileno()).st_size - offset)
            if there:
                file.seek(offset)
            return file.read(min(size, there))
    except OSError:
        return b""

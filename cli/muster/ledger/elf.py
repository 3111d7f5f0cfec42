# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The little of ELF that it takes to translate an address in memory to one of the file."""

import struct
from dataclasses import dataclass
from pathlib import Path

LOAD = 1
# Both of 64-bit files: where the program headers are and how many, and what one has.
HEADER = struct.Struct("<32xQ14xHH")
SEGMENT = struct.Struct("<IIQQQQQQ")


@dataclass(frozen=True)
class Segment:
    offset: int
    address: int
    file_bytes: int


def segments_of(path: Path) -> list[Segment]:
    """What the loader maps; nothing where the file is gone or no 64-bit ELF file."""
    try:
        with path.open("rb") as file:
            start = file.read(64)
            if len(start) < 64 or start[:5] != b"\x7fELF\x02":
                return []
            at, size, count = HEADER.unpack_from(start)
            file.seek(at)
            table = file.read(size * count)
    except OSError:
        return []
    found = (SEGMENT.unpack_from(table, index * size) for index in range(count))
    return [Segment(offset, address, bytes_) for kind, _, offset, address, _, bytes_, _, _ in found if kind == LOAD]


def load_bias(path: Path, begin: int, offset: int) -> int | None:
    """What is added to the file's addresses in memory, from one mapping of the file; None where that is not known."""
    for segment in segments_of(path):
        first = segment.offset & ~0xFFF
        if first <= offset < segment.offset + segment.file_bytes:
            return begin - (segment.address + offset - segment.offset)
    return None

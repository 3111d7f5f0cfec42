# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two kinds of events of the kernel (perf_event_open): page faults with their address, and accesses to a word.

Both are made by software and the CPU's debug registers, so they are there on virtual machines too.
"""

import ctypes
import fcntl
import mmap
import os
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

CALL_NUMBERS = {"x86_64": 298, "aarch64": 241}
SOFTWARE, BREAKPOINT = 1, 5
PAGE_FAULTS_MINOR = 5
# What a sample has: the address of the code, the thread, and the address of the fault.
SAMPLE_IP, SAMPLE_TID, SAMPLE_ADDRESS = 1, 2, 8
DISABLED, INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR, ENABLE_ON_EXEC = 1, 1 << 1, 1 << 5, 1 << 6, 1 << 12
RECORD_LOST, RECORD_SAMPLE = 2, 9
READ_OR_WRITE = 3
WORD_BYTES = 8
REFRESH = 0x2402
# As of Linux 4.1 (PERF_ATTR_SIZE_VER5); the rest is 0.
ATTRIBUTES = struct.Struct("=IIQQQQQIIQQ40x")
# Beyond it a user without rights has no buffers (perf_event_mlock_kb, 516 KiB).
BUFFER_PAGES = 64
HEAD, TAIL = 1024, 1032
_libc = ctypes.CDLL(None, use_errno=True)


class PerfError(Exception):
    """The kernel gives no such events; the message says why."""


@dataclass(frozen=True)
class Fault:
    """A thread has touched a page that was not there."""

    process: int
    thread: int
    code: int
    address: int


def _open(kind: int, config: int, flags: int, *, process: int, cpu: int, sample: int = 0, word: int = 0) -> int:
    number = CALL_NUMBERS.get(platform.machine())
    if number is None:
        raise PerfError(f"no number of perf_event_open is known on {platform.machine()}")
    watched = (READ_OR_WRITE, word, WORD_BYTES) if kind == BREAKPOINT else (0, 0, 0)
    attributes = ATTRIBUTES.pack(kind, ATTRIBUTES.size, config, 1, sample, 0, flags, 0, *watched)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    opened = int(_libc.syscall(number, buffer, process, cpu, -1, 0))
    if opened < 0:
        raise PerfError(os.strerror(ctypes.get_errno()))
    os.set_inheritable(opened, False)
    return opened


class Faults:
    """Page faults of a process that is about to exec a program, of all its threads, and of processes that it starts."""

    def __init__(self, process: int) -> None:
        self.lost = 0
        self._files: list[int] = []
        self._buffers: list[mmap.mmap] = []
        try:
            self._open_all(process)
        except PerfError:
            self.close()
            raise

    def _open_all(self, process: int) -> None:
        flags = DISABLED | INHERIT | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC
        sample = SAMPLE_IP | SAMPLE_TID | SAMPLE_ADDRESS
        for cpu in sorted(os.sched_getaffinity(0)):
            try:
                file = _open(SOFTWARE, PAGE_FAULTS_MINOR, flags, process=process, cpu=cpu, sample=sample)
            except PerfError:
                # Faults inside of system calls are for privileged users.
                flags |= EXCLUDE_KERNEL
                file = _open(SOFTWARE, PAGE_FAULTS_MINOR, flags, process=process, cpu=cpu, sample=sample)
            self._files.append(file)
            try:
                self._buffers.append(mmap.mmap(file, (1 + BUFFER_PAGES) * mmap.PAGESIZE))
            except OSError as error:
                # Users without rights have a limit (perf_event_mlock_kb).
                raise PerfError(f"no memory for its buffer: {error.strerror}") from None

    def read(self) -> Iterator[Fault]:
        """Those since the last call."""
        for buffer in self._buffers:
            (head,), (tail,) = struct.unpack_from("=Q", buffer, HEAD), struct.unpack_from("=Q", buffer, TAIL)
            data = self._between(buffer, tail, head)
            struct.pack_into("=Q", buffer, TAIL, head)
            yield from self._records(data)

    @staticmethod
    def _between(buffer: mmap.mmap, tail: int, head: int) -> bytes:
        size = BUFFER_PAGES * mmap.PAGESIZE
        begin, end = tail % size, head % size
        ring = memoryview(buffer)[mmap.PAGESIZE :]
        if begin <= end and head - tail < size:
            return bytes(ring[begin:end])
        return bytes(ring[begin:]) + bytes(ring[:end])

    def _records(self, data: bytes) -> Iterator[Fault]:
        at = 0
        while at + 8 <= len(data):
            kind, _, size = struct.unpack_from("=IHH", data, at)
            if size == 0:
                return
            if kind == RECORD_SAMPLE:
                code, process, thread, address = struct.unpack_from("=QIIQ", data, at + 8)
                yield Fault(process, thread, code, address)
            elif kind == RECORD_LOST:
                self.lost += struct.unpack_from("=QQ", data, at + 8)[1]
            at += size

    def close(self) -> None:
        for buffer in self._buffers:
            buffer.close()
        for file in self._files:
            os.close(file)


class Watch:
    """A word that the CPU watches while one thread runs, until the thread has read or written it `most` times."""

    def __init__(self, thread: int, address: int, most: int) -> None:
        flags = DISABLED | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
        self._file = _open(BREAKPOINT, 0, flags, process=thread, cpu=-1, word=address)
        fcntl.ioctl(self._file, REFRESH, most)

    def end(self) -> int:
        """How often it was accessed."""
        (count,) = struct.unpack("=Q", os.read(self._file, 8))
        os.close(self._file)
        return int(count)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of the program, with its page faults and looks at the words of its arrays."""

import os
import random
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from muster.ledger.elf import load_bias
from muster.ledger.places import translate
from muster.ledger.reader import Module
from muster.memory.arrays import PAGE_BYTES, Touch, Use
from muster.memory.perf import WORD_BYTES, Fault, Faults, PerfError, Watch

# How long a look lasts, and at how many words: as many as CPUs have registers for it (4 on x86-64; Arm has 2 to 16).
# A look ends for a thread with its second access, so it costs a thread some microseconds.
LOOK_S = 0.005
WORDS = 4
MOST_ACCESSES = 2
# The child waits until the events are open, and becomes the program.
BEGIN = "import os, sys; os.read(int(sys.argv[1]), 1); os.close(int(sys.argv[1])); os.execvp(sys.argv[2], sys.argv[2:])"


@dataclass
class Seen:
    status: int = 0
    faults: dict[int, Fault] = field(default_factory=dict)  # by page
    uses: list[Use] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)  # in the order of their coming
    lost: int = 0
    unwatched: str = ""  # why uses could not be looked at
    modules: list[Module] = field(default_factory=list)

    def touches(self) -> dict[int, Touch]:
        """The first touches, with places in words of the source."""
        places = self._places({fault.code for fault in self.faults.values()})
        return {page: Touch(fault.thread, places[fault.code]) for page, fault in self.faults.items()}

    def _places(self, codes: set[int]) -> dict[int, str]:
        modules = sorted(self.modules, key=lambda module: module.begin)
        begins = [module.begin for module in modules]
        asked: dict[Module, list[int]] = {}
        found = dict.fromkeys(codes, "?")
        for code in codes:
            at = bisect_right(begins, code) - 1
            if at >= 0 and code < modules[at].end:
                asked.setdefault(modules[at], []).append(code)
        for module, inside in asked.items():
            bias = load_bias(Path(module.path), module.begin, module.offset)
            base = bias if bias is not None else module.begin
            places = translate(module.path, [code - base for code in inside])
            found.update({code: str(place) for code, place in zip(inside, places, strict=True)})
        return found


def run(command: Sequence[str], environment: Mapping[str, str]) -> Seen:
    """Runs the command to its end. PerfError where the kernel gives no page faults."""
    read_end, write_end = os.pipe()
    words = [sys.executable, "-S", "-E", "-c", BEGIN, str(read_end), *command]
    process = subprocess.Popen(words, env=dict(environment), pass_fds=(read_end,))
    os.close(read_end)
    try:
        faults = Faults(process.pid)
    except PerfError:
        process.kill()
        process.wait()
        os.close(write_end)
        raise
    os.write(write_end, b"\n")
    os.close(write_end)
    seen = Seen()
    looker = _Looker(process.pid, seen)
    while process.poll() is None:
        _take(faults, seen)
        looker.look()
    _take(faults, seen)
    seen.lost = faults.lost
    faults.close()
    seen.status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    return seen


def _take(faults: Faults, seen: Seen) -> None:
    for fault in faults.read():
        seen.faults[fault.address // PAGE_BYTES * PAGE_BYTES] = fault


class _Looker:
    """Watches words of touched pages, for all threads, a moment each."""

    def __init__(self, process: int, seen: Seen) -> None:
        self._process = process
        self._seen = seen
        self._random = random.Random(process)
        self._pages: list[int] = []

    def look(self) -> None:
        self._note_process()
        words = self._words()
        watches: list[tuple[int, int, Watch]] = []
        for thread in self._running() if words else []:
            for word in words:
                try:
                    watches.append((word, thread, Watch(thread, word, MOST_ACCESSES)))
                except (PerfError, OSError) as error:
                    # The thread may have ended.
                    self._seen.unwatched = str(error)
        time.sleep(LOOK_S)
        used: dict[int, list[int]] = {}
        for word, thread, watch in watches:
            if watch.end() > 0:
                used.setdefault(word, []).append(thread)
        self._seen.uses += [Use(word, tuple(threads)) for word, threads in used.items()]

    def _words(self) -> list[int]:
        if len(self._pages) != len(self._seen.faults):
            self._pages = list(self._seen.faults)
        inside = range(0, PAGE_BYTES, WORD_BYTES)
        return [self._random.choice(self._pages) + self._random.choice(inside) for _ in range(WORDS) if self._pages]

    def _running(self) -> list[int]:
        with suppress(OSError):
            now = [int(task.name) for task in Path(f"/proc/{self._process}/task").iterdir()]
            self._seen.threads += [thread for thread in sorted(now) if thread not in self._seen.threads]
            return now
        return []

    def _note_process(self) -> None:
        with suppress(OSError):
            text = Path(f"/proc/{self._process}/maps").read_text(encoding="utf-8", errors="replace")
            found = [_module(line.split(maxsplit=5)) for line in text.splitlines() if " r-xp " in line and "/" in line]
            self._seen.modules = found or self._seen.modules


def _module(words: list[str]) -> Module:
    begin, _, end = words[0].partition("-")
    return Module(int(begin, 16), int(end, 16), int(words[2], 16), words[5])

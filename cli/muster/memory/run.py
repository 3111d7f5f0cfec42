# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of a program, with the page faults of its processes and looks at the words of their arrays."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from muster.ledger.reader import Module
from muster.measure.interrupt import ended_with_this
from muster.memory.arrays import LEAST_BYTES, PAGE_BYTES, Use
from muster.memory.perf import WORD_BYTES, Faults, PerfError, Watch
from muster.memory.seen import Seen
from muster.memory.start import Held

# How long a look lasts, and at how many words: as many as CPUs have registers for it (4 on x86-64; Arm has 2 to 16).
# A look ends for a thread with its second access, so it costs a thread some microseconds.
LOOK_S = 0.005
WORDS = 4
MOST_ACCESSES = 2
# A look opens an event for each word and thread: more would take longer than the look.
MOST_THREADS = 32
# A share is known to a point or two by then (a standard error of 1.6); after it looks are seldom, so a program that
# runs for long hardly pays for them. Both as in src/first_touch.
MANY_USES = 1024
TURNS_OF_SELDOM_LOOKS = 10
# A process has loaded what it begins with by then.
FIRST_TURNS = 20


class Recording:
    """What is seen of a process that is about to become a program, and of those that it starts.

    PerfError where the kernel gives no page faults.
    """

    def __init__(self, process: int) -> None:
        self.processes: dict[int, Seen] = {}
        self.unwatched = ""  # why uses could not be looked at
        self._random = random.Random(process)
        self._faults = Faults(process)
        self._pages: list[int] = []
        self._looked_at = 0

    @property
    def lost(self) -> int:
        """Page faults that came too fast to be kept."""
        return self._faults.lost

    def follow(self, has_ended: Callable[[], bool]) -> None:
        """Takes page faults and looks at words until it has ended."""
        turn = 0
        while not has_ended():
            self._take()
            seen = self._any_process()
            if seen is None:
                time.sleep(LOOK_S)
                continue
            if turn < FIRST_TURNS or turn % FIRST_TURNS == 0:
                _note_modules(seen)
            if len(seen.uses) < MANY_USES or turn % TURNS_OF_SELDOM_LOOKS == 0:
                self._look(seen)
            else:
                time.sleep(LOOK_S)
            turn += 1
        self._take()
        self._faults.close()

    def _take(self) -> None:
        for fault in self._faults.read():
            self.processes.setdefault(fault.process, Seen(fault.process)).add(fault)

    def _any_process(self) -> Seen | None:
        """One of those with enough memory for an array; before there is one, of all."""
        every = list(self.processes.values())
        large = [seen for seen in every if len(seen.faults) * PAGE_BYTES >= LEAST_BYTES] or every
        return self._random.choice(large) if large else None

    def _look(self, seen: Seen) -> None:
        words = self._words(seen)
        watches: list[tuple[int, int, Watch]] = []
        running = _running(seen)
        for thread in self._random.sample(running, min(len(running), MOST_THREADS)):
            for word in words:
                try:
                    watches.append((word, thread, Watch(thread, word, MOST_ACCESSES)))
                except (PerfError, OSError) as error:
                    # The thread may have ended.
                    self.unwatched = str(error)
        time.sleep(LOOK_S)
        used: dict[int, list[int]] = {}
        for word, thread, watch in watches:
            if watch.end() > 0:
                used.setdefault(word, []).append(thread)
        seen.uses += [Use(word, tuple(threads)) for word, threads in used.items()]

    def _words(self, seen: Seen) -> list[int]:
        if self._looked_at != seen.process or len(self._pages) != len(seen.faults):
            self._looked_at, self._pages = seen.process, list(seen.faults)
        inside = range(0, PAGE_BYTES, WORD_BYTES)
        return [self._random.choice(self._pages) + self._random.choice(inside) for _ in range(WORDS) if self._pages]


def run(command: Sequence[str], environment: Mapping[str, str]) -> tuple[Recording, int]:
    """Runs the command to its end, whose status is returned. PerfError where the kernel gives no page faults."""
    held = Held(command)
    try:
        recording = Recording(held.process.pid)
    except PerfError:
        held.give_up()
        raise
    # A process that is held ends with this one, whose end of the pipe closes.
    with ended_with_this(lambda: held.release(environment)) as process:
        recording.follow(lambda: process.poll() is not None)
    return recording, process.returncode if process.returncode >= 0 else 128 - process.returncode


def _running(seen: Seen) -> list[int]:
    with suppress(OSError):
        now = sorted(int(task.name) for task in Path(f"/proc/{seen.process}/task").iterdir())
        seen.threads += [thread for thread in now if thread not in seen.threads]
        return now
    return []


def _note_modules(seen: Seen) -> None:
    with suppress(OSError):
        text = Path(f"/proc/{seen.process}/maps").read_text(encoding="utf-8", errors="replace")
        found = [_module(line.split(maxsplit=5)) for line in text.splitlines() if " r-xp " in line and "/" in line]
        seen.modules = found or seen.modules


def _module(words: list[str]) -> Module:
    begin, _, end = words[0].partition("-")
    return Module(int(begin, 16), int(end, 16), int(words[2], 16), words[5])

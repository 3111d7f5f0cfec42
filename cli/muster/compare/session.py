# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interleaved runs: a round is one run on each runtime, so that a disturbance falls on all of them alike."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from muster.compare.answers import first_difference, reduced, same
from muster.compare.candidates import Candidate
from muster.measure.process import Finished, run
from muster.runtimes.names import PEER_FILE
from muster.takeover.launcher import Launch

# In /proc/PID/maps (Linux, Documentation/filesystems/proc.rst): the path behind five fields, which may have blanks.
MAPPED = re.compile(r"^(?:\S+ +){5}(/.*?)(?: \(deleted\))?$", re.MULTILINE)
MUSTER_FILE = re.compile(r"^libmuster\.so")

# The runtime, the team size (None: the runtime's own) and the number of the round; the warm-up is round 0.
Progress = Callable[[Candidate, int | None, int], None]
Key = tuple[int | None, str]


@dataclass(frozen=True)
class Sample:
    """One run."""

    wall_s: float
    cpu_s: float
    sleeps: int
    preemptions: int
    peak_kib: int

    @property
    def switches(self) -> int:
        return self.sleeps + self.preemptions


@dataclass(frozen=True)
class Wish:
    """What is the same for all runs."""

    launch: Launch
    environment: Mapping[str, str]
    sizes: Sequence[int | None]
    runs: int
    limit_s: float
    ignored: Sequence[str] = ()
    tolerance: float = 0.0


@dataclass
class Session:
    """What has been measured so far."""

    wish: Wish
    candidates: Sequence[Candidate]
    samples: dict[Key, list[Sample]] = field(default_factory=dict)
    failures: dict[Key, str] = field(default_factory=dict)
    loaded: dict[Key, tuple[str, ...]] = field(default_factory=dict)  # runtimes seen in the process of the warm-up
    answers: dict[Key, list[str]] = field(default_factory=dict)  # the different ones
    ranks: int = 0  # processes with a runtime that were seen at once, where the command starts ranks
    interrupted: bool = False

    def good(self, size: int | None) -> list[Candidate]:
        """Those without a failure at this team size."""
        return [candidate for candidate in self.candidates if (size, candidate.name) not in self.failures]

    @property
    def rounds(self) -> int:
        """Complete ones of the size that has fewest."""
        counts = [
            len(self.samples.get((size, candidate.name), ()))
            for size in self.wish.sizes
            for candidate in self.good(size)
        ]
        return min(counts, default=0)

    def differences(self) -> list[str]:
        """What is to be said of answers that are not all the same; nothing if they are."""
        found = []
        for size in self.wish.sizes:
            first: tuple[str, str] | None = None
            for candidate in self.good(size):
                key = (size, candidate.name)
                answers = self.answers.get(key, [])
                team = f" with {size} threads" if size else ""
                if len(answers) > 1:
                    lines = " / ".join(first_difference(answers[0], answers[1]))
                    found.append(f"{candidate.name}{team} does not give the same answer twice: {lines}")
                elif answers and first is None:
                    first = (candidate.name, answers[0])
                elif answers and first is not None and not same(first[1], answers[0], self.wish.tolerance):
                    lines = " / ".join(first_difference(first[1], answers[0]))
                    found.append(f"{first[0]} and {candidate.name}{team} give different answers: {lines}")
        return found


def measure(session: Session, progress: Progress) -> None:
    """A warm-up on each runtime, by which failures are found, then the rounds. Ctrl-C leaves what there is."""
    try:
        for size in session.wish.sizes:
            for candidate in session.candidates:
                progress(candidate, size, 0)
                _warm_up(session, candidate, size)
        for number in range(1, session.wish.runs + 1):
            for size in session.wish.sizes:
                for candidate in _turned(session.good(size), number):
                    progress(candidate, size, number)
                    _record(session, candidate, size)
    except KeyboardInterrupt:
        session.interrupted = True


def _turned(candidates: list[Candidate], number: int) -> list[Candidate]:
    """Each round begins with another one: nobody always follows the same."""
    shift = number % len(candidates) if candidates else 0
    return candidates[shift:] + candidates[:shift]


def _run(
    session: Session, candidate: Candidate, size: int | None, look: Callable[[int], None] | None = None
) -> Finished:
    wish = session.wish
    chosen = {} if size is None else {"OMP_NUM_THREADS": str(size)}
    command, environment = wish.launch.ready({**candidate.variables, **chosen}, wish.environment)
    ranks = wish.launch.starts_ranks
    return run(command, environment, wish.limit_s, look=look, watch_memory=True, descendants=ranks)


def _warm_up(session: Session, candidate: Candidate, size: int | None) -> None:
    seen: dict[int, set[str]] = {}

    def look(pid: int) -> None:
        try:
            text = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        if runtimes := runtimes_in(text):
            seen.setdefault(pid, set()).update(runtimes)

    key = (size, candidate.name)
    done = _run(session, candidate, size, look)
    session.loaded[key] = tuple(sorted(set().union(*seen.values())))
    if session.wish.launch.starts_ranks:
        session.ranks = max(session.ranks, len(seen))
    if not _keep_answer(session, key, done) or candidate.library is None:
        return
    # Each rank that has a runtime is to have the one that was meant.
    others = [files for files in seen.values() if str(candidate.library) not in files]
    if others:
        session.failures[key] = f"it ran on {', '.join(sorted(set().union(*others)))}"


def runtimes_in(maps: str) -> set[str]:
    """The files of runtimes that a process has in its memory."""
    files = {Path(match) for match in MAPPED.findall(maps)}
    return {str(file) for file in files if PEER_FILE.match(file.name) or MUSTER_FILE.match(file.name)}


def _record(session: Session, candidate: Candidate, size: int | None) -> None:
    key = (size, candidate.name)
    done = _run(session, candidate, size)
    if _keep_answer(session, key, done):
        sample = Sample(done.wall_s, done.cpu_s, done.sleeps, done.preemptions, done.peak_kib)
        session.samples.setdefault(key, []).append(sample)


def _keep_answer(session: Session, key: Key, done: Finished) -> bool:
    """Whether the run counts. One that fails makes the runtime a failure at this size, which is shown."""
    ranks = session.wish.launch.starts_ranks
    if done.status != 0:
        session.failures[key] = done.end + _said_by(done.stderr, first=ranks)
        return False
    answer = reduced(done.stdout, session.wish.ignored)
    if ranks:
        # Ranks write their lines when they come to it.
        answer = "".join(sorted(answer.splitlines(keepends=True)))
    kept = session.answers.setdefault(key, [])
    if not any(same(answer, other, session.wish.tolerance) for other in kept):
        kept.append(answer)
    return True


def _said_by(stderr: str, *, first: bool) -> str:
    """The line that tells what was wrong: a program's last, a launcher's first, which sets it between rules."""
    lines = [line for line in stderr.strip().splitlines() if line.strip(" -=*")]
    return f": {lines[0 if first else -1].strip()}" if lines else ""

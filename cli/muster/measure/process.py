# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one process to its end, or to its time limit, and says what it took, as the kernel has it (wait4)."""

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muster.measure.descendants import descendants_of
from muster.measure.interrupt import signals_end_both, signals_held

# The runtimes keep their threads until the process ends, so this only has to be short beside the shortest program
# (about 100 ms).
SAMPLE_INTERVAL_S = 0.001
# The high-water mark of memory only grows, so it need not be read often; more often while a program begins.
MEMORY_INTERVAL_S = 0.05
# A program in a loop of output must not fill the memory of its observer.
KEPT_BYTES = 1 << 24


@dataclass(frozen=True)
class Finished:
    """One process that has ended. Where standard error went the way of standard output, `stderr` is empty."""

    status: int  # as subprocess has it: negative is the signal that ended it
    timed_out: bool = False
    stdout: str = ""
    stderr: str = ""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    sleeps: int = 0  # voluntary context switches
    preemptions: int = 0
    peak_kib: int = 0  # of memory; 0 where it is not known
    peak_threads: int = 0  # 0 unless they were counted

    @property
    def switches(self) -> int:
        return self.sleeps + self.preemptions

    @property
    def end(self) -> str:
        """How the process ended, in words."""
        if self.timed_out:
            return f"did not end within {self.wall_s:.0f} s"
        return end_in_words(self.status)


def end_in_words(status: int) -> str:
    """How a process with this status ended; negative is the signal, as subprocess has it."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        # One of those for real time, of which only the first and the last have a name.
        return f"was ended by signal {-status}"


# R7: reason: half of the lines are the options and what they mean.
def run(
    command: Sequence[str | Path],
    environment: Mapping[str, str],
    limit_s: float | None,
    *,
    folder: Path | None = None,
    merged: bool = False,
    count_threads: bool = False,
    watch_memory: bool = False,
    descendants: bool = False,
    look: Callable[[int], None] | None = None,
    before_kill: Callable[[int], None] | None = None,
    kept_bytes: int = KEPT_BYTES,
) -> Finished:
    """Runs `command` without input, as a process group of its own; what is left of the group then is killed.

    So it is where SIGTERM or SIGHUP ends this process, which has SystemExit raised.

    In `folder` where one is given, with the output in the files `stdout` and `stderr` there; `merged` writes both to
    `stdout` in the order in which they came. At the limit `before_kill` is called with the process id, then the
    group is killed. `watch_memory` also tells the memory of programs that take less of it than this process does.
    `look` is called with the process id now and then. `descendants` is for a command that starts the program: `look`,
    the sum of the memory and the kill then are of what the command has started. Time and switches are of all that the
    command has waited for in any case. OSError where the command cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="muster-run-") as scratch:
        place = folder if folder is not None else Path(scratch)
        out, error = place / "stdout", place / "stderr"
        with out.open("wb") as stdout, signals_end_both(), contextlib.ExitStack() as stack:
            stderr = subprocess.STDOUT if merged else stack.enter_context(error.open("wb"))
            begin = time.monotonic()
            process, watch = None, None
            try:
                with signals_held():
                    process = subprocess.Popen(
                        command,
                        env=dict(environment),
                        cwd=folder,
                        stdin=subprocess.DEVNULL,
                        stdout=stdout,
                        stderr=stderr,
                        start_new_session=True,
                    )
                watch = _Watch(
                    process.pid,
                    begin,
                    limit_s,
                    before_kill,
                    look,
                    count_threads=count_threads,
                    watch_memory=watch_memory,
                    descendants=descendants,
                )
                # It stays a zombie, so that its number is nobody else's while the group is killed.
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
                wall_s = time.monotonic() - begin
            finally:
                if watch is not None:
                    watch.stop()
                if process is not None:
                    _kill(process.pid, descendants=descendants)
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
        return Finished(
            status=process.returncode,
            timed_out=watch.timed_out,
            wall_s=wall_s,
            cpu_s=usage.ru_utime + usage.ru_stime,
            sleeps=usage.ru_nvcsw,
            preemptions=usage.ru_nivcsw,
            # The kernel has the largest process alone, and the command itself is none of the program.
            peak_kib=watch.peak_kib if descendants else _peak_kib(usage.ru_maxrss, watch.peak_kib),
            peak_threads=watch.peak_threads,
            stdout=_text_of(out, kept_bytes),
            stderr="" if merged else _text_of(error, kept_bytes),
        )


def _peak_kib(of_kernel: int, seen: int) -> int:
    """The kernel counts what a process had before it became the program, which was the memory of this one."""
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return of_kernel if of_kernel > inherited else seen


def _kill(leader: int, *, descendants: bool) -> None:
    # mpirun gives each rank a group of its own.
    started = descendants_of(leader) if descendants else []
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    for pid in started:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _text_of(file: Path, most_bytes: int) -> str:
    with file.open("rb") as opened:
        return opened.read(most_bytes).decode(encoding="utf-8", errors="replace")


class _Watch:
    """Looks at a process while it runs: at its threads and memory, and kills its group when its time is over."""

    def __init__(
        self,
        pid: int,
        begin_s: float,
        limit_s: float | None,
        before_kill: Callable[[int], None] | None,
        look: Callable[[int], None] | None = None,
        *,
        count_threads: bool = False,
        watch_memory: bool = False,
        descendants: bool = False,
    ) -> None:
        self.peak_threads = 0
        self._kib: dict[int, int] = {}
        self._follows = descendants
        self.timed_out = False
        self._pid = pid
        self._deadline_s = None if limit_s is None else begin_s + limit_s
        self._before_kill = before_kill
        self._look_at = look
        self._counts = count_threads
        self._watches_memory = watch_memory
        self._pause_now_s = SAMPLE_INTERVAL_S
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    @property
    def peak_kib(self) -> int:
        """The sum of what each process had at most; ranks have it at the same time."""
        return sum(self._kib.values())

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        tasks = Path("/proc") / str(self._pid) / "task"
        while not self._ended.wait(self._pause_s()):
            if self._counts:
                with contextlib.suppress(OSError):
                    self.peak_threads = max(self.peak_threads, tasks.stat().st_nlink - 2)
            for pid in descendants_of(self._pid) if self._follows else (self._pid,):
                # What a process had before it became the program counts no more, so the last figure is it, unless it
                # has none as it ends.
                if self._watches_memory and (kib := _high_water_kib(pid)):
                    self._kib[pid] = kib
                if self._look_at is not None:
                    self._look_at(pid)
            if self._deadline_s is not None and time.monotonic() >= self._deadline_s:
                self.timed_out = True
                if self._before_kill is not None:
                    self._before_kill(self._pid)
                _kill(self._pid, descendants=self._follows)
                return

    def _pause_s(self) -> float | None:
        """Until there is something to look at; None: the end alone counts."""
        left_s = None if self._deadline_s is None else max(0.0, self._deadline_s - time.monotonic())
        if not self._counts and not self._watches_memory and self._look_at is None:
            return left_s
        if not self._counts:
            self._pause_now_s = min(2 * self._pause_now_s, MEMORY_INTERVAL_S)
        return self._pause_now_s if left_s is None else min(self._pause_now_s, left_s)


def _high_water_kib(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0

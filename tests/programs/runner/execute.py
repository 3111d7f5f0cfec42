# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one process to its end and reports time, context switches, threads and output."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# The runtimes keep their threads until the process ends, so this only has to be short beside the shortest program
# (about 100 ms).
SAMPLE_INTERVAL_S = 0.001

# What a person has in the environment for other programs must not decide a run.
CLEARED_PREFIXES = ("LD_", "OMP_", "GOMP_", "KMP_", "MUSTER_", "OPENBLAS_", "MAGICK_", "PYTHON")


@dataclass(frozen=True)
class Finished:
    """One process that has ended."""

    returncode: int
    timed_out: bool
    wall_s: float
    cpu_s: float
    context_switches: int
    peak_threads: int
    stdout: str
    stderr: str
    folder: Path

    @property
    def end(self) -> str:
        """How the process ended, in words."""
        if self.timed_out:
            return f"did not end within {self.wall_s:.0f} s"
        if self.returncode < 0:
            return f"was ended by {signal.Signals(-self.returncode).name}"
        return f"ended with status {self.returncode}"


def base_environment() -> dict[str, str]:
    """The caller's environment without anything that chooses or tunes an OpenMP runtime."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(CLEARED_PREFIXES)}
    return kept | {"LC_ALL": "C.UTF-8"}


def execute(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    timeout_s: float,
    before_kill: Callable[[int], None] | None = None,
) -> Finished:
    """Run `command` in `folder`, with its output in the files `stdout` and `stderr` there.

    At the timeout `before_kill` is called with the process id, then the whole process group is killed.
    """
    with (folder / "stdout").open("wb") as stdout, (folder / "stderr").open("wb") as stderr:
        begin = time.monotonic()
        process = subprocess.Popen(
            command,
            env=dict(environment),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )
        watch = _Watch(process.pid, begin + timeout_s, before_kill)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.monotonic() - begin
        watch.stop()
        process.returncode = os.waitstatus_to_exitcode(status)
    return Finished(
        returncode=process.returncode,
        timed_out=watch.timed_out,
        wall_s=wall_s,
        cpu_s=usage.ru_utime + usage.ru_stime,
        context_switches=usage.ru_nvcsw + usage.ru_nivcsw,
        peak_threads=watch.peak_threads,
        stdout=(folder / "stdout").read_text(encoding="utf-8", errors="replace"),
        stderr=(folder / "stderr").read_text(encoding="utf-8", errors="replace"),
        folder=folder,
    )


class _Watch:
    """Looks at a process while it runs: counts its threads, and kills it when its time is over."""

    def __init__(self, pid: int, deadline_s: float, before_kill: Callable[[int], None] | None) -> None:
        self.peak_threads = 0
        self.timed_out = False
        self._pid = pid
        self._deadline_s = deadline_s
        self._before_kill = before_kill
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        tasks = Path("/proc") / str(self._pid) / "task"
        while not self._ended.wait(SAMPLE_INTERVAL_S):
            with contextlib.suppress(OSError):
                self.peak_threads = max(self.peak_threads, tasks.stat().st_nlink - 2)
            if time.monotonic() > self._deadline_s and not self.timed_out:
                self.timed_out = True
                if self._before_kill is not None:
                    self._before_kill(self._pid)
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._pid, signal.SIGKILL)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running a process to its end: what it said, how it ended, what it took."""

import contextlib
import os
import resource
import sys
import threading
import time
from pathlib import Path

import pytest

from muster.measure.environment import LOADER_PREFIX, without_settings
from muster.measure.process import _high_water_kib, _Watch, end_in_words, run

PYTHON = sys.executable


def test_output_status_and_figures() -> None:
    done = run([PYTHON, "-c", "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"], os.environ, 60.0)
    assert (done.stdout, done.stderr, done.status, done.timed_out) == ("out\n", "err\n", 3, False)
    assert done.end == "ended with status 3"
    assert done.cpu_s > 0
    assert done.wall_s > 0
    assert done.peak_threads == 0


def test_memory_is_that_of_the_program_and_not_of_this_process() -> None:
    own_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    large = run([PYTHON, "-c", f"b'x' * ({own_kib + 65536} << 10)"], os.environ, 60.0)
    assert own_kib + 65536 <= large.peak_kib < 2 * own_kib + 131072
    # A shell takes some 1.5 MiB. It never ends by itself, and is looked at once more when its time is over.
    small = run(["sh", "-c", "sleep 1000; true"], os.environ, 2.0, watch_memory=True)
    assert 0 < small.peak_kib < own_kib / 2


def test_what_a_command_has_started_is_watched(tmp_path: Path) -> None:
    # Two processes that hold 64 MiB each until both have been seen to, and a small one that starts them.
    hold = "import pathlib, time; held = b'x' * (64 << 20)\nwhile not pathlib.Path('end').exists(): time.sleep(0.001)"
    seen: dict[int, int] = {}

    def look(pid: int) -> None:
        seen[pid] = _high_water_kib(pid)
        if sum(kib >= 64 << 10 for kib in seen.values()) == 2:
            (tmp_path / "end").touch()

    command = f'for one in 1 2; do {PYTHON} -c "{hold}" & echo $!; done; wait'
    done = run(["sh", "-c", command], os.environ, 60.0, folder=tmp_path, watch_memory=True, descendants=True, look=look)
    assert done.status == 0 and {int(word) for word in done.stdout.split()} == seen.keys()
    assert 2 * (64 << 10) <= done.peak_kib < 4 * (64 << 10)


def test_at_the_limit_what_a_command_has_started_ends_too(tmp_path: Path) -> None:
    def await_output(pid: int) -> None:
        del pid
        while not (tmp_path / "stdout").read_text().endswith("\n"):
            time.sleep(0.001)

    # A session of its own, as mpirun gives each rank a group of its own.
    command = ["sh", "-c", "setsid sleep 1000 & echo $!; wait"]
    done = run(command, os.environ, 0.1, folder=tmp_path, descendants=True, before_kill=await_output)
    assert done.timed_out
    await_end(int(done.stdout))


def test_a_sleep_is_a_voluntary_switch() -> None:
    code = "import time\nfor _ in range(50): time.sleep(0.001)"
    assert run([PYTHON, "-c", code], os.environ, 60.0).sleeps >= 25


def test_merged_output_keeps_its_order(tmp_path: Path) -> None:
    done = run(["sh", "-c", "echo a; echo b >&2; echo c"], os.environ, 60.0, folder=tmp_path, merged=True)
    assert (done.stdout, done.stderr) == ("a\nb\nc\n", "")
    assert {file.name for file in tmp_path.iterdir()} == {"stdout"}


def test_a_signal_is_named() -> None:
    done = run(["sh", "-c", "kill -SEGV $$"], os.environ, 60.0)
    assert done.status == -11
    assert done.end == "was ended by SIGSEGV"


def await_end(pid: int) -> None:
    """Returns when the process is gone, or a zombie until its new parent has seen it; a kill takes a moment."""
    state = Path(f"/proc/{pid}/stat")
    with contextlib.suppress(OSError):
        while state.read_text().rsplit(") ", 1)[1][0] not in "ZX":
            time.sleep(0.001)


def test_at_the_limit_the_whole_group_ends(tmp_path: Path) -> None:
    asked: list[int] = []

    def await_output(pid: int) -> None:
        asked.append(pid)
        while not (tmp_path / "stdout").read_text().endswith("\n"):
            time.sleep(0.001)

    # The program never ends by itself, and is killed once it has said its number, however late that is.
    command = ["sh", "-c", "sleep 1000 & echo $!; wait"]
    done = run(command, os.environ, 0.1, folder=tmp_path, before_kill=await_output)
    assert done.timed_out
    assert done.end.startswith("did not end within")
    assert len(asked) == 1
    await_end(int(done.stdout))


def test_what_a_process_leaves_running_ends_with_it(tmp_path: Path) -> None:
    done = run(["sh", "-c", "sleep 1000 & echo $!"], os.environ, 60.0, folder=tmp_path)
    await_end(int(done.stdout))


def test_threads_are_counted_while_they_live() -> None:
    # The process that is measured is this one, which holds the threads back until they have been seen.
    go = threading.Event()
    threads = [threading.Thread(target=go.wait) for _ in range(3)]
    for thread in threads:
        thread.start()
    watch = _Watch(os.getpid(), 0.0, None, None, count_threads=True)
    while watch.peak_threads < 5:
        time.sleep(0.001)
    watch.stop()
    go.set()
    for thread in threads:
        thread.join()


def test_a_program_that_is_not_there_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError):
        run(["/nowhere/program"], os.environ, 60.0)


def test_how_a_process_ended_in_words() -> None:
    assert end_in_words(3) == "ended with status 3"
    assert end_in_words(-11) == "was ended by SIGSEGV"
    assert end_in_words(-40) == "was ended by signal 40"


def test_settings_of_runtimes_are_left_out() -> None:
    given = {"OMP_PLACES": "cores", "KMP_X": "1", "GOMP_Y": "1", "MUSTER_Z": "1", "HOME": "/h", "LD_X": ""}
    assert without_settings(given) == {"HOME": "/h", "LD_X": ""}
    assert without_settings(given, LOADER_PREFIX) == {"HOME": "/h"}

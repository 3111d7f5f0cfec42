# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster memory`: arrays from page faults, verdicts, and two programs of which one initialises its array wrongly."""

import json
import mmap
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.memory.arrays import HUGE_BYTES, PAGE_BYTES, Touch, Use, arrays_of, verdict_on
from muster.memory.nodes import nodes_in, nodes_of
from muster.memory.perf import Fault, Faults, PerfError, Watch
from muster.memory.run import run
from muster.memory.seen import Seen
from muster.memory.start import Held
from muster.topology import scene as asking
from muster.topology.scene import Scene
from tests.openmp_programs import LIBRARY, compiled, needs_library

PAGES = 1024
BEGIN = 1 << 30
PROGRAM = Path(LIBRARY).parent.parent / "bin" / "muster-places"
# The line that touches first is the one with the comment.
SOURCE = """
#include <stdio.h>
#include <stdlib.h>
enum { kRows = 1024, kColumns = 2048 };
int main(void) {
  double* matrix = malloc(sizeof *matrix * kRows * kColumns);
  double sum = 0.0;
#ifdef PARALLEL
#pragma omp parallel for schedule(static)
#endif
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) matrix[i * kColumns + j] = i;  // first
  for (int n = 0; n < 800; ++n) {
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kColumns; ++j) sum += matrix[i * kColumns + j];
  }
  printf("%g\\n", sum);
  return 0;
}
"""


def touched(threads: Iterable[int], place: str = "a.c:1") -> dict[int, Touch]:
    return {BEGIN + page * PAGE_BYTES: Touch(thread, place) for page, thread in enumerate(threads)}


def used(threads_of_page: Iterable[tuple[int, ...]]) -> list[Use]:
    return [Use(BEGIN + page * PAGE_BYTES + 8, threads) for page, threads in enumerate(threads_of_page)]


def verdict(touches: dict[int, Touch], uses: list[Use], nodes: int, threads: int) -> tuple[bool, str]:
    (array,) = arrays_of(touches, uses)
    said = verdict_on(array, lambda thread: f"thread {thread}", lambda thread: thread * nodes // threads, "it")
    return said.flagged, said.text


@pytest.mark.parametrize(("threads", "nodes"), [(2, 2), (64, 8), (512, 16)])
def test_an_array_that_one_thread_touched_and_all_use(threads: int, nodes: int) -> None:
    users = [(page * threads // PAGES,) for page in range(PAGES)]
    flagged, text = verdict(touched([0] * PAGES), used(users), nodes, threads)
    assert flagged
    assert "touched first by thread 0 in a.c:1" in text
    assert f"used by {threads} threads: initialise it in a parallel loop with the same schedule" in text
    # All but the first node's part.
    assert f"{1 - 1 / nodes:.0%} of the accesses are remote" in text


@pytest.mark.parametrize(("threads", "nodes"), [(2, 2), (64, 8), (512, 16)])
def test_an_array_that_each_thread_touched_for_itself(threads: int, nodes: int) -> None:
    owners = [page * threads // PAGES for page in range(PAGES)]
    flagged, text = verdict(touched(owners), used((owner,) for owner in owners), nodes, threads)
    assert not flagged
    assert " 0% of the accesses are remote" in text


def test_an_array_of_one_thread_alone_is_right_as_it_is() -> None:
    assert not verdict(touched([3] * PAGES), used([(3,)] * PAGES), 2, 4)[0]


def test_what_all_threads_use_all_of_is_to_be_interleaved() -> None:
    flagged, text = verdict(touched([0] * PAGES), used([(0, 1, 2, 3)] * PAGES), 4, 4)
    assert flagged
    assert "interleaved" in text
    assert "75% of the accesses" in text


def test_too_few_looks_flag_nothing() -> None:
    flagged, text = verdict(touched([0] * PAGES), used([(1,)] * 5), 2, 2)
    assert not flagged
    assert "not seen often enough (5 looks)" in text


def test_arrays_are_told_apart_by_what_touches_them() -> None:
    far = {BEGIN * 2 + page * PAGE_BYTES: Touch(1, "b.c:2") for page in range(2 * PAGES)}
    found = arrays_of(touched([0] * PAGES) | far, [])
    assert [(array.place, array.bytes) for array in found] == [
        ("b.c:2", 2 * PAGES * PAGE_BYTES),
        ("a.c:1", PAGES * PAGE_BYTES),
    ]


def test_small_arrays_are_left_out() -> None:
    assert arrays_of(touched([0] * 16), []) == []


def test_pages_touched_here_and_there_are_no_array() -> None:
    assert arrays_of({BEGIN + number * 100 * PAGE_BYTES: Touch(0, "malloc.c:1") for number in range(30)}, []) == []


def test_a_fault_of_a_huge_page_brings_all_of_it() -> None:
    touches = {BEGIN + number * HUGE_BYTES: Touch(number % 2, "a.c:1") for number in range(8)}
    (array,) = arrays_of(touches, [Use(BEGIN + HUGE_BYTES + 5 * PAGE_BYTES, (0,))])
    assert array.bytes == 7 * HUGE_BYTES + PAGE_BYTES
    assert array.pairs == {(1, 0): 1}


def test_bound_threads_are_on_the_nodes_of_their_places() -> None:
    cpus = tuple({"cpu": cpu, "core": cpu, "l3": 0, "numa": cpu % 2, "die": 0, "package": 0} for cpu in range(4))
    places = tuple(frozenset({cpu}) for cpu in range(4))
    made = Scene(cpus, frozenset(range(4)), places, "close", False, 4, {0: 0, 1: 1, 2: 2, 3: 3}, ())
    node_of = nodes_of(made, {10: 0, 11: 1, 12: 2, 13: 3})
    assert [node_of(thread) for thread in (10, 11, 12, 13)] == [0, 1, 0, 1]
    assert nodes_in(made) == [0, 1]
    assert nodes_in(replace(made, usable=frozenset({1, 3}))) == [1]
    unbound = Scene(cpus, frozenset(range(4)), (), "none", False, 4, {}, ())
    node_of = nodes_of(unbound, {10: 0, 11: 1, 12: 2, 13: 3})
    assert [node_of(thread) for thread in (10, 11, 12, 13)] == [0, 0, 1, 1]


def test_threads_are_numbered_as_they_came() -> None:
    seen = Seen(7, threads=[7, 12, 9])
    assert seen.numbers == {7: 0, 12: 1, 9: 2}


def test_a_held_program_begins_as_if_started_by_itself(tmp_path: Path) -> None:
    told = tmp_path / "told"
    source = f"import os; open({str(told)!r}, 'w').write(open('/proc/self/status').read() + str(dict(os.environ)))"
    held = Held(["env", "-u", "GONE", sys.executable, "-c", source])
    assert held.process.poll() is None
    assert held.release({"PATH": os.environ["PATH"], "KEPT": "1", "GONE": "1"}).wait() == 0
    text = told.read_text(encoding="utf-8")
    assert "'KEPT': '1'" in text and "GONE" not in text


def test_a_held_program_does_not_ignore_what_python_ignores(tmp_path: Path) -> None:
    told = tmp_path / "status"
    held = Held(["cp", "/proc/self/status", str(told)])
    assert held.release({"PATH": os.environ["PATH"]}).wait() == 0
    (line,) = [line for line in told.read_text(encoding="utf-8").splitlines() if line.startswith("SigIgn:")]
    assert not int(line.split()[1], 16) & 1 << (signal.SIGPIPE - 1)


def test_a_held_program_that_never_begins(tmp_path: Path) -> None:
    held = Held(["touch", str(tmp_path / "begun")])
    held.give_up()
    assert held.process.returncode == 1
    assert not (tmp_path / "begun").exists()


def test_events_without_memory_for_their_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    _needs_events()

    def refuse(_: int, __: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    before = len(list(Path("/proc/self/fd").iterdir()))
    monkeypatch.setattr(mmap, "mmap", refuse)
    with pytest.raises(PerfError, match="no memory for its buffer: Operation not permitted"):
        Faults(0)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_held_program_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    assert Held(["/nowhere/program"]).release({}).wait() == 1
    assert capfd.readouterr().err == "/nowhere/program cannot be started: No such file or directory\n"


def _needs_events() -> None:
    try:
        run([sys.executable, "-c", "pass"], {})
        Watch(0, id(Fault), 1).end()
    except PerfError as error:
        pytest.skip(f"no perf events: {error}")


@needs_library
@pytest.mark.skipif(not PROGRAM.exists(), reason="muster-places is not built")
@pytest.mark.parametrize("parallel", [False, True])
def test_a_program(parallel: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _needs_events()
    monkeypatch.setattr(asking, "_program", lambda: PROGRAM)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    options = ["-fopenmp", "-g", *(["-DPARALLEL"] if parallel else [])]
    program, file = compiled(tmp_path, "matrix", SOURCE, *options), tmp_path / "arrays.json"
    words = ["memory", "--machine", "2 package 1 core", "--json", str(file), "--library", str(Path(LIBRARY).parent)]
    done = CliRunner().invoke(app, [*words, "--", str(program)])
    assert done.exit_code == (0 if parallel else 1), done.output
    (matrix,) = json.loads(file.read_text(encoding="utf-8"))
    line = next(number for number, text in enumerate(SOURCE.splitlines(), 1) if text.endswith("// first"))
    assert matrix["place"] == f"matrix.c:{line}"
    assert matrix["flagged"] is not parallel
    assert sorted(matrix["used"]) == ["0", "1"]
    # Half of the rows are the second thread's; the share of looks that see a thread differs by what else runs here.
    assert matrix["remote_share"] < 0.05 if parallel else 0.3 < matrix["remote_share"] < 0.7


@needs_library
@pytest.mark.skipif(not PROGRAM.exists(), reason="muster-places is not built")
def test_a_machine_that_is_not_known_is_told_before_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_program", lambda: PROGRAM)
    ran = tmp_path / "ran"
    words = ["memory", "--library", str(Path(LIBRARY).parent), "--machine", "nosuch", "--", "touch", str(ran)]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert "'nosuch' is no file" in told.output
    assert not ran.exists()


@needs_library
@pytest.mark.skipif(not PROGRAM.exists(), reason="muster-places is not built")
def test_each_process_has_arrays_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _needs_events()
    monkeypatch.setattr(asking, "_program", lambda: PROGRAM)
    program, file = compiled(tmp_path, "matrix", SOURCE, "-fopenmp", "-g"), tmp_path / "arrays.json"
    words = ["memory", "--json", str(file), "--library", str(Path(LIBRARY).parent)]
    CliRunner().invoke(app, [*words, "--", "sh", "-c", f"{program} & {program}; wait"])
    rows = json.loads(file.read_text(encoding="utf-8"))
    assert len({row["process"] for row in rows}) == len(rows) == 2
    # Both have the array at its own addresses, and whole.
    assert [row["bytes"] for row in rows] == [rows[0]["bytes"]] * 2


@needs_library
@pytest.mark.skipif(not PROGRAM.exists(), reason="muster-places is not built")
@pytest.mark.parametrize("parallel", [False, True])
def test_the_doctor_tells_it(parallel: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _needs_events()
    monkeypatch.setattr(asking, "_program", lambda: PROGRAM)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    options = ["-fopenmp", "-g", *(["-DPARALLEL"] if parallel else [])]
    program, file = compiled(tmp_path, "matrix", SOURCE, *options), tmp_path / "found.json"
    words = ["doctor", "--memory", "--json", str(file), "--library", str(Path(LIBRARY).parent)]
    done = CliRunner().invoke(app, [*words, "--", str(program)])
    assert done.exit_code == 0, done.output
    found = [one for one in json.loads(file.read_text(encoding="utf-8"))["findings"] if one["rule"] == "first_touch"]
    line = next(number for number, text in enumerate(SOURCE.splitlines(), 1) if text.endswith("// first"))
    assert [one["where"] for one in found] == ([] if parallel else [f"matrix.c:{line}"])
    assert not found or found[0]["advice"] == "Initialise it in a parallel loop with the same schedule."


@needs_library
def test_the_doctor_goes_on_where_the_kernel_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object, process: int) -> None:
        raise PerfError(f"not of {process}")

    monkeypatch.setattr(Faults, "__init__", refuse)
    program = compiled(tmp_path, "matrix", SOURCE, "-fopenmp")
    words = ["doctor", "--memory", "--library", str(Path(LIBRARY).parent), "--", str(program)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "the memory could not be looked at (perf_event_open: not of" in done.output

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster topology`: machines as texts, files and names, the drawing, and that it says what the runtime does."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from muster.__main__ import app
from muster.runtimes.place import place_of_muster
from muster.settings.table import known_names
from muster.topology import scene as asking
from muster.topology.drawing import ranges
from muster.topology.scene import SceneError, machine_names, topology_of
from tests.openmp_programs import LIBRARY, compiled, needs_library

# Beside the library's folder, as the build has it.
PROGRAM = Path(LIBRARY).parent.parent / "bin" / "muster-places"
needs_program = pytest.mark.skipif(not LIBRARY or not PROGRAM.exists(), reason="muster-places is not built")
# The threads' places, by their numbers, of a team under the settings of the environment.
PLACES = """
#include <omp.h>
#include <stdio.h>
int main(void) {
  int places[64];
#pragma omp parallel
  places[omp_get_thread_num()] = omp_get_place_num();
  for (int thread = 0; thread < omp_get_max_threads(); ++thread) printf("%d ", places[thread]);
  return 0;
}
"""


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in known_names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(asking, "_program", lambda: PROGRAM)


def topology(*words: str) -> Result:
    return CliRunner().invoke(app, ["topology", *words])


def figures(*words: str) -> dict[str, object]:
    done = topology("--json", *words)
    assert done.exit_code == 0, done.output
    found: dict[str, object] = json.loads(done.output)
    return found


@needs_program
def test_threads_on_a_machine_that_is_not_at_hand() -> None:
    machine = ("--machine", "2 package 4 core 2 thread")
    spread = figures(*machine, "--places", "cores", "--bind", "spread", "--threads", "4")
    assert spread["threads"] == {"0": 0, "1": 2, "2": 4, "3": 6}
    close = figures(*machine, "--places", "threads", "--bind", "close", "--threads", "3")
    assert close["threads"] == {"0": 0, "1": 1, "2": 2}
    assert close["places"] == [[cpu] for cpu in range(16)]
    unbound = figures(*machine)
    assert (unbound["threads"], unbound["team"]) == ({}, 16)


@needs_program
@needs_library
@pytest.mark.parametrize("bind", ["close", "spread", "primary"])
@pytest.mark.parametrize("threads", ["1", "2", "3", "5"])
def test_it_says_what_the_runtime_does_here(tmp_path: Path, bind: str, threads: str) -> None:
    settings = {"OMP_PLACES": "threads", "OMP_PROC_BIND": bind, "OMP_NUM_THREADS": threads}
    program = compiled(tmp_path, "places", PLACES, "-fopenmp")
    environment = os.environ | settings | {"LD_LIBRARY_PATH": str(place_of_muster(Path(LIBRARY)).names)}
    ran = subprocess.run([program], env=environment, capture_output=True, text=True, check=True, timeout=60).stdout
    said = figures("--places", "threads", "--bind", bind, "--threads", threads)["threads"]
    assert isinstance(said, dict)
    assert [said[str(thread)] for thread in range(int(threads))] == [int(word) for word in ran.split()]


@needs_program
def test_the_drawing_fits_80_columns_and_has_every_cpu() -> None:
    for words in (("--machine", "grace-2x72"), ("--machine", "2 package 2 l3 4 core 2 thread", "--bind", "close"), ()):
        shown = topology(*words)
        assert shown.exit_code == 0, shown.output
        assert max(map(len, shown.output.splitlines())) <= 80
        assert "\x1b" not in shown.output
    shown = topology(
        "--machine", "1 package 4 core 2 thread", "--places", "threads", "--bind", "close", "--threads", "3"
    )
    assert "0 t0 1 t1" in shown.output
    assert "2 t2 3" in shown.output
    assert "6-7" in shown.output


@needs_program
def test_a_value_that_cannot_be_used_is_told() -> None:
    shown = topology("--machine", "2 core", "--places", "cores(8)", "--bind", "maybe")
    assert "OMP_PROC_BIND" in shown.output


@needs_program
def test_a_machine_that_does_not_parse_is_refused() -> None:
    assert topology("--machine", "3 wheels").exit_code == 2
    assert topology("--machine", "nowhere").exit_code == 2


def test_where_a_topology_is_taken_from(tmp_path: Path) -> None:
    assert topology_of("2 package 4 core") == "2 package 4 core"
    file = tmp_path / "a.machine"
    file.write_text("# a comment\ntitle  A machine\ntopology   1 package 2 core\nhit_ns 1\n")
    assert topology_of(str(file)) == "1 package 2 core"
    # The simulator reads a file that way, too.
    file.write_text("  topology\t1 package 2 core  # a comment\r\n#topology 8 core\n")
    assert topology_of(str(file)) == "1 package 2 core"
    file.write_text("topology 1 package 2 core\ntopology 2 package 2 core\n")
    assert topology_of(str(file)) == "2 package 2 core"
    file.write_text("topology # none\n")
    assert topology_of(str(file)) == ""
    file.write_text("# nothing but it\n2 numa # each with\n4 core\n")
    assert topology_of(str(file)) == "2 numa 4 core"
    file.write_text("# nothing but it\n2 numa\n4 core\n")
    assert topology_of(str(file)) == "2 numa 4 core"
    assert all(topology_of(name)[0].isdigit() for name in machine_names())
    with pytest.raises(SceneError, match=r"machines with a name: .*grace-2x72"):
        topology_of("gracee")


def test_ranges_of_numbers() -> None:
    assert ranges([0, 1, 2, 3, 8]) == "0-3,8"
    assert ranges([5]) == "5"
    assert ranges([]) == ""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is said of threads and their places is what libomp says of them with the same settings, field by field.

Left out: teams inside of a team where no variable names their policy (OMP_PROC_BIND=true, or unset), which the
specification leaves to the implementation; and a format that ends in a lone "%", behind which libomp reads on.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.abi.support import ROOT, build_folder, is_cross_build

LIBOMP = Path("/usr/lib/llvm-19/lib/libomp.so.5")
CPUS = sorted(os.sched_getaffinity(0))[:2]

pytestmark = [
    pytest.mark.skipif(is_cross_build(), reason="there is no libomp of the other architecture"),
    pytest.mark.skipif(not LIBOMP.exists(), reason="Debian's libomp 19 is not installed"),
    pytest.mark.skipif(len(CPUS) < 2, reason="two CPUs are needed"),
]

FIELDS = {
    "short": "%t|%T|%L|%n|%N|%a|%H|%A",
    "long": "%{team_num}|%{num_teams}|%{nesting_level}|%{thread_num}|%{num_threads}|"
    "%{ancestor_tnum}|%{host}|%{thread_affinity}",
    "widths": "%05n|%.5n|%0.5n|%5n|%0.12A|%.12A|%12A|%0.9H|%.9a|%0.9a",
    "odd": "%%|%x|%{nonsense}|%-5n|plain",
    "default": "",
}

FIRST, SECOND = (f"{{{cpu}}}" for cpu in CPUS) if len(CPUS) == 2 else ("", "")
# Settings, and whether they name the policy of each level.
SETTINGS: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"OMP_PROC_BIND": "false", "OMP_PLACES": "cores"}, True),
    ({"OMP_PROC_BIND": "true"}, False),
    ({"OMP_PROC_BIND": "close"}, True),
    ({"OMP_PROC_BIND": "primary"}, True),
    ({"OMP_PROC_BIND": "spread,close"}, True),
    ({"OMP_PLACES": "cores"}, False),
    ({"OMP_PLACES": "threads", "OMP_PROC_BIND": "spread"}, True),
    ({"OMP_PLACES": f"{SECOND},{FIRST}", "OMP_PROC_BIND": "close"}, True),
    ({"OMP_PLACES": f"{FIRST},{SECOND},{FIRST},{SECOND}", "OMP_PROC_BIND": "spread,primary"}, True),
    ({"OMP_PLACES": "sockets", "OMP_PROC_BIND": "close"}, True),
    ({"KMP_AFFINITY": "compact"}, False),
    ({"KMP_AFFINITY": "scatter"}, False),
    ({"KMP_AFFINITY": "none"}, False),
    ({"GOMP_CPU_AFFINITY": f"{CPUS[-1]} {CPUS[0]}"}, False),
    ({"OMP_PROC_BIND": "close", "OMP_AFFINITY_FORMAT": "%n of %N on %A"}, True),
]

IDS = [" ".join(settings.values()) or "-" for settings, _ in SETTINGS]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("affinity") / "program"
    source = ROOT / "tests" / "abi" / "affinity_program.c"
    options = ["-fopenmp", "-O1", "-Wall", "-Wextra", "-Werror", str(source), "-o", str(path)]
    subprocess.run(["clang-19", *options], check=True)
    return path


def lines_of(program: Path, runtime: Path, arguments: list[str], settings: Mapping[str, str]) -> list[str]:
    """What the program prints on the runtime, sorted, as threads print their own lines when they like."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "GOMP_"))}
    result = subprocess.run(
        [str(program), *arguments],
        # Processes that are bound beside this test are not avoided, as libomp avoids none.
        env={
            **own,
            "OMP_NUM_THREADS": "2",
            "LD_LIBRARY_PATH": str(runtime.parent),
            "MUSTER_NEIGHBOURS": "IGNORE",
            **settings,
        },
        preexec_fn=lambda: os.sched_setaffinity(0, CPUS),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    lines = (result.stdout + result.stderr).splitlines()
    used = next(line for line in lines if "/lib" in line)
    assert Path(used).resolve() == runtime.resolve()
    lines.remove(used)
    # Each run has its own numbers of process and threads; how many digits they have counts in the length of the
    # default format's lines.
    comparable = [line for line in lines if arguments[0] or not line.startswith("length")]
    numbers = re.compile(r"(pid|tid) \d+")
    return sorted(numbers.sub(r"\1 N", line) for line in comparable)


def same(program: Path, arguments: list[str], settings: Mapping[str, str]) -> list[str]:
    ours = lines_of(program, build_folder() / "lib" / "compat" / "libomp.so.5", arguments, settings)
    theirs = lines_of(program, LIBOMP, arguments, settings)
    assert ours == theirs
    return ours


@pytest.mark.parametrize("fields", FIELDS)
@pytest.mark.parametrize(("settings", "names_policies"), SETTINGS, ids=IDS)
def test_captured(program: Path, fields: str, settings: dict[str, str], names_policies: bool) -> None:
    arguments = [FIELDS[fields], "nested" if names_policies else "flat"]
    lines = same(program, arguments, settings)
    assert sum(line.startswith(("outside", "region", "nested")) for line in lines) == (11 if names_policies else 7)


@pytest.mark.parametrize("settings", [settings for settings, _ in SETTINGS], ids=IDS)
def test_displayed(program: Path, settings: dict[str, str]) -> None:
    lines = same(program, ["plain", "flat"], {**settings, "OMP_DISPLAY_AFFINITY": "true"})
    # Two threads at the first region; at the second all four, as the team's size is another.
    shown = [line for line in lines if "bound to" in line or re.match(r"\d of \d on", line)]
    assert len(shown) >= 6

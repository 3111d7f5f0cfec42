# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LD_PRELOAD under a program that loads libgomp too, which binds the main thread before Muster's constructor runs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.abi.support import ROOT, is_cross_build, run_program

SOURCE = ROOT / "tests" / "abi" / "preload_program.c"
COMPILER = "aarch64-linux-gnu-gcc" if is_cross_build() else "gcc"
BINDINGS = [
    {"OMP_PROC_BIND": "true"},
    {"OMP_PROC_BIND": "spread"},
    {"OMP_PLACES": "cores"},
    {"GOMP_CPU_AFFINITY": "0-1023"},
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("preload") / "program"
    subprocess.run([COMPILER, "-fopenmp", "-O1", "-Werror", str(SOURCE), "-o", str(path)], check=True)
    return path


pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one CPU is all that there is")


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: "=".join(*binding.items()))
def test_all_cpus_are_used(program: Path, library: Path, binding: dict[str, str]) -> None:
    usual = run_program(program, LD_PRELOAD=str(library))
    bound = run_program(program, LD_PRELOAD=str(library), **binding)
    # The team, what a team would be by default, and the CPUs of all its threads together.
    assert bound == usual


def test_a_mask_that_is_meant_stays(library: Path, tmp_path: Path) -> None:
    """Its constructor runs before Muster's, as libgomp's does, and there is no other runtime."""
    pin, program, object_file = tmp_path / "pin.so", tmp_path / "program", tmp_path / "program.o"
    source = ROOT / "tests" / "abi" / "pin_at_load.c"
    for words in (
        ["-shared", "-fPIC", source, "-o", pin],
        ["-fopenmp", "-c", SOURCE, "-o", object_file],
        [object_file, library, f"-Wl,-rpath,{library.parent}", "-o", program],
    ):
        subprocess.run([COMPILER, *map(str, words)], check=True)
    for binding in ({}, {"OMP_PROC_BIND": "true"}):
        assert run_program(program, LD_PRELOAD=f"{library}:{pin}", **binding).split() == ["1", "1", "1"]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program linked as usual by GCC or Clang runs on Muster, put under it by either way, and not without."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from muster.runtimes.names import LOADER_NAMES
from tests.abi.support import ROOT, build_folder, is_cross_build, run_program

SOURCE = ROOT / "tests" / "abi" / "swap_program.c"
COMPILERS = ["aarch64-linux-gnu-gcc"] if is_cross_build() else ["gcc", "clang-19"]


@pytest.fixture(scope="module", params=COMPILERS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler: str = request.param
    path = tmp_path_factory.mktemp("swap") / "program"
    options = ["-fopenmp", "-O1", "-Werror", str(SOURCE), "-o", str(path)]
    if compiler.startswith("clang"):
        # Debian keeps libomp out of the loader's path; a user's program has it there or carries its place.
        options.append("-Wl,--enable-new-dtags,-rpath,/usr/lib/llvm-19/lib")
    subprocess.run([compiler, *options], check=True)
    return path


def runtime_of(program: Path, **environment: str) -> tuple[Path, str]:
    """Runs the program; the file that its runtime came from, and what it says of its own result."""
    file, verdict = run_program(program, **environment).split()
    return Path(file), verdict


def test_by_library_path(program: Path, library: Path) -> None:
    file, verdict = runtime_of(program, LD_LIBRARY_PATH=str(build_folder() / "lib" / "compat"))
    assert (file.resolve(), verdict) == (library.resolve(), "right")


def test_by_preload(program: Path, library: Path) -> None:
    file, verdict = runtime_of(program, LD_PRELOAD=str(library))
    assert (file.resolve(), verdict) == (library.resolve(), "right")


def test_without_either_it_is_another_runtime(program: Path, library: Path) -> None:
    """Otherwise the two tests above would prove nothing."""
    file, verdict = runtime_of(program)
    assert file.resolve() != library.resolve()
    assert verdict == "right"


@pytest.mark.parametrize("name", LOADER_NAMES)
def test_every_name_of_a_peer_is_the_one_library(name: str, library: Path) -> None:
    link = build_folder() / "lib" / "compat" / name
    assert link.is_symlink()
    assert link.resolve() == library.resolve()

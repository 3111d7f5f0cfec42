# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A binary that needs a version node which Muster lacks does not start: the loader names the node and the library."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.abi.support import build_folder, emulator, is_cross_build

COMPILER = "aarch64-linux-gnu-gcc" if is_cross_build() else "gcc"


def linked_against(folder: Path, soname: str, node: str) -> Path:
    """A program that calls omp_get_max_threads of `node`, linked against a library made to have it."""
    runtime = folder / soname
    script = folder / "nodes.map"
    script.write_text(f"{node} {{ global: omp_get_max_threads; local: *; }};\n")
    (folder / "runtime.c").write_text("int omp_get_max_threads(void) { return 1; }\n")
    (folder / "program.c").write_text(
        "int omp_get_max_threads(void);\nint main(void) { return omp_get_max_threads() < 1; }\n"
    )
    shared = ["-shared", "-fPIC", f"-Wl,-soname,{soname}", f"-Wl,--version-script={script}"]
    subprocess.run([COMPILER, *shared, str(folder / "runtime.c"), "-o", str(runtime)], check=True)
    program = folder / "program"
    subprocess.run([COMPILER, str(folder / "program.c"), str(runtime), "-o", str(program)], check=True)
    return program


def started_on_muster(program: Path) -> subprocess.CompletedProcess[str]:
    compat = str(build_folder() / "lib" / "compat")
    run = [*emulator(), "-E", f"LD_LIBRARY_PATH={compat}"] if is_cross_build() else []
    environment = os.environ if is_cross_build() else {**os.environ, "LD_LIBRARY_PATH": compat}
    return subprocess.run(
        [*run, str(program)], env=environment, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(("soname", "node"), [("libgomp.so.1", "OMP_99.0"), ("libomp.so.5", "VERSION_2")])
def test_the_loader_names_the_node(tmp_path: Path, soname: str, node: str) -> None:
    done = started_on_muster(linked_against(tmp_path, soname, node))
    assert done.returncode != 0
    assert f"version `{node}' not found" in done.stderr
    assert soname in done.stderr


@pytest.mark.parametrize(("soname", "node"), [("libgomp.so.1", "OMP_1.0"), ("libomp.so.5", "VERSION")])
def test_a_node_that_is_there_is_found(tmp_path: Path, soname: str, node: str) -> None:
    """Otherwise the test above would prove nothing."""
    done = started_on_muster(linked_against(tmp_path, soname, node))
    assert (done.returncode, done.stderr) == (0, "")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source distribution gives AArch64 what a wheel has: cross-built with pip's settings, and run under emulation."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.packages.commands import run

NEEDED = ("aarch64-linux-gnu-g++", "qemu-aarch64", "ninja")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
SYSTEM = Path("/usr/aarch64-linux-gnu")
# packaging/README.md promises it of the wheel's library.
OLDEST_GLIBC = (2, 28)


@pytest.fixture(scope="module")
def installed(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel would hold."""
    folder = tmp_path_factory.mktemp("aarch64")
    # Python's own way to do it without a warning is younger than Debian 12's Python.
    run(["tar", "--extract", "--file", sdist, "--directory", folder], folder)
    (source,) = folder.iterdir()
    build, prefix = source / "build", folder / "installed"
    settings = tomllib.loads((source / "pyproject.toml").read_text())["tool"]["scikit-build"]
    defined = {"CMAKE_BUILD_TYPE": settings["cmake"]["build-type"]} | settings["cmake"]["define"]
    defined["CMAKE_TOOLCHAIN_FILE"] = str(source / "cmake" / "aarch64.cmake")
    words = [f"-D{name}={value}" for name, value in defined.items()]
    run(["cmake", "-G", "Ninja", "-S", source, "-B", build, *words], folder)
    run(["cmake", "--build", build, "--target", *settings["build"]["targets"]], folder)
    for component in settings["install"]["components"]:
        run(["cmake", "--install", build, "--prefix", prefix, "--component", component], folder)
    return prefix


def binaries(folder: Path) -> list[Path]:
    return sorted(file for name in ("bin", "lib") for file in (folder / name).iterdir())


@pytest.mark.skipif(bool(MISSING), reason=f"no {', '.join(MISSING)}: scripts/packages/check.txt")
def test_aarch64_gets_all_of_the_wheel(installed: Path) -> None:
    assert [file.name for file in binaries(installed)] == [
        "barriers",
        "muster-places",
        "libmuster-mpi.so",
        "libmuster.so.1",
    ]
    for file in binaries(installed):
        assert "AArch64" in run(["readelf", "--file-header", file], installed)
        asked = re.findall(r"GLIBC_(\d+)\.(\d+)", run(["readelf", "--version-info", file], installed))
        assert max((int(major), int(minor)) for major, minor in asked) <= OLDEST_GLIBC


@pytest.mark.skipif(bool(MISSING), reason=f"no {', '.join(MISSING)}: scripts/packages/check.txt")
def test_its_programs_run_on_aarch64(installed: Path) -> None:
    program: list[str | Path] = ["qemu-aarch64", "-L", SYSTEM, installed / "bin" / "muster-places"]
    said = json.loads(run([*program, "--machine", "2 package 4 core"], installed))
    assert len(said["cpus"]) == 8

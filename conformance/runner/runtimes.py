# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that a suite can run on: a folder of links each, by which LD_LIBRARY_PATH puts one under a program."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path

from runner import paths
from runner.errors import ConformanceError

# The names by which programs built by GCC, Clang and Intel's compiler load their runtime.
_NAMES = ("libgomp.so.1", "libomp.so", "libomp.so.5", "libiomp5.so")


@dataclass(frozen=True)
class Runtime:
    name: str
    library: Path
    folder: Path  # for LD_LIBRARY_PATH


def find(name: str, muster: Path | None) -> Runtime:
    """`name` is muster, libgomp, libomp, libiomp5 or the path of a library; `muster` a build folder."""
    library = _library(name, muster)
    if not library.exists():
        raise ConformanceError(f"{name}: {library} is not there; {_ADVICE.get(name, 'name another file')}")
    label = name if name in _ADVICE else Path(name).name
    return Runtime(label, library.resolve(), _links(library.resolve(), paths.LINKS / label))


_ADVICE = {
    "muster": "build it: cmake --preset release && cmake --build --preset release --target muster",
    "libgomp": "apt-get install libgomp1",
    "libomp": "apt-get install libomp5-19",
    "libiomp5": "take it out of PyPI's intel-openmp: pip download --no-deps intel-openmp, then unzip, into build/peers",
}


def _library(name: str, muster: Path | None) -> Path:
    multiarch = Path("/usr/lib") / f"{platform.machine()}-linux-gnu"
    if name == "muster":
        return (muster or paths.ROOT / "build" / "release") / "lib" / "libmuster.so.1"
    if name == "libgomp":
        return multiarch / "libgomp.so.1"
    if name == "libomp":
        return Path("/usr/lib/llvm-19/lib/libomp.so.5")
    if name == "libiomp5":
        return paths.ROOT / "build" / "peers" / "libiomp5" / "libiomp5.so"
    if "/" in name:
        return Path(name)
    raise ConformanceError(f"'{name}' is no runtime: take one of {', '.join(_ADVICE)} or the path of a library")


def _links(library: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in _NAMES:
        link = folder / name
        if not link.is_symlink() or link.readlink() != library:
            link.unlink(missing_ok=True)
            link.symlink_to(library)
    return folder

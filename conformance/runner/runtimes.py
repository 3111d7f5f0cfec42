# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that a suite can run on: a folder of links each, by which LD_LIBRARY_PATH puts one under a program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError, require
from muster.runtimes.links import link_folder
from runner import paths
from runner.errors import ConformanceError


@dataclass(frozen=True)
class Runtime:
    name: str
    library: Path
    folder: Path  # for LD_LIBRARY_PATH


def find(name: str, muster: Path | None) -> Runtime:
    """`name` is muster, libgomp, libomp, libiomp5 or the path of a library; `muster` a build folder."""
    label = Path(name).name
    library = _named(Path(name)) if "/" in name else _known(name, muster)
    return Runtime(label, library, link_folder(library, paths.LINKS / label))


def _named(library: Path) -> Path:
    if not library.exists():
        raise ConformanceError(f"{library} is not there; name another file")
    return library.resolve()


def _known(name: str, muster: Path | None) -> Path:
    try:
        return require(name, (muster or paths.ROOT / "build" / "release") / "lib")
    except RuntimeMissingError as error:
        raise ConformanceError(f"{error}; or name the path of a library") from None

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenMP runtimes that a program can run on, and the ways by which one takes over from another."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError, find, require
from muster.runtimes.links import link_folder
from muster.runtimes.names import LOADER_NAMES, MUSTER, PEERS
from runner import paths
from runner.errors import Unavailable


class Way(StrEnum):
    """How a runtime gets under a program that came with another."""

    AS_IS = "as is"
    PATH = "LD_LIBRARY_PATH"
    PRELOAD = "LD_PRELOAD"


@dataclass(frozen=True)
class Runtime:
    """One runtime by one way. `library` is the file that must serve all OpenMP calls (None: the program's own)."""

    name: str
    way: Way
    library: Path | None = None
    links: Path | None = None

    def environment(self) -> dict[str, str]:
        if self.way is Way.PATH:
            return {"LD_LIBRARY_PATH": str(self.links)}
        if self.way is Way.PRELOAD:
            return {"LD_PRELOAD": str(self.library)}
        return {}


MUSTERS = {"muster-path": Way.PATH, "muster-preload": Way.PRELOAD}
NAMES = (*PEERS, *MUSTERS)


def own(name: str) -> Runtime:
    """The runtime that a program comes with, left where it is."""
    return Runtime(name, Way.AS_IS)


def way_of(name: str, ways: Collection[Way], own_name: str = "libgomp") -> Way | None:
    """The way by which runtime `name` can take over a program that allows `ways`; None if there is none."""
    if name == own_name:
        return Way.AS_IS
    if name in MUSTERS:
        return MUSTERS[name] if MUSTERS[name] in ways else None
    return Way.PATH if Way.PATH in ways else Way.PRELOAD


def provide(name: str, way: Way, muster_lib: Path | None) -> Runtime:
    """Find runtime `name`, with its folder of links. Unavailable if its library is not there."""
    if way is Way.AS_IS:
        return own(name)
    if name in MUSTERS:
        return _muster(name, way, muster_lib)
    library = find(name)
    if library is None:
        raise Unavailable(f"{name} is not here: run 'tests/programs/run prepare'")
    return Runtime(name, way, library, links_to(library, paths.LINKS / name))


def links_to(library: Path, folder: Path) -> Path:
    """Make `folder` hold links with the names that programs ask libgomp by (one wheel by the longer one)."""
    return link_folder(library, folder, [name for name in LOADER_NAMES if name.startswith("libgomp.so.1")])


def _muster(name: str, way: Way, muster_lib: Path | None) -> Runtime:
    folder = muster_lib or paths.ROOT / "build" / "release" / "lib"
    links = folder / "compat"
    try:
        library = require(MUSTER, folder)
    except RuntimeMissingError as error:
        raise Unavailable(f"{error}; or say with --muster-lib where it is") from None
    if not (links / "libgomp.so.1").exists():
        raise Unavailable(f"{links} has no libgomp.so.1: build it, or say with --muster-lib where it is")
    return Runtime(name, way, library, links.resolve())

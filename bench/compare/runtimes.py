# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes to compare, and how a program is made to load one."""

from dataclasses import dataclass
from pathlib import Path

from muster.files import is_file
from muster.runtimes.find import find
from muster.runtimes.links import link_folder, name_for
from muster.runtimes.names import COMPILERS, MUSTER, PEERS, SERVES

from . import places

BUILDS = COMPILERS


@dataclass(frozen=True)
class Runtime:
    """One library that serves OpenMP programs."""

    name: str
    library: Path
    builds: tuple[str, ...]
    is_peer: bool

    def link_folder(self) -> Path:
        """A folder for LD_LIBRARY_PATH in which every name that a program may ask for is this library.

        Another comparison may run at the same time, with another library under the same name.
        """
        return link_folder(self.library, places.PEERS / "links" / f"{self.name}-{name_for(self.library)}")


def find_all(muster: Path = places.MUSTER_LIBRARY, added: dict[str, Path] | None = None) -> list[Runtime]:
    """Every runtime present, peers first. `added` names further libraries, each a rival of Muster's own build.

    MissingProgramError where `muster` is none, unless that is the release build's, which need not be built.
    """
    if muster != places.MUSTER_LIBRARY and not is_file(muster):
        raise places.MissingProgramError(f"there is no {muster}; --muster names Muster's library, libmuster.so.1")
    peers = {name: find(name) for name in PEERS}
    found = [Runtime(name, path, SERVES[name], is_peer=True) for name, path in peers.items() if path is not None]
    if muster.exists():
        found.append(Runtime(MUSTER, muster.resolve(), BUILDS, is_peer=False))
    for name, path in (added or {}).items():
        found.append(Runtime(name, path.resolve(strict=True), BUILDS, is_peer=False))
    return found

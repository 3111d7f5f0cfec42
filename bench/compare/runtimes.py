# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes to compare: where their libraries are, and how a program is made to load one."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import places

BUILDS = ("gcc", "clang")

# What a program built by either compiler asks the loader for.
LOADER_NAMES = ("libgomp.so.1", "libomp.so.5", "libiomp5.so")


@dataclass(frozen=True)
class Runtime:
    """One library that serves OpenMP programs."""

    name: str
    library: Path
    builds: tuple[str, ...]
    is_peer: bool

    def link_folder(self) -> Path:
        """A folder for LD_LIBRARY_PATH in which every name that a program may ask for is this library."""
        folder = places.PEERS / "links" / self.name
        folder.mkdir(parents=True, exist_ok=True)
        for loader_name in LOADER_NAMES:
            link = folder / loader_name
            if link.is_symlink() and link.readlink() == self.library:
                continue
            link.unlink(missing_ok=True)
            link.symlink_to(self.library)
        return folder


def _printed_by(compilers: tuple[str, ...], file_name: str) -> Path | None:
    """Where a compiler says that one of its libraries is."""
    for compiler in compilers:
        if shutil.which(compiler) is None:
            continue
        asked = subprocess.run(
            [compiler, f"-print-file-name={file_name}"], capture_output=True, text=True, check=False, timeout=30
        )
        path = Path(asked.stdout.strip())
        if path.is_absolute() and path.exists():
            return path.resolve()
    return None


def _libgomp() -> Path | None:
    return _printed_by(("gcc-12", "gcc"), "libgomp.so.1")


def _libomp() -> Path | None:
    return _printed_by(("clang-19", "clang"), "libomp.so.5")


def _libiomp5() -> Path | None:
    path = places.PEERS / "libiomp5" / "libiomp5.so"
    return path if path.exists() else None


def find_all(muster: Path = places.MUSTER_LIBRARY, added: dict[str, Path] | None = None) -> list[Runtime]:
    """Every runtime present, peers first. `added` names further libraries, each a rival of Muster's own build."""
    # libgomp has no __kmpc_* entry points: it serves GCC-built code only.
    peers: list[tuple[str, Path | None, tuple[str, ...]]] = [
        ("libgomp", _libgomp(), ("gcc",)),
        ("libomp", _libomp(), BUILDS),
        ("libiomp5", _libiomp5(), BUILDS),
    ]
    found = [Runtime(name, path, builds, is_peer=True) for name, path, builds in peers if path is not None]
    if muster.exists():
        found.append(Runtime("muster", muster.resolve(), BUILDS, is_peer=False))
    for name, path in (added or {}).items():
        found.append(Runtime(name, path.resolve(strict=True), BUILDS, is_peer=False))
    return found

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster.load()`: the runtime under the libraries that a Python program imports afterwards, without LD_PRELOAD."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from muster.library import library_path
from muster.limits import register_with_threadpoolctl
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.names import PEER_FILE
from muster.runtimes.own_links import preloadable

# Files of the peers' names without code, behind which Muster is (packaging/README.md).
_STAND_INS = ("muster", "system")
# An entry point of each interface, and one that both have.
_ENTRIES = ("GOMP_parallel", "__kmpc_fork_call", "omp_get_max_threads")
_MAPS = Path("/proc/self/maps")


class LoadError(Exception):
    """Muster cannot take over in this process; the message says why, and what to do."""


@dataclass(frozen=True)
class Loaded:
    """Muster in this process. Its text says what it serves."""

    library: Path
    version: str

    def bypassed(self) -> list[Path]:
        """Runtimes that have come into the process all the same, as copies in wheels do. Nothing calls them, but for
        libraries that look symbols up in a file of their own choice."""
        return other_runtimes(self.library)

    def __str__(self) -> str:
        text = f"Muster {self.version} ({self.library}) serves OpenMP in this process"
        names = ", ".join(path.name for path in self.bypassed())
        return f"{text}; loaded and bypassed: {names}" if names else text


def load() -> Loaded:
    """Loads Muster, so that OpenMP code that is imported afterwards runs on it. To be called before numpy and friends.

    Raises LoadError if another OpenMP runtime has been loaded already: code that is bound to it would stay with it. A
    process that has Muster already, by LD_PRELOAD, an earlier call or the system's choice, keeps that one. If
    threadpoolctl is installed it learns of Muster, so that its limits hold.
    """
    here = _owner("muster_version")
    if here is None:
        library = next((path for path in _mapped() if path.name.startswith("libmuster.so")), None) or library_path()
        if others := other_runtimes(library):
            raise LoadError(_too_late(others))
        try:
            ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            raise LoadError(f"{library} cannot be loaded: {error}") from error
        here = library
    # The library that comes first among the global symbols serves what is bound later.
    for entry in _ENTRIES:
        owner = _owner(entry)
        if owner is None or not _same(owner, here):
            raise LoadError(f"{entry} of {owner} comes before Muster's: load Muster first, or by {_preload(here)}")
    register_with_threadpoolctl()
    return Loaded(here, _version())


def other_runtimes(library: Path) -> list[Path]:
    """The files of OpenMP runtimes other than `library` that are mapped in this process."""
    named = [path for path in _mapped() if PEER_FILE.match(path.name) and path.parts[-3:-1] != _STAND_INS]
    return [path for path in named if not _same(path, library)]


def _too_late(others: list[Path]) -> str:
    names = ", ".join(str(other) for other in others)
    return (
        f"another OpenMP runtime has been loaded already: {names}. Call muster.load() before the import that brings it "
        f"(numpy, scipy, sklearn, torch ...), or start Python with {_preload(library_path())}"
    )


def _preload(library: Path) -> str:
    """What is to be set. The loader cuts paths at blanks and colons, so a link may stand for the library."""
    with suppress(RuntimeMissingError):
        library = preloadable(library)
    return f"LD_PRELOAD={library}"


def _mapped() -> Iterator[Path]:
    seen = set()
    for line in _MAPS.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and fields[5].startswith("/") and fields[5] not in seen:
            seen.add(fields[5])
            yield Path(fields[5])


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other


class _DlInfo(ctypes.Structure):
    """Dl_info of dlfcn.h."""

    _fields_ = (
        ("dli_fname", ctypes.c_char_p),
        ("dli_fbase", ctypes.c_void_p),
        ("dli_sname", ctypes.c_char_p),
        ("dli_saddr", ctypes.c_void_p),
    )


def _owner(symbol: str) -> Path | None:
    """The file of the symbol that a library which is loaded now would be bound to."""
    process: Any = ctypes.CDLL(None)
    function = getattr(process, symbol, None)
    if function is None:
        return None
    info = _DlInfo()
    process.dladdr.argtypes = (ctypes.c_void_p, ctypes.POINTER(_DlInfo))
    if process.dladdr(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(info)) == 0:
        return None
    return Path(os.fsdecode(info.dli_fname))


def _version() -> str:
    number: int = ctypes.CDLL(None).muster_version()
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"

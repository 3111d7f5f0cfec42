# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the libraries of the runtimes are: in a build, beside this package, in the system."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from muster.files import exists
from muster.measure.limits import QUESTION_S
from muster.runtimes.names import ADVICE, MUSTER

PACKAGE = Path(__file__).resolve().parents[1]
# The source tree that this package lies in; where it is installed, a folder that has none of what is looked for.
TREE = PACKAGE.parents[1]
BUILD = TREE / "build"
MUSTER_FILE = "libmuster.so.1"
# Beside this package, where a wheel has it; then the builds of the source tree.
MUSTER_FOLDERS = (PACKAGE / "lib", BUILD / "release" / "lib", BUILD / "release-clang" / "lib")
LLVM_ROOT = Path("/usr/lib")
FETCHED_LIBIOMP5 = BUILD / "peers" / "libiomp5" / "libiomp5.so"
# It is in the environment with the wheels that tests/programs runs.
TESTED_LIBIOMP5 = BUILD / "programs" / "wheels" / "lib" / "libiomp5.so"


# What the shell has activated, which this package need not be installed in.
ACTIVE_ENVIRONMENTS = ("VIRTUAL_ENV", "CONDA_PREFIX")
ONEAPI = Path("/opt/intel/oneapi/compiler/latest")


class RuntimeMissingError(Exception):
    """The runtime is not here; the message says how to get it."""


def find(name: str, muster_folder: Path | None = None) -> Path | None:
    """The library of a runtime, or None. `muster_folder` is where Muster is looked for instead of the usual places."""
    if name not in ADVICE:
        raise RuntimeMissingError(f"'{name}' is no runtime: take one of {', '.join(ADVICE)}")
    places = iter([muster_folder / MUSTER_FILE]) if muster_folder and name == MUSTER else _places(name)
    found = (place.resolve() for place in places if exists(place))
    return next((place for place in found if name == MUSTER or not _is_muster(place)), None)


def require(name: str, muster_folder: Path | None = None) -> Path:
    """The library of a runtime. RuntimeMissingError if it is not here."""
    found = find(name, muster_folder)
    if found is None:
        raise RuntimeMissingError(f"{name} is not here: {ADVICE[name]}")
    return found


def _is_muster(library: Path) -> bool:
    """Under another runtime's name: a link of its folder of names, or a stand-in that ldconfig has."""
    return library.name.startswith("libmuster.") or library.parts[-3:-1] == ("muster", "system")


def system_folder() -> Path:
    """Where Debian has the libraries of this machine's kind."""
    return Path("/usr/lib") / f"{platform.machine()}-linux-gnu"


def _places(name: str) -> Iterator[Path]:
    """Where the library of a runtime may be, the best first."""
    if name == MUSTER:
        yield from (folder / MUSTER_FILE for folder in MUSTER_FOLDERS)
        yield from (folder / MUSTER_FILE for folder in (Path("/usr/local/lib"), system_folder()))
        yield from _known_to_loader(MUSTER_FILE)
    elif name == "libgomp":
        yield system_folder() / "libgomp.so.1"
        yield from _printed_by(("gcc-12", "gcc"), "libgomp.so.1")
        yield from _known_to_loader("libgomp.so.1")
    elif name == "libomp":
        yield from sorted(LLVM_ROOT.glob("llvm-*/lib/libomp.so.5"), key=_llvm_version, reverse=True)
        yield system_folder() / "libomp.so.5"
        yield from _printed_by(("clang-19", "clang"), "libomp.so.5")
        yield from _printed_by(("clang-19", "clang"), "libomp.so")
    else:
        yield FETCHED_LIBIOMP5
        yield TESTED_LIBIOMP5
        yield from (folder / "libiomp5.so" for folder in _folders_of_libiomp5())
        yield from _known_to_loader("libiomp5.so")


def _folders_of_libiomp5() -> Iterator[Path]:
    """Of this Python's environment and the active one, where the wheel of intel-openmp puts it; then oneAPI's."""
    yield Path(sys.prefix) / "lib"
    yield from (Path(os.environ[name]) / "lib" for name in ACTIVE_ENVIRONMENTS if os.environ.get(name))
    yield from (Path(word) for word in os.environ.get("LD_LIBRARY_PATH", "").split(":") if word)
    yield ONEAPI / "lib"
    # Before 2024.
    yield ONEAPI / "linux" / "compiler" / "lib" / "intel64_lin"


def _llvm_version(library: Path) -> int:
    number = library.parents[1].name.removeprefix("llvm-")
    return int(number) if number.isdigit() else 0


def _printed_by(compilers: tuple[str, ...], file_name: str) -> Iterator[Path]:
    """Where a compiler says that one of its libraries is."""
    for compiler in compilers:
        if shutil.which(compiler) is None:
            continue
        path = Path(_said_by([compiler, f"-print-file-name={file_name}"]).strip())
        if path.is_absolute():
            yield path


def _known_to_loader(file_name: str) -> Iterator[Path]:
    """What the loader's cache has under a name for this machine's kind, where that is known."""
    program = shutil.which("ldconfig") or "/sbin/ldconfig"
    kind = {"x86_64": "x86-64", "aarch64": "AArch64"}.get(platform.machine(), "")
    for line in _said_by([program, "-p"]).splitlines():
        name, _, rest = line.strip().partition(" ")
        traits, _, path = rest.partition(" => ")
        if name == file_name and kind in traits:
            yield Path(path)


def _said_by(command: list[str]) -> str:
    """What a command prints; nothing if it cannot be run."""
    try:
        asked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=QUESTION_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout

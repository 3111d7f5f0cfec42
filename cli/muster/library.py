# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the runtime is, in the installed package or in a build of this checkout, and its folder of other names."""

import hashlib
import os
from pathlib import Path

NAME = "libmuster.so.1"
_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]
_BUILDS = ("release", "release-clang", "dev", "dev-clang")


class LibraryError(Exception):
    """The runtime, or its folder of names, is not there; the message says what to do."""


def library_path() -> Path:
    """The file of the runtime."""
    builds = (_CHECKOUT / "build" / build / "lib" for build in _BUILDS)
    for folder in (_PACKAGE / "lib", *builds):
        if (folder / NAME).is_file():
            return folder / NAME
    raise LibraryError(
        f"there is no {NAME}: neither in {_PACKAGE / 'lib'}, where pip puts it, nor in a build of {_CHECKOUT} "
        "(cmake --preset release && cmake --build --preset release)"
    )


def compat_path() -> Path:
    """The folder that LD_LIBRARY_PATH names to put the runtime under programs that are linked with another one.

    A wheel holds no links, and copies would be several runtimes in one process; so for an installed package the folder
    is made when it is first asked for, in the user's cache.
    """
    library = library_path()
    beside = library.parent / "compat"
    if beside.is_dir():
        return beside
    names = (library.parent / "names").read_text(encoding="ascii").split()
    place = hashlib.sha256(bytes(library)).hexdigest()[:12]
    folder = _cache() / "muster" / f"compat-{place}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            _link(folder / name, library)
    except OSError as error:
        raise LibraryError(f"the links to {library} cannot be made in {folder}: {error.strerror}") from error
    return folder


def _cache() -> Path:
    asked = os.environ.get("XDG_CACHE_HOME", "")
    return Path(asked) if asked.startswith("/") else Path.home() / ".cache"


def _link(link: Path, library: Path) -> None:
    """Replaces what is there in one step: another process may be reading it."""
    if link.is_symlink() and link.readlink() == library:
        return
    new = link.with_name(f".{link.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    new.symlink_to(library)
    new.replace(link)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links that an installation does not have: in the user's cache, or else in a temporary folder."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.links import link_folder, name_for
from muster.runtimes.names import LOADER_NAMES

CACHE = "XDG_CACHE_HOME"
# What the loader ends a word by in LD_LIBRARY_PATH and in LD_PRELOAD (ld.so(8)); nothing quotes it.
SEARCH_ENDS, PRELOAD_ENDS = ":;", " :"


def own_links(library: Path, names: Iterable[str] = LOADER_NAMES, ends: str = SEARCH_ENDS) -> Path:
    """A folder with a link to this library under each name, made if need be; its path has none of `ends` in it.

    RuntimeMissingError where no such folder can be written, as in a container whose user has no home.
    """
    refused = []
    for folder, is_others_too in ((_cache(), False), (_temporary(), True)):
        if folder is None:
            continue
        if not is_whole(folder, ends):
            refused.append(f"{folder} (the loader cuts it at {_in_words(ends)})")
            continue
        try:
            if is_others_too:
                _make_private(folder)
            return link_folder(library, folder / "links" / name_for(library), names)
        except OSError as error:
            refused.append(f"{folder} ({error.strerror})")
    raise RuntimeMissingError(
        f"there is no place for the links by which programs load {library.name}: {' and '.join(refused)} cannot be "
        f"used; let {CACHE} name a folder that can be written"
    )


def is_whole(path: Path, ends: str) -> bool:
    """Whether the loader takes the path for one word."""
    return not any(end in str(path) for end in ends)


def preloadable(library: Path) -> Path:
    """The library as LD_PRELOAD can name it: by a link where its path has a blank or a colon in it.

    RuntimeMissingError where there is no place for the link.
    """
    if is_whole(library, PRELOAD_ENDS):
        return library
    return own_links(library, (library.name,), PRELOAD_ENDS) / library.name


def _in_words(ends: str) -> str:
    return " and ".join("blanks" if end == " " else f"'{end}'" for end in ends)


def _cache() -> Path | None:
    """None for a user who has no home.

    A path that is not absolute counts as not set, as the XDG Base Directory Specification has it: a program that goes
    to another folder, and starts others there, would not find the links.
    """
    named = os.environ.get(CACHE, "")
    if named.startswith("/"):
        return Path(named) / "muster"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ".cache" / "muster" if home.is_absolute() else None


def _temporary() -> Path:
    return Path(tempfile.gettempdir()) / f"muster-{os.getuid()}"


def _make_private(folder: Path) -> None:
    """OSError if others can write there: what lies in the folder is loaded into programs."""
    folder.mkdir(mode=0o700, exist_ok=True)
    seen = folder.lstat()
    if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.getuid() or seen.st_mode & 0o022:
        raise PermissionError(errno.EPERM, "others can write there")

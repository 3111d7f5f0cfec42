# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the links of an installation without links are: in the user's cache, or else in a temporary folder."""

import errno
import os
import stat
import tempfile
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.links import link_folder, name_for

CACHE = "XDG_CACHE_HOME"


def own_links(library: Path) -> Path:
    """A folder with a link to this library under each name, made if need be.

    RuntimeMissingError where no folder can be written, as in a container whose user has no home.
    """
    refused = []
    for folder, is_others_too in ((_cache(), False), (_temporary(), True)):
        if folder is None:
            continue
        try:
            if is_others_too:
                _make_private(folder)
            return link_folder(library, folder / "links" / name_for(library))
        except OSError as error:
            refused.append(f"{folder} ({error.strerror})")
    raise RuntimeMissingError(
        f"there is no place for the links by which programs load {library.name}: {' and '.join(refused)} cannot be "
        f"written; let {CACHE} name a folder that can"
    )


def _cache() -> Path | None:
    """None for a user who has no home."""
    named = os.environ.get(CACHE)
    if named:
        return Path(named) / "muster"
    try:
        return Path.home() / ".cache" / "muster"
    except RuntimeError:
        return None


def _temporary() -> Path:
    return Path(tempfile.gettempdir()) / f"muster-{os.getuid()}"


def _make_private(folder: Path) -> None:
    """OSError if others can write there: what lies in the folder is loaded into programs."""
    folder.mkdir(mode=0o700, exist_ok=True)
    seen = folder.lstat()
    if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.getuid() or seen.st_mode & 0o022:
        raise PermissionError(errno.EPERM, "others can write there")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folders of links, by which LD_LIBRARY_PATH puts one library under every name that programs load a runtime by."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from muster.runtimes.names import LOADER_NAMES


def name_for(library: Path) -> str:
    """A name for a folder of links to this library and no other."""
    return hashlib.sha256(os.fsencode(library)).hexdigest()[:12]


def link_folder(library: Path, folder: Path, names: Iterable[str] = LOADER_NAMES) -> Path:
    """Makes `folder` hold a link to `library` under each name. Several processes may do so at once for one library."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        link = folder / name
        if link.is_symlink() and link.readlink() == library:
            continue
        # By a name of its own, then renamed: another process never finds the link missing.
        own = folder / f".{name}.{os.getpid()}"
        own.unlink(missing_ok=True)
        own.symlink_to(library)
        own.replace(link)
    return folder

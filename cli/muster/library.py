# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the runtime is, for programs: the one of the installed package, or of a build of this checkout."""

from pathlib import Path

from muster.runtimes.find import RuntimeMissingError, require
from muster.runtimes.names import MUSTER
from muster.runtimes.place import place_of_muster


class LibraryError(Exception):
    """The runtime is not there; the message says what to do."""


def library_path() -> Path:
    """The file of the runtime."""
    try:
        return require(MUSTER)
    except RuntimeMissingError as error:
        raise LibraryError(str(error)) from error


def compat_path() -> Path:
    """The folder that LD_LIBRARY_PATH names to put the runtime under programs that are linked with another one.

    A wheel holds no links, and copies would be several runtimes in one process; so for an installed package the folder
    is made when it is first asked for, in the user's cache.
    """
    try:
        return place_of_muster().names
    except RuntimeMissingError as error:
        raise LibraryError(str(error)) from error

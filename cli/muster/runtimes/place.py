# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where Muster is, and the folder in which it has the names of the other runtimes."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from muster.files import exists
from muster.runtimes.find import MUSTER_FILE, RuntimeMissingError, require
from muster.runtimes.names import LOADER_NAMES, MUSTER
from muster.runtimes.own_links import SEARCH_ENDS, is_whole, own_links

# What programs that are linked with Muster itself ask for.
OWN_NAMES = ("libmuster.so", MUSTER_FILE)


@dataclass(frozen=True)
class Place:
    """One build of Muster, or an installation."""

    library: Path
    names: Path  # for LD_LIBRARY_PATH

    def search_path(self, environment_value: str = "") -> str:
        """LD_LIBRARY_PATH with Muster, under all names and its own, before what it was."""
        own = [str(folder) for folder in (self.names, self._own_name()) if is_whole(folder, SEARCH_ENDS)]
        return ":".join(folder for folder in dict.fromkeys((*own, environment_value)) if folder)

    def _own_name(self) -> Path:
        """A folder with Muster by its own name, and without other libraries: those would come before the program's."""
        folder = self.library.parent
        with suppress(OSError, RuntimeMissingError):
            if any(".so" in file.name and not file.name.startswith("libmuster") for file in folder.iterdir()):
                return own_links(self.library, OWN_NAMES)
            return folder
        # Muster under the names of others is what counts.
        return self.names


def place_of_muster(asked: Path | None = None) -> Place:
    """`asked` is its folder, that of the names, or the library.

    RuntimeMissingError if Muster is not there, or no place for links to it where it has none.
    """
    folder = asked
    if folder is not None and folder.name.startswith("libmuster.so"):
        folder = folder.parent
    if folder is not None and folder.name == "compat" and not exists(folder / MUSTER_FILE):
        folder = folder.parent
    library = require(MUSTER, folder.resolve() if folder else None)
    if not is_whole(library, SEARCH_ENDS):
        return Place(library, own_links(library, (*LOADER_NAMES, *OWN_NAMES)))
    for names in (library.parent / "compat", library.parent / "muster" / "compat", library.parent):
        if exists(names / "libgomp.so.1") and (names / "libgomp.so.1").resolve() == library:
            return Place(library, names)
    return Place(library, own_links(library))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that are compared, and the proof that a program really gets the one it is run on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from muster.measure.environment import LOADER_PREFIX, without_settings
from muster.runtimes.find import RuntimeMissingError, require
from muster.runtimes.links import link_folder
from muster.takeover.loader import loaded_by
from muster.takeover.objects import ObjectError, read_object
from scripts.demo.errors import DemoError

# The name that the programs of the demo are linked with: GCC has built them.
LIBGOMP = "libgomp.so.1"


@dataclass(frozen=True)
class Runtime:
    name: str
    folder: Path | None  # of libgomp.so.1; None for the system's own
    library: Path  # what libgomp.so.1 must turn out to be

    def environment(self) -> dict[str, str]:
        # Settings of the caller would make one runtime run another way than the next.
        kept = without_settings(None, LOADER_PREFIX)
        if self.folder is not None:
            kept["LD_LIBRARY_PATH"] = str(self.folder.resolve())
        return kept

    def require(self, program: Path) -> None:
        """Fails unless the loader gives `program` this runtime for libgomp.so.1."""
        found = loaded_libgomp(program, self.environment())
        if found.resolve() != self.library.resolve():
            raise DemoError(f"{program.name} would run on {found}, not on {self.name} ({self.library})")


def loaded_libgomp(program: Path, environment: dict[str, str]) -> Path:
    """The file that the loader picks for libgomp.so.1, by its own word."""
    try:
        found = loaded_by(read_object(program), environment).libraries.get(LIBGOMP)
    except ObjectError as error:
        raise DemoError(str(error)) from None
    if found is None:
        raise DemoError(f"{program} does not load {LIBGOMP}, so there is nothing to take the place of")
    return found


def find_runtimes(program: Path, muster_folder: Path, scratch: Path) -> list[Runtime]:
    """libgomp as the system has it, libomp under libgomp's name, and Muster."""
    system = Runtime("libgomp", None, Path(LIBGOMP))
    libgomp = Runtime("libgomp", None, loaded_libgomp(program, system.environment()))
    muster = Runtime("Muster", muster_folder, muster_folder / LIBGOMP)
    return [libgomp, _libomp(scratch), muster]


def _libomp(scratch: Path) -> Runtime:
    try:
        library = require("libomp")
    except RuntimeMissingError as error:
        raise DemoError(str(error)) from None
    return Runtime("libomp", link_folder(library, scratch / "libomp", (LIBGOMP,)), library)

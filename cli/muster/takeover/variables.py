# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variables by which the loader is told of a library. No ELF is read here: they are set where none is, too."""

from pathlib import Path

from muster.runtimes.own_links import preloadable

PATH, PRELOAD = "LD_LIBRARY_PATH", "LD_PRELOAD"


def preloaded(library: Path, environment_value: str) -> dict[str, str]:
    """LD_PRELOAD with the library before what it was. RuntimeMissingError where it cannot name the library."""
    return {PRELOAD: ":".join(word for word in (str(preloadable(library)), environment_value) if word)}


def is_preloaded(library: Path, value: str) -> bool:
    """Whether LD_PRELOAD names the library, which is a file without links."""
    return any(Path(word).resolve() == library for word in value.replace(" ", ":").split(":") if word)

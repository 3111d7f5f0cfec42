# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The `muster` command, tools around the runtime; and for Python programs, `muster.load()`."""

from muster.library import LibraryError, compat_path, library_path
from muster.load import Loaded, LoadError, load

__all__ = ["LibraryError", "LoadError", "Loaded", "compat_path", "library_path", "load"]

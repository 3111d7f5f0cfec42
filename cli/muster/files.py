# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a file is there, and what one of another form than is wanted raises.

Path.exists() raises an error where a folder on the way may not be searched.
"""

from contextlib import suppress
from pathlib import Path

# What taking a file or a program's answer apart may raise where it has another form than this version's.
OTHER_FORM = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def exists(path: Path) -> bool:
    """Whether something is there that can be looked at."""
    with suppress(OSError):
        return path.exists()
    return False


def is_file(path: Path) -> bool:
    """Whether a file is there that can be looked at. A text that is too long for a path is none."""
    with suppress(OSError):
        return path.is_file()
    return False

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a file is there, and what one of another form than is wanted raises.

Path.exists() raises an error where a folder on the way may not be searched.
"""

import stat
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


def is_folder(path: Path) -> bool:
    """Whether a folder is there that can be looked at."""
    with suppress(OSError):
        return path.is_dir()
    return False


def why_unwritable(file: Path) -> str:
    """Why a file cannot be written, before there is anything to write; empty where it can. No file is left behind."""
    with suppress(OSError):
        mode = file.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            # What reads a pipe would take the end of this look for the end of it all.
            return ""
    try:
        # A link may lead to what is not there yet.
        real = file.resolve()
        is_new = not exists(real)
        with real.open("ab"):
            pass
    except (OSError, RuntimeError) as error:
        return getattr(error, "strerror", None) or str(error)
    if is_new:
        with suppress(OSError):
            real.unlink()
    return ""

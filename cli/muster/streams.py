# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is printed may have any bytes in it, as words of the command line, paths and variables need not be UTF-8.

And it may go to a disk that is full.
"""

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

AS_TYPED = "muster-as-typed"


def _as_typed(error: UnicodeError) -> tuple[str | bytes, int]:
    """Bytes that were no text go out as they came in; characters that the terminal does not have become escapes."""
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def print_any_bytes() -> None:
    """Nothing that is printed raises an error for its characters from now on."""
    codecs.register_error(AS_TYPED, _as_typed)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=AS_TYPED)


# What a write says where nothing more goes into the file. A pipe that nobody reads (EPIPE) is Typer's.
TAKES_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


@contextmanager
def output_is_told_of(name: str) -> Iterator[None]:
    """Where standard output takes no more, one line says so, and the exit status is 2. To be put around all of it."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        # What is about a file by its name is something else.
        if error.filename is not None or error.errno not in TAKES_NO_MORE:
            raise
        with suppress(OSError):
            # What is still in the buffer is flushed at the end of the process.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.stderr.write(f"{name}: standard output cannot be written: {error.strerror}\n")
        raise SystemExit(2) from None

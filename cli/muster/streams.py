# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is printed may have any bytes in it: words of the command line, paths and variables need not be UTF-8."""

import codecs
import io
import sys

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

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How every command says why it ends."""

from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.markup import escape

from muster.files import why_unwritable

if TYPE_CHECKING:
    from pathlib import Path


def stop(command: str, message: object, status: int = 2) -> typer.Exit:
    """Tells it on standard error, in one line however long that is; what is returned is to be raised."""
    errors = Console(stderr=True, highlight=False)
    errors.print(f"[red]muster {command}:[/] {escape(str(message))}", soft_wrap=True)
    return typer.Exit(status)


def check_places(command: str, *files: "Path | None") -> None:
    """Before anything is run, so that nobody waits for what cannot be written then."""
    for file in files:
        if file is not None and (why := why_unwritable(file)):
            raise _unwritable(command, file, why)


def write(command: str, file: "Path", text: str | bytes) -> None:
    """What the user has asked for in a file. Words of the command line that are no UTF-8 stand there with escapes."""
    data = text if isinstance(text, bytes) else text.encode(errors="backslashreplace")
    try:
        file.write_bytes(data)
    except OSError as error:
        raise _unwritable(command, file, error.strerror) from None


def _unwritable(command: str, file: "Path", why: str | None) -> typer.Exit:
    return stop(command, f"{file} cannot be written: {why}")

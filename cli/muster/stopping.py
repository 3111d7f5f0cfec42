# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How every command says why it ends."""

from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.markup import escape

if TYPE_CHECKING:
    from pathlib import Path


def stop(command: str, message: object, status: int = 2) -> typer.Exit:
    """Tells it on standard error, in one line however long that is; what is returned is to be raised."""
    errors = Console(stderr=True, highlight=False)
    errors.print(f"[red]muster {command}:[/] {escape(str(message))}", soft_wrap=True)
    return typer.Exit(status)


def write(command: str, file: "Path", text: str | bytes) -> None:
    """What the user has asked for in a file. Words of the command line that are no UTF-8 stand there with escapes."""
    data = text if isinstance(text, bytes) else text.encode(errors="backslashreplace")
    try:
        file.write_bytes(data)
    except OSError as error:
        raise stop(command, f"{file} cannot be written: {error.strerror}") from None

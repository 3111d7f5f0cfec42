# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page, made of the commands: python -m muster.man > man/muster.1 (from cli/; a test compares)."""

import inspect
import re
import sys
from typing import TYPE_CHECKING

import typer

from muster.__main__ import app

if TYPE_CHECKING:
    from typer import _click as click

HEAD = """\
.\\" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
.\\" Made by python -m muster.man. Change the commands, then make it again.
.TH MUSTER 1
.SH NAME
muster \\- run OpenMP programs on Muster, compare runtimes, and see what the runtime does
.SH SYNOPSIS
.B muster
.I COMMAND
.RI [ OPTIONS ]
.RB [ -- ]
.RI [ PROGRAM
.RI [ ARGUMENTS ]]
"""
TAIL = """\
.SH ENVIRONMENT
.B muster env
lists the variables that set the runtime, and checks those that are set.
.SH FILES
.TP
.I $XDG_CONFIG_HOME/muster/profile
The barriers that were measured on this machine; written by
.BR "muster tune" ,
read by the runtime.
.SH SEE ALSO
.BR ld.so (8)
"""
# These are options of every command, or of the shell.
LEFT_OUT = ("help", "install_completion", "show_completion")


def escaped(text: str) -> str:
    """Text that roff takes as it is. A line may not begin with what is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def page() -> str:
    """The whole page."""
    root = typer.main.get_command(app)
    parts = [HEAD, ".SH DESCRIPTION\n", paragraphs(root.help or ""), ".SH OPTIONS\n", options_of(root)]
    for path, command in commands_of(root, ("muster",)):
        parts.append(f".SH {escaped(' '.join(path)).upper()}\n")
        parts.append(paragraphs(command.help or ""))
        context = typer.Context(command)
        usage = [piece for param in command.params for piece in param.get_usage_pieces(context)]
        words = " ".join(f"\\fI{escaped(word)}\\fR" for word in ["[OPTIONS]", *usage])
        parts.append(f".PP\n\\fB{escaped(' '.join(path))}\\fR {words}\n")
        parts += [options_of(command), paragraphs(command.epilog or "")]
    return "".join([*parts, TAIL])


def commands_of(command: "click.Command", path: tuple[str, ...]) -> "list[tuple[tuple[str, ...], click.Command]]":
    """Every command below, in the order of `--help`, with the words that call it."""
    found = []
    context = typer.Context(command)
    for name in getattr(command, "list_commands", lambda _: [])(context):
        below = command.get_command(context, name)  # type: ignore[attr-defined]
        found.append(((*path, name), below))
        found += commands_of(below, (*path, name))
    return found


def options_of(command: "click.Command") -> str:
    lines = []
    for option in command.params:
        record = option.get_help_record(typer.Context(command))
        if option.param_type_name != "option" or option.name in LEFT_OUT or record is None:
            continue
        names, text = record
        lines.append(f".TP\n\\fB{escaped(names)}\\fR\n{escaped(text)}\n")
    return "".join(lines)


def paragraphs(text: str) -> str:
    """Paragraphs between blank lines; those that are indented are examples."""
    found = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if part.startswith("  "):
            found.append(f".PP\n.RS\n.EX\n{escaped(inspect.cleandoc(part))}\n.EE\n.RE\n")
        elif part:
            found.append(f".PP\n{escaped(part.strip('` '))}\n")
    return "".join(found)


if __name__ == "__main__":
    sys.stdout.write(page())

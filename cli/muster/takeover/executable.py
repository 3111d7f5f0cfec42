# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file that a command runs: found in PATH, and for a script that of its interpreter."""

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

# As the kernel has it: what a script may be run by is a script only so many times.
MOST_INTERPRETERS = 5
FIRST_LINE_BYTES = 256
# What env(1) takes a word more for.
ENV_OPTIONS = ("-u", "--unset", "-C", "--chdir", "-a", "--argv0")


class CommandError(Exception):
    """The command cannot be run; `status` is what a shell would end with."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Executable:
    """What is run in the end, and the scripts on the way there."""

    binary: Path
    scripts: tuple[Path, ...] = ()


def executable_of(name: str) -> Executable:
    """CommandError with status 127 if it is not found, 126 if it cannot be run."""
    path = _found(name)
    scripts: list[Path] = []
    for _ in range(MOST_INTERPRETERS):
        interpreter = _interpreter_of(path)
        if interpreter is None:
            return Executable(path, tuple(scripts))
        scripts.append(path)
        path = _found(interpreter)
    raise CommandError(f"{name} is a script whose interpreter is a script, more than {MOST_INTERPRETERS} deep", 126)


def _found(name: str) -> Path:
    found = shutil.which(name)
    if found is not None:
        return Path(found)
    if "/" not in name:
        raise CommandError(f"{name} is not found in PATH" + _nearby(name), 127)
    try:
        if Path(name).is_dir():
            raise CommandError(f"{name} is a folder", 126)
        if Path(name).exists():
            raise CommandError(f"{name} is not executable; chmod +x makes it so", 126)
    except OSError as error:
        raise CommandError(f"{name} cannot be looked at: {error.strerror}", 126) from None
    raise CommandError(f"{name} does not exist", 127)


def _nearby(name: str) -> str:
    return f"; ./{name} is in this folder" if os.access(name, os.X_OK) and Path(name).is_file() else ""


def _interpreter_of(path: Path) -> str | None:
    """What runs a script; None for a program."""
    try:
        with path.open("rb") as file:
            first = file.read(FIRST_LINE_BYTES).split(b"\n", 1)[0]
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}", 126) from None
    if not first.startswith(b"#!"):
        return None
    words = first[2:].decode(errors="replace").split(maxsplit=1)
    if not words:
        return "/bin/sh"
    if Path(words[0]).name == "env" and len(words) > 1:
        return _run_by_env(words[1]) or words[0]
    return words[0]


def _run_by_env(rest: str) -> str:
    """`env -S name words` and `env NAME=VALUE name`: the first word that is neither option nor variable, or nothing."""
    try:
        words = iter(shlex.split(rest))
    except ValueError:
        # A quote that does not end is for env to complain about.
        words = iter(rest.split())
    for word in words:
        if word in ENV_OPTIONS:
            next(words, "")
        elif not word.startswith("-") and "=" not in word:
            return word
    return ""

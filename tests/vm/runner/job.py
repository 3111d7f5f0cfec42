# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a guest is given to do, and what it said of it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Job:
    """A command for the guest's shell. The name has neither white space nor tabs; the command is one line."""

    name: str
    command: str
    limit_s: int = 60

    def line(self) -> str:
        if "\n" in self.command or "\t" in self.command or not self.name or set(self.name) & set(" \t\n"):
            raise ValueError(f"no job: {self!r}")
        return f"{self.name}\t{self.limit_s}\t{self.command}\n"


@dataclass
class Said:
    """What came out of a job. `status` is None while it runs, or where the guest ended before it did."""

    status: int | None = None
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list)

    @property
    def end(self) -> str:
        """How it ended, in words; empty where it ended well."""
        if self.status is None:
            return "the guest ended before"
        if self.status in (124, 137, 143):  # as timeout and the shell tell it
            return f"time limit, after {self.seconds:.0f} s"
        return f"exit status {self.status}" if self.status else ""


def with_settings(settings: Mapping[str, str], command: str) -> str:
    """The command with variables before it, quoted for the shell."""
    words = [f"{name}={shlex.quote(value)}" for name, value in settings.items()]
    return " ".join([*words, command])

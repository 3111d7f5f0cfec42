# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a rule reports: where, what, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    rule: str
    what: str
    next_step: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.what}\n    next: {self.next_step}"

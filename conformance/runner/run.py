# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of one run have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from runner.compilers import CompilerName
from runner.limits import Limits


@dataclass(frozen=True)
class Run:
    name: str  # of the runtime
    library_folder: Path
    limits: Limits
    preload: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    compiler: CompilerName = CompilerName.CLANG  # of LLVM's suites
    races: bool = False  # with ThreadSanitizer: a program passes if it has no report

    def loader(self) -> dict[str, str]:
        """What puts the runtime under a program."""
        chosen = {"LD_LIBRARY_PATH": str(self.library_folder)}
        return chosen if self.preload is None else chosen | {"LD_PRELOAD": str(self.preload)}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the loader would load for a program, by its own word; the program itself is not run."""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from muster.measure.limits import QUESTION_S
from muster.runtimes.names import PEER_FILE
from muster.takeover.objects import Object

LINE = re.compile(
    r"^\s*(?P<name>\S+) => (?P<path>/.*?) \(0x[0-9a-f]+\)$|^\s*(?P<missing>\S+) => not found$", re.MULTILINE
)


@dataclass(frozen=True)
class Loaded:
    """The libraries of a program, by the name that is asked for."""

    libraries: dict[str, Path]
    missing: tuple[str, ...]

    @property
    def runtimes(self) -> dict[str, Path]:
        """Those that are OpenMP runtimes."""
        return {name: path for name, path in self.libraries.items() if PEER_FILE.match(name)}


def loaded_by(program: Object, environment: Mapping[str, str]) -> Loaded:
    """Nothing where the loader says nothing."""
    if program.loader is None:
        return Loaded({}, ())
    try:
        asked = subprocess.run(
            [program.loader, program.path.resolve()],
            # As ldd does it: `--list` stops at the first library that is missing.
            env={**environment, "LD_TRACE_LOADED_OBJECTS": "1"},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=QUESTION_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Loaded({}, ())
    lines = [match.groupdict() for match in LINE.finditer(asked.stdout)]
    libraries = {line["name"]: Path(line["path"]) for line in lines if line["name"]}
    return Loaded(libraries, tuple(line["missing"] for line in lines if line["missing"]))

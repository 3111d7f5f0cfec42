# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `muster-places` says of a machine and of the settings in the environment."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from muster.files import exists, is_file
from muster.measure.limits import QUESTION_S
from muster.runtimes.find import BUILD, PACKAGE, TREE

PROGRAM = "muster-places"
# Where a wheel has the machines with a name, and where the source tree has them.
MACHINE_FOLDERS = (PACKAGE / "machines", TREE / "simulate" / "machines")
# Outermost first, as machine texts name them.
LEVELS = ("package", "die", "numa", "l3", "core")
NO_PLACE = 0xFFFF


class SceneError(Exception):
    """There is no such machine, or nothing to ask; the message says why."""


@dataclass(frozen=True)
class Scene:
    """A machine, and a team on it."""

    cpus: tuple[dict[str, int], ...]  # the number of each CPU, and its group at each level
    usable: frozenset[int]
    places: tuple[frozenset[int], ...]
    policy: str
    confines: bool  # threads are kept to the one place, which is no binding
    team: int
    threads: dict[int, int]  # the place of each thread; empty if threads are not bound
    messages: tuple[str, ...]

    def count(self, level: str) -> int:
        return len({cpu[level] for cpu in self.cpus})

    def threads_on(self, cpu: int) -> tuple[int, ...]:
        """The threads that may run on a CPU because of their place."""
        return tuple(thread for thread, place in sorted(self.threads.items()) if cpu in self.places[place])


def scene_of(machine: str | None, environment: Mapping[str, str], threads: int | None) -> Scene:
    """`machine` is a text, a file or the name of a machine; None: this one."""
    words = [str(_program()), "--threads", str(threads)] if threads is not None else [str(_program())]
    words += ["--machine", topology_of(machine)] if machine is not None else []
    try:
        asked = subprocess.run(
            words, env=dict(environment), capture_output=True, text=True, check=False, timeout=QUESTION_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SceneError(f"{words[0]} gives no answer: {error}") from None
    if asked.returncode != 0:
        raise SceneError(asked.stderr.strip().removeprefix(f"{PROGRAM}: "))
    said = json.loads(asked.stdout)
    return Scene(
        cpus=tuple(said["cpus"]),
        usable=frozenset(said["usable"]),
        places=tuple(frozenset(place) for place in said["places"]),
        policy=said["policy"],
        confines=said["confines"],
        team=said["team"],
        threads={row["thread"]: row["place"] for row in said["threads"] if row["place"] != NO_PLACE},
        messages=tuple(said["messages"]),
    )


def topology_of(machine: str) -> str:
    """The topology of a machine file (`topology  1 package 2 core`), of a file of nothing else, or the text itself."""
    for file in (Path(machine), *(folder / f"{machine}.machine" for folder in MACHINE_FOLDERS)):
        if is_file(file):
            try:
                text = file.read_text(encoding="utf-8", errors="replace")
            except OSError as error:
                raise SceneError(f"{file} cannot be read: {error.strerror}") from None
            return _topology_in(text)
    if not re.match(r"\s*\d", machine):
        known = ", ".join(machine_names())
        hint = f"; machines with a name: {known}" if known else ""
        raise SceneError(f"'{machine}' is no file and no text such as '2 package 4 core 2 thread'{hint}")
    return machine


def _topology_in(text: str) -> str:
    """As the simulator reads it (simulate/engine/machine.cpp): `#` ends a line, and the last topology counts."""
    lines = [line.split("#", 1)[0].strip() for line in text.split("\n")]
    settings = [line.split(maxsplit=1) for line in lines if line]
    topologies = [" ".join(words[1:]) for words in settings if words[0] == "topology"]
    return topologies[-1] if topologies else " ".join(line for line in lines if line)


def machine_names() -> list[str]:
    """The machines that are known by a name."""
    return sorted({file.stem for folder in MACHINE_FOLDERS for file in folder.glob("*.machine")})


def _program() -> Path:
    for folder in (PACKAGE / "bin", BUILD / "release" / "bin", BUILD / "dev" / "bin"):
        if exists(folder / PROGRAM):
            return folder / PROGRAM
    found = shutil.which(PROGRAM)
    if found is None:
        raise SceneError(f"{PROGRAM} is not here: cmake --build --preset release --target muster_places")
    return Path(found)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands that start the ranks of a program of MPI: where the program stands in them, and how variables reach it."""

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muster.measure.limits import QUESTION_S
from muster.takeover.executable import CommandError, executable_of

# mpirun, mpiexec, orterun, prterun, and what Debian and MPICH call theirs (mpirun.openmpi, mpiexec.hydra).
LAUNCHER = re.compile(r"^(mpirun|mpiexec|orterun|prterun|srun)(\.\w+)?$")
# The words that follow an option, from mpirun(1) of Open MPI 4.1, mpiexec(1) of MPICH 4 (Hydra) and srun(1).
ONE = """n np c N H x f p t w host hosts hostfile machinefile map-by rank-by bind-to cpu-set cpu-list cpus-per-proc
    cpus-per-rank prefix wdir wd path npernode npersocket ppn ppr rf rankfile timeout output-filename stdin tune am
    genvlist envlist ntasks nodes cpus-per-task partition time account personality launch-agent"""
TWO = "mca gmca pmixmca prtemca genv env"
VALUES = dict.fromkeys(ONE.split(), 1) | dict.fromkeys(TWO.split(), 2)
# Between the programs of one job that are not the same.
NEXT_PROGRAM = ":"


@dataclass(frozen=True)
class Launch:
    """A command, and where in it the program stands that uses OpenMP: in front, or behind a launcher."""

    words: tuple[str, ...]
    places: tuple[int, ...] = (0,)
    # What sets a variable for the ranks in the launcher's words; None where they have the environment of the command.
    setting: str | None = None

    @property
    def program(self) -> str:
        """The program; of several the first."""
        return self.words[self.places[0]]

    @property
    def starts_ranks(self) -> bool:
        return self.places[0] > 0

    def ready(self, variables: Mapping[str, str], environment: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
        """The command and its environment, by which the program has these variables, on other machines too."""
        if self.setting is None:
            return list(self.words), {**environment, **variables}
        words = list(self.words)
        for place in reversed(self.places):
            # The last one of a name counts, so they stand behind the user's own.
            words[place:place] = [word for name, value in variables.items() for word in self._words_for(name, value)]
        return words, dict(environment)

    def _words_for(self, name: str, value: str) -> list[str]:
        return [self.setting, f"{name}={value}"] if self.setting == "-x" else [str(self.setting), name, value]


def launch_of(command: Sequence[str]) -> Launch:
    """What a command is. CommandError where a launcher has no program behind it that is here."""
    words = tuple(command)
    if not LAUNCHER.match(Path(words[0]).name):
        return Launch(words)
    places = tuple(_places(words))
    if not places:
        raise CommandError(f"no program that is here was found behind {words[0]}", 127)
    return Launch(words, places, _setting_of(words[0]))


def _places(words: Sequence[str]) -> list[int]:
    """Where programs stand: the first word behind the options, and behind each colon.

    An option that is not in VALUES may have a value; that is no program which could be run.
    """
    found: list[int] = []
    index, behind_options = 1, False
    while index < len(words):
        word = words[index]
        if word == NEXT_PROGRAM:
            behind_options = False
        elif not behind_options and word.startswith("-"):
            index += VALUES.get(word.lstrip("-"), 0)
        elif not behind_options and _can_be_run(word):
            found.append(index)
            behind_options = True
        index += 1
    return found


def _can_be_run(word: str) -> bool:
    try:
        executable_of(word)
    except CommandError:
        return False
    return True


def _setting_of(launcher: str) -> str | None:
    """By what the launcher says of itself. One that is not known hands its environment on, as srun does."""
    try:
        said = subprocess.run(
            [launcher, "--version"], capture_output=True, text=True, errors="replace", check=False, timeout=QUESTION_S
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    if "Open MPI" in said or "Open-MPI" in said or "PRRTE" in said:
        return "-x"
    return "-env" if "HYDRA" in said else None

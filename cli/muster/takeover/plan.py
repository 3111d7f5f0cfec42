# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How Muster gets under a program: which variables of the loader do it, and what they take over."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.names import PEER_FILE
from muster.runtimes.place import Place
from muster.takeover.executable import Executable
from muster.takeover.loader import Loaded, loaded_by
from muster.takeover.objects import Object, ObjectError, has_more_rights, is_of_this_machine, read_object
from muster.takeover.variables import PATH, PRELOAD, preloaded

# Parts of the C library, in which dlopen() is defined.
MUSTER_NAME = "libmuster.so"
OF_LIBC = ("libc.so", "libdl.so", "ld-linux", "libpthread.so", "libm.so", "librt.so")


class RefusedError(Exception):
    """Muster cannot get under this program; the message says why."""


@dataclass(frozen=True)
class Plan:
    """What is set for a program, and why."""

    variables: dict[str, str]
    taken_over: dict[str, Path]  # by the name that is asked for, the file that would have served
    why: str
    warning: str = ""  # what a user should know even without being asked to explain


def plan_for(executable: Executable, place: Place, environment: Mapping[str, str]) -> Plan:
    """RefusedError where Muster would not get under the program."""
    program = _examined(executable.binary)
    search = {PATH: place.search_path(environment.get(PATH, ""))}
    before = loaded_by(program, environment)
    later = _loads_later(program, before)
    # Names that nothing serves now are served by Muster as well.
    wanted = [*before.runtimes, *(name for name in before.missing if PEER_FILE.match(name))]
    if not wanted and any(name.startswith(MUSTER_NAME) for name in (*before.libraries, *before.missing)):
        return Plan(search, {}, "it is linked with Muster itself")
    if not wanted:
        return _plan_without_runtime(executable, program, search | _preload(place, environment), later)
    taken = {name: path for name, path in before.runtimes.items() if path.resolve() != place.library}
    if not _are_all_muster(wanted, loaded_by(program, {**environment, **search}), place):
        why = f"{PATH} does not lead the loader away from these, so Muster is loaded before them"
        return Plan(search | _preload(place, environment), taken, why)
    if later:
        why = f"{later} may load a copy of a runtime under another name later"
        return Plan(search | _preload(place, environment), taken, why)
    return Plan(search, taken, "the loader gives Muster for every name that the program asks for")


def _plan_without_runtime(executable: Executable, program: Object, preload: dict[str, str], later: str) -> Plan:
    started = "programs that it starts are taken over"
    if later:
        return Plan(preload, {}, f"no runtime is linked, but {later} may load one later")
    if program.uses_openmp:
        why = "the loader has a runtime for it already, or finds one by a path, so Muster is loaded before that"
        return Plan(preload, {}, why)
    if executable.scripts:
        return Plan(preload, {}, f"{executable.scripts[0]} is a script for {executable.binary}; {started}")
    how = "linked with none and loads no library later" if program.is_dynamic else "linked statically, without one"
    warning = f"{executable.binary} has no OpenMP: it is {how}. Only {started}"
    return Plan(preload, {}, f"no OpenMP was found; {started}", warning)


def _examined(binary: Path) -> Object:
    try:
        program = read_object(binary)
    except ObjectError as error:
        raise RefusedError(str(error)) from None
    if not is_of_this_machine(program):
        raise RefusedError(f"{binary} is a program for {program.machine}, which Muster's library here is not for")
    if program.has_runtime:
        raise RefusedError(
            f"{binary} is linked {'' if program.is_dynamic else 'statically '}with a runtime inside of it, which no "
            "library can take the place of; link it with -fopenmp and without -static"
        )
    if has_more_rights(binary):
        raise RefusedError(
            f"{binary} runs with more rights than its user (setuid or capabilities), so the loader does not listen; "
            "only an administrator can put Muster under it"
        )
    return program


def _preload(place: Place, environment: Mapping[str, str]) -> dict[str, str]:
    try:
        return preloaded(place.library, environment.get(PRELOAD, ""))
    except RuntimeMissingError as error:
        raise RefusedError(str(error)) from None


def _are_all_muster(names: list[str], after: Loaded, place: Place) -> bool:
    return all(after.libraries.get(name, Path()).resolve() == place.library for name in names)


def _loads_later(program: Object, before: Loaded) -> str:
    """What may load libraries while it runs: the program, or one of its libraries; "" if nothing does."""
    if program.loads_later:
        return str(program.path)
    for name, path in before.libraries.items():
        if name.startswith(OF_LIBC) or PEER_FILE.match(name):
            continue
        try:
            if read_object(path).loads_later:
                return name
        except ObjectError:
            continue
    return ""

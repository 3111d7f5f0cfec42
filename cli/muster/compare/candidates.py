# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that a program can be compared on, and what puts each under it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muster.runtimes.find import RuntimeMissingError, find
from muster.runtimes.names import ADVICE, MUSTER, PEERS
from muster.runtimes.own_links import own_links
from muster.runtimes.place import Place
from muster.takeover.executable import Executable
from muster.takeover.loader import Loaded, loaded_by
from muster.takeover.objects import Object, read_object
from muster.takeover.plan import plan_for
from muster.takeover.variables import PATH, PRELOAD, preloaded

# The runtime that comes with a program, where it is not known beforehand which one that is.
OWN = "own"


class CandidateError(Exception):
    """The request names a runtime that cannot be compared here; the message says why."""


@dataclass(frozen=True)
class Candidate:
    """A runtime as it is put under the program."""

    name: str
    variables: dict[str, str]
    library: Path | None  # None: not known before the program runs


@dataclass(frozen=True)
class Candidates:
    chosen: tuple[Candidate, ...]
    notes: tuple[str, ...]  # what is left out, and why


def candidates_for(
    executable: Executable, place: Place | None, environment: Mapping[str, str], request: str = "all"
) -> Candidates:
    """Those of `request`, a list of names or `all`: the program's own, the peers that are here, Muster.

    RefusedError where Muster cannot get under the program, CandidateError where a runtime that is named cannot.
    """
    program = read_object(executable.binary)
    before = loaded_by(program, environment)
    own = own_name(before)
    wanted = _wanted(request, own)
    chosen, notes = [], []
    for name in wanted:
        try:
            if name == own:
                library = next((path.resolve() for path in before.runtimes.values()), None)
                chosen.append(Candidate(name, {}, library))
            elif name == MUSTER:
                chosen.append(_muster(executable, place, environment))
            else:
                chosen.append(_peer(name, program, before, environment))
        except CandidateError as error:
            if request != "all":
                raise
            notes.append(str(error))
    if request == "all" and own == OWN:
        notes += _peers_left_out(program, before)
    return Candidates(tuple(chosen), tuple(notes))


def own_name(before: Loaded) -> str:
    """The runtime that the program is linked with."""
    for name in before.runtimes:
        for peer in PEERS:
            if name.startswith((f"{peer}.", f"{peer}-")):
                return peer
    return OWN


def _wanted(request: str, own: str) -> list[str]:
    if request == "all":
        # A program that loads its runtime later may bring any, and another peer under it is a guess.
        return [OWN, MUSTER] if own == OWN else [own, *(peer for peer in PEERS if peer != own), MUSTER]
    names: Sequence[str] = list(dict.fromkeys(word for word in request.replace(" ", "").split(",") if word))
    unknown = [name for name in names if name not in (*PEERS, MUSTER, OWN)]
    if unknown or not names:
        raise CandidateError(f"'{request}' names no runtime: take some of {', '.join((*PEERS, MUSTER, OWN))}")
    return [own if name == OWN else name for name in names]


def _muster(executable: Executable, place: Place | None, environment: Mapping[str, str]) -> Candidate:
    if place is None:
        raise CandidateError(f"{MUSTER} is not here: {ADVICE[MUSTER]}")
    return Candidate(MUSTER, plan_for(executable, place, environment).variables, place.library)


def _peer(name: str, program: Object, before: Loaded, environment: Mapping[str, str]) -> Candidate:
    library = find(name)
    if library is None:
        raise CandidateError(f"{name} is not here: {ADVICE[name]}")
    if name == "libgomp" and _has_clang_code(program, before):
        raise CandidateError("libgomp does not serve code that Clang has compiled, as this program's is")
    try:
        folder = own_links(library)
    except RuntimeMissingError as error:
        raise CandidateError(str(error)) from None
    search = {PATH: ":".join(word for word in (str(folder), environment.get(PATH, "")) if word)}
    after = loaded_by(program, {**environment, **search})
    if before.runtimes and all(after.libraries.get(name, Path()).resolve() == library for name in before.runtimes):
        return Candidate(name, search, library)
    try:
        return Candidate(name, search | preloaded(library, environment.get(PRELOAD, "")), library)
    except RuntimeMissingError as error:
        raise CandidateError(str(error)) from None


def _peers_left_out(program: Object, before: Loaded) -> Iterator[str]:
    """That `all` means fewer where the runtime comes later, and what asks for those that are here."""
    clang = _has_clang_code(program, before)
    peers = [peer for peer in PEERS if find(peer) is not None and not (clang and peer == "libgomp")]
    if peers:
        yield (
            f"{', '.join(peers)}: the program loads its runtime later, or has none, so that it is a guess whether they "
            f"serve it; --runtimes {','.join((OWN, *peers, MUSTER))} compares them too"
        )


def _has_clang_code(program: Object, before: Loaded) -> bool:
    return "Clang" in program.calls or any(not name.startswith("libgomp") for name in before.runtimes)

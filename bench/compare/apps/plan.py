# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to run: applications, team sizes, conditions and wait policies, and whose turn it is."""

import csv
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .. import places
from ..plan import PlanError, parse_threads
from ..runtimes import Runtime
from ..work.space import Condition, Policy

APPS_TABLE = places.ROOT / "bench" / "apps" / "apps.csv"

ALL_THREADS = "1,cores,2x,4x,8x"
# Team sizes for conditions and policies that are not the usual ones, unless sizes are named.
FEW_THREADS = "cores,4x"
CONDITIONS = tuple(condition for condition in Condition if condition is not Condition.TOGETHER)

# Those that the paper measures with every barrier, and whose settings make every barrier of a runtime the same.
BARRIER_APPS = ("aspcg", "multiblock")
BARRIER_SETTING = "MUSTER_BARRIER"
PEER_BARRIERS = ("linear", "tree", "hyper", "dist")
PEER_BARRIER_SETTINGS = tuple(f"KMP_{part}_BARRIER_PATTERN" for part in ("PLAIN", "FORKJOIN", "REDUCTION"))
LIBOMP_FAMILY = ("libomp", "libiomp5")


@dataclass(frozen=True)
class Cell:
    """Runs that are compared with each other."""

    app: str
    threads: int
    condition: Condition = Condition.ALONE
    policy: Policy = Policy.DEFAULT

    def __str__(self) -> str:
        words = [self.app, f"{self.threads}t"]
        words += [str(self.condition)] if self.condition is not Condition.ALONE else []
        words += [str(self.policy)] if self.policy is not Policy.DEFAULT else []
        return " ".join(words)


@dataclass(frozen=True)
class Candidate:
    """A runtime as it is set up: `name` is that of the runtime, or says the setting too."""

    name: str
    runtime: Runtime
    build: str
    settings: tuple[tuple[str, str], ...] = ()


def known_apps() -> dict[str, str]:
    """The rows of the table: name to title."""
    with APPS_TABLE.open(encoding="utf-8", newline="") as file:
        return {row["app"]: row["title"] for row in csv.DictReader(file)}


def _choose(request: str, known: Collection[str], what: str) -> list[str]:
    wanted = [word for word in request.replace(" ", "").split(",") if word]
    if wanted == ["all"]:
        return list(known)
    unknown = [word for word in wanted if word not in known]
    if unknown or not wanted:
        raise PlanError(f"no {what} {', '.join(unknown) or 'is named'}; there are: all, {', '.join(known)}")
    return list(dict.fromkeys(wanted))


def choose_apps(request: str, known: Collection[str]) -> list[str]:
    """Names, or `all`; a part of a name stands for all that begin with it."""
    words: list[str] = []
    for word in request.replace(" ", "").split(","):
        begun = [name for name in known if word and name.startswith(word)]
        words += begun if begun and word not in known else [word]
    return _choose(",".join(words), known, "application")


def choose_conditions(request: str) -> list[Condition]:
    return [Condition(word) for word in _choose(request, [str(condition) for condition in CONDITIONS], "condition")]


def choose_policies(request: str) -> list[Policy]:
    return [Policy(word) for word in _choose(request, [str(policy) for policy in Policy], "policy")]


def make_cells(
    apps: Sequence[str], threads: str, conditions: Sequence[Condition], policies: Sequence[Policy], cores: int
) -> list[Cell]:
    """Without `threads` every size under what is usual, and two sizes under everything else."""
    cells: list[Cell] = []
    for policy in policies:
        for condition in conditions:
            usual = condition is Condition.ALONE and policy is Policy.DEFAULT
            sizes = parse_threads(threads or (ALL_THREADS if usual else FEW_THREADS), cores)
            cells += [Cell(app, size, condition, policy) for app in apps for size in sizes]
    return cells


def candidates_of(runtimes: Sequence[Runtime], builds: Sequence[str]) -> list[Candidate]:
    """Every runtime under every build that it can serve."""
    return [
        Candidate(runtime.name, runtime, build) for build in builds for runtime in runtimes if build in runtime.builds
    ]


def barrier_candidates(
    runtimes: Sequence[Runtime], builds: Sequence[str], algorithms: Sequence[str]
) -> list[Candidate]:
    """Every runtime as it chooses by itself, and those that can be told with each of their barriers."""
    found: list[Candidate] = []
    for plain in candidates_of(runtimes, builds):
        found.append(plain)
        settings: dict[str, tuple[tuple[str, str], ...]] = {}
        if not plain.runtime.is_peer:
            settings = {name: ((BARRIER_SETTING, name),) for name in algorithms}
        elif plain.name in LIBOMP_FAMILY:
            # One name for both halves, which libomp asks for twice.
            settings = {
                name: tuple((setting, f"{name},{name}") for setting in PEER_BARRIER_SETTINGS) for name in PEER_BARRIERS
            }
        found += [Candidate(f"{plain.name} {name}", plain.runtime, plain.build, to) for name, to in settings.items()]
    return found


def turns(cells: Sequence[Cell], candidates: Sequence[Candidate], number: int) -> Iterator[tuple[Cell, Candidate]]:
    """One round: the candidates of a cell back to back, each time beginning with another one."""
    shift = number % len(candidates) if candidates else 0
    for cell in cells:
        for candidate in [*candidates[shift:], *candidates[:shift]]:
            yield cell, candidate

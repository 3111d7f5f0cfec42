# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to run, and in which order: every round runs every variant of a group back to back, so that they are paired."""

import json
import subprocess
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from muster.machine.sizes import SizeError, parse_sizes
from muster.measure.limits import BENCH_S

from .places import Programs
from .runtimes import BUILDS, Runtime

# What the 2-thread bars are about, and the default.
CORE = ("barrier", "parallel", "parallel_for", "for", "critical", "lock", "single")
# After EPCC's syncbench, schedbench, arraybench and taskbench. Their atomic is left out: no runtime has a part in it.
EPCC = (
    *("parallel", "for", "parallel_for", "barrier", "single", "critical", "lock", "ordered", "parallel_reduction"),
    *("for_static_8", "for_dynamic", "for_dynamic_8", "for_guided", "for_guided_8"),
    *("array_private", "array_firstprivate", "array_copyin", "array_copyprivate"),
    *("task", "task_single", "task_busy", "task_conditional", "task_wait", "task_barrier", "task_nested"),
    *("task_nested_single", "task_branch_tree", "task_leaf_tree"),
)
# Where a runtime may be many times slower than the ideal: with work in and around a lock, in loops of about as many
# long iterations as threads, in fine tasks, and where threads write beside each other.
CONTENDED = ("critical_hold", "lock_hold")
FEW = ("few_dynamic", "few_guided", "few_static", "few_region_dynamic", "few_region_guided", "few_region_static")
CLIFFS = (*CONTENDED, *FEW, "task_fine_tree", "for_static_1_doubles")
NAMED = {"core": CORE, "epcc": EPCC, "contended": CONTENDED, "few": FEW, "cliffs": CLIFFS}


class Binding(StrEnum):
    """Whether threads are held to CPUs."""

    PINNED = "pinned"
    UNPINNED = "unpinned"


@dataclass(frozen=True)
class Construct:
    """A row of the programs' own list."""

    name: str
    title: str
    team_size: int  # 0: as asked for


@dataclass(frozen=True)
class Group:
    """Runs that are compared with each other."""

    construct: str
    threads: int
    binding: Binding


@dataclass(frozen=True)
class Case:
    """One process to run."""

    group: Group
    runtime: Runtime
    build: str


class PlanError(Exception):
    """The request names something that does not exist."""


def list_constructs(programs: Programs) -> dict[str, Construct]:
    """The constructs that the built programs know, in table order."""
    program = programs.constructs(programs.builds()[0])
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True, timeout=BENCH_S)
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    return {row["construct"]: Construct(row["construct"], row["title"], row["team_size"]) for row in rows}


def list_algorithms(programs: Programs) -> list[str]:
    """The barriers of the registry, as its own program lists them."""
    if not programs.barriers.exists():
        raise PlanError(f"there is no {programs.barriers}, which lists the barriers; it is part of the project's build")
    listed = subprocess.run([programs.barriers, "--list"], capture_output=True, text=True, check=True, timeout=BENCH_S)
    return [str(json.loads(line)["algorithm"]) for line in listed.stdout.splitlines()]


def choose_constructs(request: str, known: dict[str, Construct]) -> list[Construct]:
    """`request` is a comma-separated list of names of constructs, names of several in `NAMED`, or `all`."""
    names: list[str] = []
    for word in request.replace(" ", "").split(","):
        expanded = known if word == "all" else NAMED.get(word, [word])
        names += [name for name in expanded if name not in names]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise PlanError(f"no construct {', '.join(unknown)}; there are: {', '.join(NAMED)}, all, {', '.join(known)}")
    return [known[name] for name in names]


def parse_threads(request: str, cores: int) -> list[int]:
    """Team sizes as muster.machine.sizes has them. PlanError where a word is none."""
    try:
        return parse_sizes(request, cores)
    except SizeError as error:
        raise PlanError(str(error)) from None


def parse_cpus(request: str, usable: Collection[int]) -> tuple[int, ...]:
    """A comma-separated list of CPU numbers, all of them usable; an empty one means all usable."""
    if not request:
        return tuple(sorted(usable))
    words = request.replace(" ", "").split(",")
    if not all(word.isdecimal() and int(word) in usable for word in words):
        raise PlanError(f"--cpus {request}: usable CPUs are {','.join(str(cpu) for cpu in sorted(usable))}")
    return tuple(dict.fromkeys(int(word) for word in words))


def choose_builds(request: str, built: list[str]) -> list[str]:
    """A comma-separated list of compilers whose programs have been built."""
    wanted = request.replace(" ", "").split(",")
    missing = [build for build in wanted if build not in BUILDS]
    if missing:
        raise PlanError(f"no code of {', '.join(missing)}; there is: {', '.join(BUILDS)}")
    return [build for build in wanted if build in built]


def make_groups(constructs: list[Construct], threads: list[int], bindings: list[Binding]) -> list[Group]:
    """A construct that fixes its own team is run once, whatever team sizes were asked for."""
    groups = []
    for binding in bindings:
        for construct in constructs:
            sizes = [construct.team_size] if construct.team_size else threads
            groups += [Group(construct.name, size, binding) for size in sizes]
    return sorted(groups, key=lambda group: (list(Binding).index(group.binding), group.threads))


def variants(runtimes: list[Runtime], builds: list[str]) -> list[tuple[Runtime, str]]:
    """Every runtime under every build that it can serve."""
    return [(runtime, build) for build in builds for runtime in runtimes if build in runtime.builds]


def round_cases(groups: list[Group], pairs: list[tuple[Runtime, str]], number: int) -> Iterator[Case]:
    """The cases of one round. The first variant changes from round to round: nobody always follows the same one."""
    shift = number % len(pairs) if pairs else 0
    for group in groups:
        for runtime, build in pairs[shift:] + pairs[:shift]:
            yield Case(group, runtime, build)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is worth changing about where the threads of a team go, a line for each."""

from collections import Counter
from dataclasses import dataclass

from muster.topology.scene import Scene


@dataclass(frozen=True)
class Hint:
    """`rule` names it; `seen` says what is so, `advice` what to do about it."""

    rule: str
    seen: str
    advice: str

    @property
    def line(self) -> str:
        return f"{self.seen} {self.advice}"


def hints_of(scene: Scene) -> tuple[Hint, ...]:
    """Pure. A team of one thread, and CPUs that the process may not use, give no hint."""
    found = (_unbound_among_nodes(scene), _cores_shared_while_others_are_free(scene))
    return tuple(hint for hint in found if hint is not None) if scene.team > 1 else ()


def _unbound_among_nodes(scene: Scene) -> Hint | None:
    nodes = {cpu["numa"] for cpu in scene.cpus if cpu["cpu"] in scene.usable}
    if scene.threads or len(nodes) < 2:
        return None
    return Hint(
        "unbound_nodes",
        f"The {scene.team} threads are not bound, and their CPUs are in {len(nodes)} NUMA nodes: a thread that moves "
        "leaves the memory that it has initialised behind.",
        "Set OMP_PROC_BIND=close, or spread, if the program has these CPUs for itself.",
    )


def _cores_shared_while_others_are_free(scene: Scene) -> Hint | None:
    core_of = {cpu["cpu"]: cpu["core"] for cpu in scene.cpus if cpu["cpu"] in scene.usable}
    # Cores that the list of places leaves out were left out by somebody.
    listed = {core_of[cpu] for place in scene.places for cpu in place if cpu in core_of}
    reached = {
        place: {core_of[cpu] for cpu in scene.places[place] if cpu in core_of} for place in scene.threads.values()
    }
    free = listed - {core for cores in reached.values() for core in cores}
    # A thread whose place spans cores may go to another one.
    alone = Counter(next(iter(reached[place])) for place in scene.threads.values() if len(reached[place]) == 1)
    shared = [core for core, threads in alone.items() if threads > 1]
    if not shared or not free:
        return None
    return Hint(
        "threads_before_cores",
        f"{_cores(len(shared))} {'runs' if len(shared) == 1 else 'run'} several threads while {_cores(len(free))} "
        f"{'has' if len(free) == 1 else 'have'} none: hardware threads are filled before cores.",
        "Set OMP_PLACES=cores, or OMP_PROC_BIND=spread.",
    )


def _cores(count: int) -> str:
    return "1 core" if count == 1 else f"{count} cores"

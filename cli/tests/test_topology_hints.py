# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hints about where threads go, on machines of 2 to 512 CPUs."""

import pytest

from muster.topology.hints import hints_of
from muster.topology.scene import Scene


def machine(nodes: int, cores: int, siblings: int) -> tuple[dict[str, int], ...]:
    """So many nodes of so many cores; the second hardware threads of all cores are numbered after the first ones."""
    every = [
        (node, node * cores + core, thread)
        for thread in range(siblings)
        for node in range(nodes)
        for core in range(cores)
    ]
    return tuple(
        {"cpu": number, "core": core, "l3": node, "numa": node, "die": 0, "package": 0}
        for number, (node, core, _) in enumerate(every)
    )


def scene(
    cpus: tuple[dict[str, int], ...],
    places: list[set[int]],
    threads: list[int],
    team: int = 0,
    usable: set[int] | None = None,
) -> Scene:
    """`threads` has the place of each; empty: they are not bound."""
    return Scene(
        cpus=cpus,
        usable=frozenset(usable if usable is not None else (cpu["cpu"] for cpu in cpus)),
        places=tuple(frozenset(place) for place in places),
        policy="close" if threads else "none",
        confines=False,
        team=team or len(threads),
        threads=dict(enumerate(threads)),
        messages=(),
    )


def rules(seen: Scene) -> list[str]:
    return [hint.rule for hint in hints_of(seen)]


@pytest.mark.parametrize(("nodes", "cores", "siblings"), [(2, 1, 1), (2, 32, 1), (8, 32, 2)])
def test_unbound_threads_are_told_of_where_there_are_several_nodes(nodes: int, cores: int, siblings: int) -> None:
    cpus = machine(nodes, cores, siblings)
    assert rules(scene(cpus, [], [], team=len(cpus))) == ["unbound_nodes"]
    assert f"{nodes} NUMA nodes" in hints_of(scene(cpus, [], [], team=2))[0].line


@pytest.mark.parametrize("cores", [1, 64, 512])
def test_one_node_needs_no_binding(cores: int) -> None:
    assert rules(scene(machine(1, cores, 1), [], [], team=cores)) == []


def test_what_the_process_may_not_use_does_not_count() -> None:
    assert rules(scene(machine(2, 4, 1), [], [], team=4, usable={0, 1, 2, 3})) == []


def test_one_thread_needs_no_hint() -> None:
    assert rules(scene(machine(8, 32, 2), [], [], team=1)) == []


@pytest.mark.parametrize("cores", [2, 32, 256])
def test_hardware_threads_before_cores(cores: int) -> None:
    cpus = machine(1, cores, 2)
    every = [{number} for number in range(2 * cores)]
    # One core after the other, both of its threads, and half of the cores have none.
    packed = [place for core in range(cores // 2) for place in (core, core + cores)]
    assert rules(scene(cpus, every, packed)) == ["threads_before_cores"]
    # A core for each thread.
    assert rules(scene(cpus, every, list(range(cores)))) == []
    # There are as many threads as hardware threads.
    assert rules(scene(cpus, every, list(range(2 * cores)))) == []


def test_places_that_somebody_has_chosen_are_left_alone() -> None:
    cpus = machine(1, 4, 2)
    assert rules(scene(cpus, [{0}, {4}], [0, 1])) == []


def test_places_that_span_cores_leave_the_choice_to_the_system() -> None:
    cpus = machine(2, 4, 2)
    nodes = [{cpu["cpu"] for cpu in cpus if cpu["numa"] == node} for node in range(2)]
    assert rules(scene(cpus, nodes, [0, 0])) == []

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On which NUMA node the threads of a program run."""

from collections.abc import Callable

from muster.topology.scene import Scene


def nodes_of(scene: Scene, numbers: dict[int, int]) -> Callable[[int], int]:
    """The node on which a thread runs: that of its place, or, where threads are not bound, in blocks of equal size."""
    numa = {cpu["cpu"]: cpu["numa"] for cpu in scene.cpus}
    nodes = nodes_in(scene) or [0]

    def node_of(thread: int) -> int:
        number = numbers.get(thread, 0)
        if number in scene.threads:
            return numa[min(scene.places[scene.threads[number]])]
        return nodes[min(number * len(nodes) // max(len(numbers), 1), len(nodes) - 1)]

    return node_of


def nodes_in(scene: Scene) -> list[int]:
    """Those with CPUs that the process may use."""
    return sorted({cpu["numa"] for cpu in scene.cpus if cpu["cpu"] in scene.usable})

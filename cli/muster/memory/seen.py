# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was seen of the memory of one process."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from muster.ledger.elf import begin_of_function, load_bias
from muster.ledger.places import Place, translate
from muster.ledger.reader import Module
from muster.memory.arrays import PAGE_BYTES, Array, Touch, Use, Verdict, arrays_of, verdict_on
from muster.memory.nodes import nodes_of
from muster.memory.perf import Fault
from muster.topology.scene import Scene


@dataclass
class Seen:
    process: int
    faults: dict[int, Fault] = field(default_factory=dict)  # by page
    uses: list[Use] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)  # in the order of their coming
    modules: list[Module] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        self.faults[fault.address // PAGE_BYTES * PAGE_BYTES] = fault

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each thread; the main thread is 0."""
        return {thread: number for number, thread in enumerate(self.threads)}

    def arrays(self) -> list[Array]:
        """The largest one first, with places in words of the source."""
        places = self._places({fault.code for fault in self.faults.values()})
        touches = {page: Touch(fault.thread, places[fault.code]) for page, fault in self.faults.items()}
        return arrays_of(touches, self.uses)

    def _places(self, codes: set[int]) -> dict[int, str]:
        modules = sorted(self.modules, key=lambda module: module.begin)
        begins = [module.begin for module in modules]
        asked: dict[Module, list[int]] = {}
        found = dict.fromkeys(codes, "?")
        for code in codes:
            at = bisect_right(begins, code) - 1
            if at >= 0 and code < modules[at].end:
                asked.setdefault(modules[at], []).append(code)
        for module, inside in asked.items():
            bias = load_bias(Path(module.path), module.begin, module.offset)
            base = bias if bias is not None else module.begin
            places = translate(module.path, [code - base for code in inside])
            found.update({code: str(_of_function(place)) for code, place in zip(inside, places, strict=True)})
        return found


def _of_function(place: Place) -> Place:
    """An array is a function's where there are no lines, so a function without a name stands for all of its code."""
    return replace(place, address=begin_of_function(place.file, place.address)) if place.address else place


@dataclass(frozen=True)
class Told:
    """An array, and what is to be said of it; `numbers` of the process's threads, and the node of each thread."""

    array: Array
    verdict: Verdict
    numbers: dict[int, int]
    node_of: Callable[[int], int]


def told_of(seen: Seen, scene: Scene, machine: str) -> list[Told]:
    """`machine` in words, with `scene` on it."""
    numbers = seen.numbers
    node_of = nodes_of(scene, numbers)

    def name_of(thread: int) -> str:
        return f"thread {numbers.get(thread, '?')}"

    return [Told(array, verdict_on(array, name_of, node_of, machine), numbers, node_of) for array in seen.arrays()]

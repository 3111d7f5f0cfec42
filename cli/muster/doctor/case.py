# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the rules look at: a ledger put together, its places, and what was seen around the program."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from muster.doctor.mpi import MpiCall
from muster.ledger.form import Category
from muster.ledger.places import Place, Places
from muster.ledger.reader import Ledger
from muster.ledger.row import Row
from muster.ledger.summary import REGIONS, Construct, Region, constructs_of, regions_of, totals_of
from muster.memory.arrays import Verdict
from muster.topology.hints import Hint


@dataclass(frozen=True)
class Surroundings:
    """What the ledger cannot know."""

    environment: Mapping[str, str] = field(default_factory=dict)
    # CPU time that other processes took while the program ran, in CPUs.
    others_cpus: float = 0.0
    # By thread, as the system numbers them: how often it had got a CPU when it was looked at last.
    slices: Mapping[int, int] = field(default_factory=dict)
    # Whether CPUs of this process share cores.
    smt: bool = False
    # Threads of the process that are not the runtime's: their names, and the CPU time that all of them had.
    foreign_threads: Mapping[str, int] = field(default_factory=dict)
    foreign_cpu_ns: float = 0.0
    # Muster was loaded before all libraries (LD_PRELOAD): it serves what others of the process would have.
    is_preloaded: bool = False
    # Other processes bound to CPUs of this one, by number and name.
    rivals: tuple[str, ...] = ()
    # About where the threads of the default team go.
    hints: tuple[Hint, ...] = ()
    # What the process called of MPI outside of regions, and how long; nothing where that was not kept.
    mpi_calls: tuple[MpiCall, ...] = ()
    # Arrays that one thread touched first and others use; none where the memory was not looked at.
    arrays: tuple[Verdict, ...] = ()


@dataclass(frozen=True)
class Case:
    ledger: Ledger
    surroundings: Surroundings = field(default_factory=Surroundings)

    @property
    def wall_ns(self) -> float:
        return max(self.ledger.wall_ns, 1.0)

    @cached_property
    def mpi_ns(self) -> float:
        """Time in calls of MPI; the ledger has it as serial."""
        return sum(call.ns for call in self.surroundings.mpi_calls)

    @cached_property
    def constructs(self) -> list[Construct]:
        return constructs_of(self.ledger)

    @cached_property
    def regions(self) -> list[Region]:
        """Those that ran to their end at least once."""
        return [region for region in regions_of(self.constructs) if region.instances and region.elapsed_ns > 0]

    @cached_property
    def totals(self) -> dict[Category, float]:
        return totals_of(self.ledger)

    @cached_property
    def places(self) -> Places:
        returns = [construct.code for construct in self.constructs if construct.code]
        returns += [call.code for call in self.surroundings.mpi_calls]
        functions = [one.object for one in self.constructs if one.kind in REGIONS and one.object]
        return Places(self.ledger.modules, returns, functions)

    def place_of(self, row: Construct | Row) -> Place:
        """Where a construct is: a region at its function, whose line is that of the construct with every compiler."""
        if row.kind in REGIONS and row.object:
            place = self.places.of(row.object)
            if place.line:
                return place
        return self.places.of(row.code)

    def where(self, construct: Construct | Region) -> str:
        """The place of a construct in words."""
        return str(self.place_of(construct.itself if isinstance(construct, Region) else construct))

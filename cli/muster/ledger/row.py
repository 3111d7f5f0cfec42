# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A row of a ledger as values: times in nanoseconds."""

from dataclasses import dataclass, field

from muster.ledger.form import WAITS, Category, Kind


@dataclass
class Row:
    """A construct of one place and region, as one thread met it. `ns` has a time for each category."""

    code: int
    parent: int
    object: int
    kind: Kind
    detail: int = 0
    team_last: int = 0
    team_largest: int = 0
    ns: list[float] = field(default_factory=lambda: [0.0] * len(Category))
    count: int = 0
    units: int = 0
    pieces: int = 0
    asks: int = 0
    samples: int = 0
    span_ns: float = 0.0
    span_least_ns: float = 0.0
    span_most_ns: float = 0.0
    span_squares_ns2: float = 0.0
    held_ns: float = 0.0
    held_most_ns: float = 0.0
    lost_ns: float = 0.0
    requested_most: int = 0
    # Parts of `ns`: asleep in a wait, and signalled but not running yet; and how often. Idle threads are counted apart.
    asleep_ns: float = 0.0
    waking_ns: float = 0.0
    wakeups: int = 0
    idle_asleep_ns: float = 0.0
    idle_waking_ns: float = 0.0
    idle_wakeups: int = 0
    # Chunks of whose handing out nothing else tells; and some that were timed with that, and some without it.
    untold: int = 0
    paid_units: int = 0
    paid_ns: float = 0.0
    bare_units: int = 0
    bare_ns: float = 0.0
    # What the ledger took of the time to say of all of them that they are not told.
    asking_ns: float = 0.0
    # What the ledger took of `ns` in regions: of work and tasks, of the waits, and of the rest. Some is timed for
    # all.
    own_work_ns: float = 0.0
    own_wait_ns: float = 0.0
    own_other_ns: float = 0.0
    # What telling of a region's shares takes of their work, known from shares whose work was timed by itself.
    # It is in own_work_ns too.
    telling_ns: float = 0.0
    # Shares of the region that are in ns[UNTOLD]; and how long after a told one the thread's next region began, where
    # that was soon.
    untold_shares: int = 0
    gaps: int = 0
    gap_ns: float = 0.0
    # By how much telling of regions made those that followed them untold longer, on their primary thread.
    settling_ns: float = 0.0
    # The thread's shortest share of the region, as it is with the ledger; 0: none has ended.
    share_least_ns: float = 0.0

    @property
    def own_elapsed_ns(self) -> float:
        """What the ledger took of the thread's time here that made it longer.

        A thread books while it waits for the others. Where it goes on to wait for as long, they come no later for it.
        What telling takes on the way from the begin of a region to those of its shares, and from their ends to its own,
        is in nothing that is timed. It is taken for as much as what telling takes between the begin of a share and its
        end: as many readings of the clock, of which some wait for nobody.
        """
        waits = sum(self.ns[category] for category in WAITS)
        lengthens = min(max(0.0, 2.0 * self.own_wait_ns - waits), self.own_wait_ns)
        return self.own_work_ns + self.telling_ns + self.own_other_ns + lengthens + max(0.0, self.settling_ns)

    @property
    def unit_cost_ns(self) -> float:
        """What one of the `untold` costs; 0 where that is not known."""
        if not self.paid_units or not self.bare_units:
            return 0.0
        return max(0.0, self.paid_ns / self.paid_units - self.bare_ns / self.bare_units)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Muster has to show: the rows of musts.csv, the runs that they need, and whether they are met."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median

from .execute import Sample
from .floor import floor_of
from .plan import Binding, Group
from .session import Session
from .stats import Variant, best_peer, paired_ratio, summarize

MUSTS_FILE = Path(__file__).with_name("musts.csv")

# The regions of one size with which alternating ones are compared.
SIZES = {"region_1_2": (1, 2), "region_2_4": (2, 4)}

# The rows are about so many CPUs.
CPUS = 2


class Condition(StrEnum):
    """What is done to the machine meanwhile."""

    IDLE = "idle"
    YIELD_NOOP = "yield_noop"
    BUSY = "busy"


@dataclass(frozen=True)
class Must:
    """One figure and the most that it may be."""

    line: str
    construct: str
    threads: int
    condition: Condition
    measure: str
    limit: float


@dataclass(frozen=True)
class Measured:
    """The sessions of all conditions, on so many CPUs."""

    sessions: dict[Condition, Session]
    cpus: int
    rival: str
    peers: tuple[str, ...]


def read_musts(path: Path = MUSTS_FILE) -> list[Must]:
    with path.open(encoding="utf-8") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return [
            Must(
                row["line"],
                row["construct"],
                int(row["threads"]),
                Condition(row["condition"]),
                row["measure"],
                float(row["limit"]),
            )
            for row in rows
        ]


def groups_for(musts: Sequence[Must], condition: Condition, bindings: Sequence[Binding]) -> list[Group]:
    """The groups to run under one condition, those that a figure is compared with included; companions are apart."""
    wanted: list[tuple[str, int]] = []
    for must in musts:
        if must.condition is condition:
            wanted.append((must.construct, must.threads))
            if must.measure == "to_cores":
                wanted.append((must.construct, CPUS))
    return [Group(construct, size, binding) for binding in bindings for construct, size in dict.fromkeys(wanted)]


def companions_for(
    musts: Sequence[Must], condition: Condition, bindings: Sequence[Binding]
) -> dict[Group, tuple[Group, ...]]:
    """What is run in turn with a group, as the machine is another one seconds later."""
    return {
        Group(must.construct, must.threads, binding): tuple(
            Group("parallel", size, binding) for size in SIZES[must.construct]
        )
        for must in musts
        for binding in bindings
        if must.condition is condition and must.measure == "to_sizes"
    }


def _good(samples: Sequence[Sample] | None) -> Sequence[Sample] | None:
    return samples if samples and all(sample.counts for sample in samples) else None


def _median_us(samples: Sequence[Sample] | None) -> float | None:
    return median(sample.us for sample in samples) if _good(samples) and samples else None


def _divided(ours: float | None, theirs: float | None) -> float | None:
    return ours / theirs if ours is not None and theirs else None


def _round_by_round(samples: Sequence[Sample] | None, units: Sequence[float]) -> float | None:
    """The median of the ratios to what was measured in the same round."""
    ratios = [sample.us / unit for sample, unit in zip(samples or (), units, strict=False) if unit > 0]
    return median(ratios) if ratios else None


@dataclass(frozen=True)
class _Place:
    """Where a figure is looked for."""

    measured: Measured
    must: Must
    group: Group
    variant: Variant

    @property
    def session(self) -> Session:
        return self.measured.sessions[self.must.condition]

    def rounds(self, variant: Variant | None = None) -> Sequence[Sample] | None:
        return _good(self.session.samples.get((self.group, variant or self.variant)))

    def ratio_to(self, variant: Variant | None) -> float | None:
        ours, theirs = self.rounds(), self.rounds(variant) if variant is not None else None
        ratio = paired_ratio(ours, theirs) if ours and theirs else None
        return ratio.middle if ratio is not None else None


def _ratio(place: _Place) -> float | None:
    return place.ratio_to(best_peer(place.session.samples, place.group, place.variant[1], place.measured.peers))


def _ratio_libgomp(place: _Place) -> float | None:
    return place.ratio_to(("libgomp", "gcc"))


def _floors(place: _Place) -> float | None:
    """Time in the units of the physical floor: line transfers, or switches of which the CPUs share the least number."""
    must, session = place.must, place.session
    references = session.group_references.get(place.group, session.references)
    floors = [
        floor_of(must.construct, must.threads, place.measured.cpus, dict(zip(references, values, strict=True)))
        for values in zip(*([[us] for us in each] for each in references.values()), strict=False)
    ]
    return _round_by_round(place.rounds(), [floor.us for floor in floors if floor is not None])


def _excess(place: _Place) -> float | None:
    rounds = place.rounds()
    switches = median(sample.switches for sample in rounds) if rounds else None
    return switches - (place.must.threads - place.measured.cpus) if switches is not None else None


def _to_idle(place: _Place) -> float | None:
    """To the process that ran next, while the load was held up."""
    idle = _good(place.session.undisturbed.get((place.group, place.variant)))
    return _round_by_round(place.rounds(), [sample.us for sample in idle or ()])


def _to_sizes(place: _Place) -> float | None:
    """To the mean of the regions of either size alone, turn by turn."""
    session, group = place.session, place.group
    ours = _good(session.turns.get((group, place.variant, group)))
    alone = [_good(session.turns.get((group, place.variant, size))) for size in session.companions.get(group, ())]
    pairs = zip(*(turns or () for turns in alone), strict=False)
    return _round_by_round(ours, [(one.us + other.us) / 2 for one, other in pairs])


def _to_cores(place: _Place) -> float | None:
    """To a team with a thread for each CPU, round by round."""
    fitting = place.session.samples.get((Group(place.must.construct, CPUS, place.group.binding), place.variant))
    ours, theirs = place.rounds(), _good(fitting)
    ratio = paired_ratio(ours, theirs) if ours and theirs else None
    return ratio.middle if ratio is not None else None


def _microseconds(place: _Place) -> float | None:
    return _median_us(place.rounds())


def _sleeps(place: _Place) -> float | None:
    rounds = place.rounds()
    return median(sample.sleeps for sample in rounds) if rounds else None


def _memory(place: _Place) -> float | None:
    ours, theirs = place.rounds(), place.rounds(("libgomp", "gcc"))
    if not ours or not theirs:
        return None
    return _divided(summarize(ours).rss_kib, summarize(theirs).rss_kib)


MEASURES: dict[str, Callable[[_Place], float | None]] = {
    "ratio": _ratio,
    "ratio_libgomp": _ratio_libgomp,
    "transfers": _floors,
    "switches": _floors,
    "excess": _excess,
    "to_idle": _to_idle,
    "to_sizes": _to_sizes,
    "to_cores": _to_cores,
    "cpu_us": _microseconds,
    "sleeps": _sleeps,
    "memory": _memory,
}


def figure(measured: Measured, must: Must, build: str, binding: Binding) -> float | None:
    """The figure under one compiler's code and one binding; None where it, or what it is compared with, failed."""
    if must.condition not in measured.sessions:
        return None
    group = Group(must.construct, must.threads, binding)
    return MEASURES[must.measure](_Place(measured, must, group, (measured.rival, build)))


def is_met(must: Must, figures: Sequence[float | None]) -> bool:
    """All of them, as they are printed; a figure that could not be taken is none that was met."""
    return bool(figures) and all(value is not None and round(value, 2) <= must.limit for value in figures)

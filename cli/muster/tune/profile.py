# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The profile as a text. src/settings/profile.h describes its form; the runtime reads it at start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median

from muster.tune.plan import MODE_OF_USE
from muster.tune.program import Machine
from muster.tune.state import State

VERSION = 2


@dataclass(frozen=True)
class Row:
    """One algorithm for one use, team size, wait policy and placement."""

    use: str
    threads: int
    policy: str
    placement: str
    algorithm: str
    ns: int
    switches: float


def fnv1a(data: bytes) -> int:
    """FNV-1a, 64 bits (RFC 9923)."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def rows_of(state: State) -> list[Row]:
    """The median over the rounds, fastest first within a use, size, policy and placement."""
    times: dict[tuple[str, int, str, str, str], list[tuple[float, float]]] = {}
    for step in state.plan.steps():
        for answer in state.answers.get(step.name(), []):
            key = (answer.mode, step.threads, step.policy, step.placement, answer.algorithm)
            times.setdefault(key, []).append((answer.ns, answer.switches))
    rows = []
    for (mode, threads, policy, placement, algorithm), values in times.items():
        use = next(use for use, its_mode in MODE_OF_USE.items() if its_mode == mode)
        ns = max(1, round(median(value[0] for value in values)))
        rows.append(Row(use, threads, policy, placement, algorithm, ns, median(value[1] for value in values)))
    uses, policies, placements = list(MODE_OF_USE), list(state.plan.policies), list(state.plan.placements)

    def order(row: Row) -> tuple[int, ...]:
        return (uses.index(row.use), row.threads, policies.index(row.policy), placements.index(row.placement), row.ns)

    return sorted(rows, key=order)


def text_of(machine: Machine, rows: list[Row], day: date) -> str:
    """The whole file."""
    head = [
        f"muster profile {VERSION}",
        "# Written by `muster tune`. The checksum covers every byte above it: to change the file, tune again.",
        "# A row: use, threads, wait policy, placement, algorithm, nanoseconds.",
        "# The fastest of each use, size, policy and placement counts.",
        f"machine {machine.shape}",
        f"cpu {machine.cpu}".rstrip(),
        f"cpus {machine.cpus}",
        f"runtime {machine.version}",
        f"date {day.isoformat()}",
    ]
    body = [f"{row.use} {row.threads} {row.policy} {row.placement} {row.algorithm} {row.ns}" for row in rows]
    text = "".join(f"{line}\n" for line in [*head, *body])
    return f"{text}checksum {fnv1a(text.encode()):016x}\n"


def default_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the runtime looks: MUSTER_PROFILE, else muster/profile in XDG_CONFIG_HOME or ~/.config."""
    named = environment.get("MUSTER_PROFILE", "").strip()
    if named and named.lower() != "none":
        return Path(named)
    config = environment.get("XDG_CONFIG_HOME", "")
    folder = Path(config) if config.startswith("/") else Path(environment.get("HOME", "") or Path.home()) / ".config"
    return folder / "muster" / "profile"

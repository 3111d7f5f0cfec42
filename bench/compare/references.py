# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the machine itself charges, measured in the same rounds as everything else, as a host may move its CPUs."""

import json
import subprocess
from collections.abc import Mapping
from typing import Any

from muster.measure.limits import REFERENCE_S

from .places import Programs

REFERENCE_MS = 10
# Beside a group that is counted in them: often, so short.
GROUP_REFERENCE_MS = 3
LINE_TRANSFER = "line_transfer"

# Each line transfer that was measured, in the order of time: whether the machine stayed the same.
transfers_us: list[float] = []


def run_reference(
    programs: Programs, cpus: tuple[int, ...], milliseconds: int, *only: str
) -> dict[str, tuple[str, float]]:
    """The machine's own costs: name to (title, microseconds). A line transfer alone takes a fortieth of a second."""
    pinned = ["taskset", "-c", ",".join(str(cpu) for cpu in cpus)]
    command = [*pinned, str(programs.reference), str(milliseconds), *only]
    process = subprocess.run(command, capture_output=True, text=True, check=True, timeout=REFERENCE_S)
    rows = [json.loads(line) for line in process.stdout.splitlines()]
    transfers_us.extend(float(row["us"]) for row in rows if row["reference"] == LINE_TRANSFER)
    return {row["reference"]: (row["title"], float(row["us"])) for row in rows}


def record_transfer(programs: Programs, cpus: tuple[int, ...], into: dict[str, list[float]]) -> None:
    """Adds what a line transfer takes now, where these CPUs are two."""
    for name, (_, us) in run_reference(programs, cpus, GROUP_REFERENCE_MS, LINE_TRANSFER).items():
        into.setdefault(name, []).append(us)


def transfers_in(document: Mapping[str, Any]) -> list[float]:
    """The line transfers in a result file of any of the benchmarks."""
    groups = [group["us"] for group in document.get("group_references_us", ())]
    return [us for names in (document.get("references_us", {}), *groups) for us in names.get(LINE_TRANSFER, ())]

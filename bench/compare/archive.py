# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results as a JSON file: every sample, so that any other statistic can be made of them later."""

import json
import platform
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .execute import Conditions
from .report import View
from .session import Session
from .stats import best_peer, least_ratio, paired_ratio, summarize


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def machine() -> dict[str, str]:
    """What the figures are of."""
    return {"cpu": _cpu_model(), "kernel": platform.release(), "architecture": platform.machine()}


def _rows(view: View) -> list[dict[str, Any]]:
    session = view.session
    rows = []
    for (group, (runtime, build)), rounds in session.samples.items():
        row: dict[str, Any] = {
            "construct": group.construct,
            "title": view.constructs[group.construct].title,
            "threads": group.threads,
            "binding": str(group.binding),
            "runtime": runtime,
            "build": build,
            "summary": asdict(summarize(rounds)),
            "samples": [asdict(sample) for sample in rounds],
        }
        best = best_peer(session.samples, group, build, view.peers)
        if runtime in view.rivals and best is not None:
            ratio = paired_ratio(rounds, session.samples[(group, best)])
            bar = view.bars.get((group.construct, group.threads, view.yield_noop))
            row["best_peer"] = best[0]
            row["ratio"] = asdict(ratio) if ratio is not None else None
            row["least_ratio"] = least_ratio(session.samples, group, (runtime, build), view.peers)
            row["bar"] = asdict(bar) if bar is not None else None
        rows.append(row)
    return rows


def _against_itself(session: Session) -> list[dict[str, Any]]:
    """The runs that a runtime is compared with itself by: what was not as usual, and of which group they were."""
    runs = [("undisturbed", group, variant, group, rounds) for (group, variant), rounds in session.undisturbed.items()]
    runs += [("in turn", group, variant, ran, rounds) for (group, variant, ran), rounds in session.turns.items()]
    return [
        {
            "how": how,
            "of": asdict(group),
            "ran": asdict(ran),
            "runtime": runtime,
            "build": build,
            "samples": [asdict(sample) for sample in rounds],
        }
        for how, group, (runtime, build), ran, rounds in runs
    ]


def _group_references(session: Session) -> list[dict[str, Any]]:
    return [asdict(group) | {"us": values} for group, values in session.group_references.items()]


def save(path: Path, view: View, conditions: Conditions) -> None:
    """Writes the whole comparison to `path`."""
    session = view.session
    libraries = {runtime.name: str(runtime.library) for runtime, _ in session.pairs}
    document = {
        "when": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "machine": machine(),
        "libraries": libraries,
        "conditions": asdict(conditions),
        "rounds": session.rounds,
        "seconds": round(session.seconds, 1),
        "others_percent": round(session.others_percent, 1),
        "references_us": session.references,
        "group_references_us": _group_references(session),
        "rows": _rows(view),
        "against_itself": _against_itself(session),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")

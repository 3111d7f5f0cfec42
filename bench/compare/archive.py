# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results as a JSON file: every sample, so that any other statistic can be made of them later."""

import json
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from muster.machine.facts import facts

from .execute import Conditions
from .references import LINE_TRANSFER, transfers_in
from .report import View
from .session import Session
from .stats import best_peer, least_ratio, paired_ratio, summarize
from .terminal import write


def machine() -> dict[str, Any]:
    """What the figures are of."""
    return asdict(facts())


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
    _write(path, document)


def save_bars(path: Path, rows: list[dict[str, Any]], sessions: Iterable[Session], others_percent: float) -> None:
    """Writes figures that were made of several sessions, each of which has a file of its own."""
    documents = [
        {"references_us": session.references, "group_references_us": _group_references(session)} for session in sessions
    ]
    document = {
        "when": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "machine": machine(),
        "others_percent": round(others_percent, 1),
        "references_us": {LINE_TRANSFER: [us for one in documents for us in transfers_in(one)]},
        "rows": rows,
    }
    _write(path, document)


def _write(path: Path, document: dict[str, Any]) -> None:
    write(path, json.dumps(document, indent=1) + "\n")

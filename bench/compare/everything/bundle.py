# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The one file: the result files of all parts as they are, facts about the machine, and why others are not there."""

import csv
import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from muster.machine.facts import facts

from ..places import BUILD
from .parts import PARTS

CONFORMANCE = BUILD / "conformance" / "results"
PROGRAMS = BUILD / "programs" / "results.json"
Document = dict[str, Any]


def gathered(
    folder: Path,
    command: str,
    reasons: Mapping[str, str],
    others_percent: float,
    *,
    conformance: Path = CONFORMANCE,
    programs: Path = PROGRAMS,
) -> Document:
    """`reasons` says of parts why they failed. What an earlier command left of the others is taken, with its time."""
    parts: Document = {}
    missing = dict(reasons)
    for part in PARTS:
        file = part.file(folder)
        if file.exists():
            parts[part.name] = _dated(file)
        else:
            missing.setdefault(part.name, "it has not been measured")
    suites = suites_in(conformance)
    if suites:
        parts["conformance"] = suites
    else:
        missing["conformance"] = "the suites have not been run: conformance/run run"
    if programs.exists():
        parts["programs"] = _dated(programs)
    else:
        missing["programs"] = "they have not been run: tests/programs/run run"
    return {
        "when": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "machine": asdict(facts()),
        "command": command,
        "others_percent": round(others_percent, 1),
        "parts": parts,
        "missing": missing,
    }


def _dated(file: Path) -> Document:
    """A part's document with the time of its file."""
    when = time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(file.stat().st_mtime))
    return {"when": when} | document_in(file)


def document_in(file: Path) -> Document:
    """A list, as the programs' runner writes it, becomes a document with rows."""
    read = json.loads(file.read_text(encoding="utf-8"))
    return {"rows": read} if isinstance(read, list) else read


def suites_in(folder: Path) -> Document:
    """The last run of each suite on each runtime: how many tests ended how. Runs of a part of a suite are left out."""
    rows = []
    for file in sorted(folder.glob("*.tsv")):
        if file.stem.endswith("-part"):
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            verdicts = Counter(row[1] for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row)
        when = time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(file.stat().st_mtime))
        rows.append({"suite": file.stem, "when": when, "tests": dict(verdicts)})
    return {"rows": rows} if rows else {}

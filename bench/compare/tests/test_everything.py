# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster bench all`: one file of all parts, and tables and a page with its numbers."""

import json
import os
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from bench.compare.everything import command
from bench.compare.everything.bundle import gathered, suites_in
from bench.compare.everything.page import page_of
from bench.compare.everything.parts import PARTS, Part, Ran
from bench.compare.everything.sections import ratios_in_words, sections_of
from bench.compare.places import ROOT
from muster.bench.verdict import changes_between, read_rows

WHEN = {"when": "2026-01-01T00:00:00+0000"}
MACHINE = {"cpu": "a CPU", "kernel": "6", "architecture": "x86_64"}


def construct(runtime: str, us: list[float], ratio: float | None = None, error: str = "") -> dict[str, Any]:
    return {
        "construct": "barrier",
        "title": "barrier",
        "threads": 2,
        "binding": "unpinned",
        "runtime": runtime,
        "build": "gcc",
        "summary": {"us": median(us), "error": error, "not_comparable": ""},
        "samples": [{"us": one, "error": error, "not_comparable": ""} for one in us],
        **({} if ratio is None else {"ratio": {"middle": ratio, "low": ratio, "high": ratio}}),
    }


def parts(scale: float = 1.0) -> dict[str, Any]:
    """A document of each part as its command writes it; Muster's times are multiplied by `scale`."""
    ours = [one * scale for one in (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)]
    theirs = [2.0, 2.2, 2.4, 2.6, 2.8, 3.0]
    constructs = WHEN | {
        "libraries": {"libgomp": "/a", "muster": "/c"},
        "rows": [construct("libgomp", theirs), construct("muster", ours, median(ours) / median(theirs))],
    }
    barrier = {"algorithm": "hyper", "mode": "exchange", "threads": 2, "condition": "idle", "binding": "unpinned"}
    app = {"app": "fft", "threads": 8, "condition": "alone", "policy": "default"}
    work = {
        "threads": 8, "work_ns": 1000, "shape": "even", "construct": "barrier", "kind": "compute", "condition": "alone",
        "policy": "default", "binding": "unpinned",
    }  # fmt: skip

    def cells(cell: dict[str, Any]) -> list[dict[str, Any]]:
        times = {"libgomp": theirs, "muster": ours}
        return [
            {"cell": cell, "runtime": runtime, "build": "gcc", "samples": [sample(one * 1e6) for one in taken]}
            for runtime, taken in times.items()
        ]

    def sample(ns: float) -> dict[str, Any]:
        return {"wall_ns": ns, "cpu_ns": 2 * ns, "switches": 3.0, "sleeps": 1.0, "error": ""}

    whole = {"cpus": 2, "peers": ["libgomp"], "rivals": ["muster"], "rounds": 6, "others_percent": 0.0}
    return {
        "constructs": constructs,
        "epcc": constructs,
        "barriers": WHEN | {"rows": [barrier | {"wait": "default", "ns": 70.0 * scale, "samples": [{"ns": 70.0}]}]},
        "apps": WHEN | whole | {"rows": cells(app)},
        "work": WHEN | whole | {"calibration": {}, "rows": cells(work)},
        "bars": {
            "rows": [
                {
                    "construct": "barrier", "threads": 2, "condition": "idle", "measure": "ratio", "limit": 0.8,
                    "figures": {"gcc pinned": 0.51, "clang pinned": None}, "met": False,
                }
            ]
        },
    }  # fmt: skip


def bundle_in(folder: Path, scale: float = 1.0) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    for name, document in parts(scale).items():
        (folder / f"{name}.json").write_text(json.dumps(document))
    suites = folder / "suites"
    suites.mkdir(exist_ok=True)
    (suites / "gcc-muster.tsv").write_text('a.c\tpass\t0.1\t\nb.c\tfail\t0.2\tsays "no\nc.c\tpass\t0.1\t\n')
    (suites / "gcc-muster-part.tsv").write_text("a.c\tfail\t0.1\t\n")
    programs = folder / "programs.json"
    row = {"program": "primecount", "runtime": "muster", "outcome": "ok", "good": True, "threads": 2}
    programs.write_text(json.dumps([row | {"median_wall_s": 0.125}]))
    return gathered(folder, "muster bench all", {}, 1.5, conformance=suites, programs=programs)


class Cells(HTMLParser):
    """The texts of the cells of all tables of the class."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = (self._inside or ("class", "part") in attrs) if tag != "table" else ("class", "part") in attrs
        self._in_cell = self._inside and tag == "td"
        if self._in_cell:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag != "td"

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.found[-1] += data


def test_the_page_has_the_numbers_of_the_file_and_needs_no_network(tmp_path: Path) -> None:
    bundle = json.loads(json.dumps(bundle_in(tmp_path)))
    page = page_of(bundle)
    shown = Cells(page).found
    assert shown == [cell for one in sections_of(bundle) for table in one.tables for row in table.rows for cell in row]
    # Worked out from the samples alone.
    rows = {row["runtime"]: row for row in bundle["parts"]["constructs"]["rows"]}
    ours, theirs = (median(one["us"] for one in rows[name]["samples"]) for name in ("muster", "libgomp"))
    assert shown[:4] == ["barrier (gcc)", f"{theirs:.3f}", f"{ours:.3f}", f"{ours / theirs:.2f}"]
    assert {"hyper", "0.070", "primecount", "0.125"} <= set(shown)
    at = shown.index("barrier 2 (idle)")
    assert shown[at + 2 : at + 6] == ["0.51", "-", "0.80", "missed"]
    at = shown.index("gcc-muster")
    assert shown[at + 1 : at + 3] == ["2", "1"]
    assert re.search(r"(src|href)=\"?(https?:)?//", page) is None and "<script" not in page
    assert bundle["command"] in page and "a red edge" in page
    assert bundle["machine"]["cpus"] >= 1 and bundle["missing"] == {}


def test_two_files_become_a_verdict(tmp_path: Path) -> None:
    before, after = read_rows(bundle_in(tmp_path / "a")), read_rows(bundle_in(tmp_path / "b", 3.0))
    words = {(change.what.partition(":")[0], change.runtime): change.word for change in changes_between(before, after)}
    assert words["constructs", "muster"] == words["apps", "muster"] == words["work", "muster"] == "slower"
    assert words["constructs", "libgomp"] == words["apps", "libgomp"] == "no difference"
    assert words["barriers", "muster"] == "too few runs"


def test_what_was_not_measured_has_a_reason(tmp_path: Path) -> None:
    bundle = gathered(tmp_path, "c", {"work": "status 2: no"}, 0.0, conformance=tmp_path, programs=tmp_path / "no")
    assert bundle["parts"] == {} and bundle["missing"].keys() == {
        *(one.name for one in PARTS),
        "conformance",
        "programs",
    }
    assert bundle["missing"]["work"] == "status 2: no"
    assert "status 2: no" in page_of(bundle)
    assert suites_in(tmp_path) == {}


def test_what_the_parts_saw_of_the_machine_is_read_from_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(part: Part, folder: Path, *_: object) -> Ran:
        transfers = {"references_us": {"line_transfer": [0.05], "yield_switch": [1.0]}}
        groups = {"group_references_us": [{"us": {"line_transfer": [0.06]}}, {"us": {}}]} if part.name == "epcc" else {}
        if part.name != "work":
            part.file(folder).write_text(json.dumps(transfers | groups))
        return Ran(2, 0.0, "no")

    seen: list[float] = []
    monkeypatch.setattr(command, "transfers_us", seen)
    monkeypatch.setattr(command, "measure", measure)
    reasons: dict[str, str] = {}
    command._measure(["constructs", "epcc", "work"], tmp_path, 1, "all", reasons)
    assert seen == [0.05, 0.05, 0.06]
    assert reasons == {"work": "it ended with status 2: no"}


def test_a_sum_of_ratios() -> None:
    assert ratios_in_words([0.5, 2.0]) == "1.000 of the best peer (geometric mean of 2), worst 2.00, 1 slower"
    assert ratios_in_words([]) == "no peer to compare with"


# Stands for `python -m compare`: it ends when it is told to, and says so.
PART = """import signal, sys
from pathlib import Path

def end(*_: object) -> None:
    Path("ended").touch()
    sys.exit(0)

signal.signal(signal.SIGTERM, end)
Path("begun").touch()
while True:
    signal.pause()
"""
MEASURE = """import sys
from pathlib import Path
from bench.compare.everything import parts
from muster.measure.interrupt import signals_end_both

folder = parts.ROOT = Path(sys.argv[1])
with signals_end_both():
    parts.measure(parts.PARTS[0], folder, 1, [], lambda: None)
"""


def test_a_part_ends_with_the_whole(tmp_path: Path) -> None:
    (tmp_path / "bench" / "compare").mkdir(parents=True)
    (tmp_path / "bench" / "compare" / "__main__.py").write_text(PART)
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'cli'}"}
    with subprocess.Popen([sys.executable, "-c", MEASURE, str(tmp_path)], env=environment) as process:
        while process.poll() is None and not (tmp_path / "bench" / "begun").exists():
            time.sleep(0.01)
        process.terminate()
    assert process.returncode == 143
    assert (tmp_path / "bench" / "ended").exists()

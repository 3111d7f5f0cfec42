# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The result file has every sample that a figure can be made of."""

import json
from pathlib import Path
from typing import Any

from bench.compare.archive import save, save_bars
from bench.compare.execute import Conditions, Sample
from bench.compare.plan import Binding, Construct, Group
from bench.compare.references import transfers_in
from bench.compare.report import View
from bench.compare.runtimes import Runtime
from bench.compare.session import Session
from muster.machine.facts import Facts, facts

CONDITIONS = Conditions(1, 1, 0, (0, 1), 1.0)
ALTERNATING, ONE = Group("region_1_2", 2, Binding.PINNED), Group("parallel", 1, Binding.PINNED)
OURS = ("muster", "gcc")


def saved(session: Session, folder: Path) -> dict[str, Any]:
    known = {name: Construct(name, name, 0) for name in ("region_1_2", "parallel")}
    save(folder / "new" / "results.json", View(session, known, {}, False, 2), CONDITIONS)
    document: dict[str, Any] = json.loads((folder / "new" / "results.json").read_text(encoding="utf-8"))
    return document


def test_samples_of_runs_that_others_are_compared_with_are_kept(tmp_path: Path) -> None:
    session = Session([ALTERNATING], [(Runtime("muster", Path("/muster"), ("gcc",), is_peer=False), "gcc")])
    session.samples[(ALTERNATING, OURS)] = [Sample(us=1.0)]
    session.undisturbed[(ALTERNATING, OURS)] = [Sample(us=2.0)]
    session.turns[(ALTERNATING, OURS, ALTERNATING)] = [Sample(us=3.0)]
    session.turns[(ALTERNATING, OURS, ONE)] = [Sample(us=4.0), Sample(error="no end")]
    session.group_references[ONE] = {"line_transfer": [0.05]}
    document = saved(session, tmp_path)
    (row,) = document["rows"]
    assert [sample["us"] for sample in row["samples"]] == [1.0]
    told = [
        (runs["how"], runs["ran"]["construct"], [(sample["us"], sample["error"]) for sample in runs["samples"]])
        for runs in document["against_itself"]
    ]
    assert told == [
        ("undisturbed", "region_1_2", [(2.0, "")]),
        ("in turn", "region_1_2", [(3.0, "")]),
        ("in turn", "parallel", [(4.0, ""), (0.0, "no end")]),
    ]
    assert all(runs["of"]["construct"] == "region_1_2" for runs in document["against_itself"])
    assert all((runs["runtime"], runs["build"]) == OURS for runs in document["against_itself"])
    (reference,) = document["group_references_us"]
    assert (reference["construct"], reference["threads"], reference["us"]) == ("parallel", 1, {"line_transfer": [0.05]})
    assert Facts(**document["machine"]) == facts()


def test_figures_of_several_sessions_have_the_machine_and_its_line_transfers(tmp_path: Path) -> None:
    first, second = Session([], []), Session([], [])
    first.references["line_transfer"] = [0.05, 0.06]
    second.references["yield_switch"] = [1.0]
    second.group_references[ONE] = {"line_transfer": [0.07]}
    save_bars(tmp_path / "bars.json", [{"construct": "barrier"}], [first, second], 1.25)
    document = json.loads((tmp_path / "bars.json").read_text(encoding="utf-8"))
    assert Facts(**document["machine"]) == facts()
    assert transfers_in(document) == [0.05, 0.06, 0.07]
    assert (document["rows"], document["others_percent"]) == ([{"construct": "barrier"}], 1.2)

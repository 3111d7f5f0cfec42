# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page shows every row of a result file, failures too, and nothing unescaped."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from bench.compare.chart import CHART_WIDTH
from bench.compare.cli import app
from bench.compare.page import render


def row(runtime: str, us: float, error: str = "", not_comparable: str = "") -> dict[str, Any]:
    summary = {"us": us, "switches": 2.0, "error": error, "not_comparable": not_comparable}
    return {
        "title": "barrier",
        "build": "gcc",
        "threads": 2,
        "binding": "pinned",
        "runtime": runtime,
        "summary": summary,
    }


def document() -> dict[str, Any]:
    return {
        "when": "now",
        "machine": {"cpu": "a <CPU>", "kernel": "6"},
        "libraries": {"libgomp": "/a", "libomp": "/b", "muster": "/c"},
        "conditions": {},
        "rounds": 7,
        "others_percent": 1.5,
        "rows": [row("libgomp", 1.0), row("libomp", 100.0, "", "deals blocks"), row("muster", 0.0, "status 1: a < b")],
    }


def test_bars_are_on_one_logarithmic_axis_and_failures_are_words() -> None:
    page = render(document())
    assert "a &lt;CPU&gt;" in page
    assert "muster: status 1: a &lt; b" in page
    chart = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + len("</svg>")])
    widths = [float(bar.attrib["width"]) for bar in chart.iter("rect")]
    assert widths == [1.0, CHART_WIDTH]  # the ends of the axis: 10^0 and 10^2
    assert "libgomp 1.000 us, 2.0 switches<" in page
    assert "libomp 100.0 us, 2.0 switches, not comparable: deals blocks<" in page


@pytest.mark.parametrize(
    "text", ["text", "[]", "{}", '{"rows": 1}', '{"rows": [{}]}', json.dumps(document() | {"rows": [{"threads": 2}]})]
)
def test_a_file_of_another_form_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(text)
    words = [str(tmp_path / "results.json"), "--output", str(tmp_path / "page.html")]
    done = CliRunner().invoke(app, ["page", *words])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"compare: {tmp_path}/results.json is no result file of 'python -m compare run'")
    assert not (tmp_path / "page.html").exists()


def test_a_page_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(document()))
    done = CliRunner().invoke(app, ["page", str(tmp_path / "results.json"), "--output", str(tmp_path)])
    assert (done.exit_code, done.stderr) == (2, f"compare: {tmp_path} cannot be written: Is a directory\n")
    # A folder is made where there is none.
    page = tmp_path / "pages" / "page.html"
    done = CliRunner().invoke(app, ["page", str(tmp_path / "results.json"), "--output", str(page)])
    assert done.exit_code == 0 and page.exists()


def test_a_folder_is_no_result_file(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["page", str(tmp_path)])
    assert (done.exit_code, done.stderr) == (2, f"compare: {tmp_path} cannot be read: Is a directory\n")

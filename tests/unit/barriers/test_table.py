# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of src/barriers/README.md are those of the registry; gen_barrier_table.py says what it cannot read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.gen_barrier_table import main, read_registry

FOLDER = Path(__file__).resolve().parents[3] / "src" / "barriers"

Edit = Callable[[str, str, str], None]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "barriers"
    shutil.copytree(FOLDER, folder)
    return folder


@pytest.fixture
def edit(copy: Path) -> Edit:
    def replace(file: str, old: str, new: str) -> None:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


def test_the_page_is_up_to_date() -> None:
    assert main(["--check", "--folder", str(FOLDER)]) == 0


def test_a_changed_row_or_header_makes_it_stale(copy: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    edit("algorithms.def", '"linear", Linear, 1, 16', '"linear", Linear, 1, 8')
    assert main(["--check", "--folder", str(copy)]) == 1
    assert "is out of date; run: python3 scripts/gen_barrier_table.py" in capsys.readouterr().err
    assert main(["--folder", str(copy)]) == 0
    assert main(["--check", "--folder", str(copy)]) == 0
    edit("mcs_tree.h", "kWakeUpFan = 2", "kWakeUpFan = 3")
    assert main(["--check", "--folder", str(copy)]) == 1


def test_what_the_rows_say() -> None:
    rows = {algorithm.name: algorithm for algorithm in read_registry(FOLDER)}
    assert not rows["dissemination"].rooted and rows["dissemination"].fan == "ways 2"
    assert rows["central_blocking"].rooted and not rows["central_blocking"].combines  # taken over from another class
    assert rows["mcs"].combines and rows["mcs"].fan == "arrival fan 4, wake-up fan 2"
    assert "square root" in rows["dist"].fan
    assert all(row.source and row.cost and row.what for row in rows.values())


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        (("linear.h", "// Cost ", "// Price "), "linear.h: the comment at its head has no Cost"),
        (("linear.h", "// Source ", "// From "), "linear.h: the comment at its head has no Source"),
        (("linear.h", "// Linear barrier: every", "// Every"), "does not begin with NAME: WHAT IT IS"),
        (("linear.h", "kCapabilities{.rooted = true, .combines", "kCapabilities{true, .combines"), "no kCapabilities"),
        (
            ("algorithms.def", "Linear, 1, 16", "Lineal, 1, 16"),
            "class Lineal of algorithms.def is defined in 0 headers",
        ),
        (("algorithms.def", "Linear, 1, 16", "Linear, 1"), "understood 10 of 11 rows"),
        (("README.md", "<!-- End of what", "<!-- The end of what"), "lacks the two comments"),
    ],
)
def test_what_cannot_be_read_is_said(
    copy: Path, edit: Edit, capsys: pytest.CaptureFixture[str], fault: tuple[str, str, str], complaint: str
) -> None:
    edit(*fault)
    assert main(["--folder", str(copy)]) == 2
    assert complaint in capsys.readouterr().err

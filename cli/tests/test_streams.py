# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Words of the command line that are no UTF-8 are printed as they were typed, also where Python is strict about it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from muster.doctor.timeline import timeline_of
from muster.ledger.form import Category
from muster.ledger.reader import Span
from muster.streams import AS_TYPED, print_any_bytes
from tests.openmp_programs import LIBRARY, needs_library
from tests.test_doctor_rules import imbalance

CLI = Path(__file__).resolve().parents[1]
# What a terminal with en_US.UTF-8 has.
STRICT = {"PYTHONPATH": str(CLI), "PYTHONIOENCODING": "utf-8:strict", "COLUMNS": "200"}


def said(folder: Path, *words: str | bytes) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "muster", *words],
        cwd=folder,
        env=os.environ | STRICT,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@needs_library
def test_compare_and_its_page_have_any_word(tmp_path: Path) -> None:
    words = ("--library", LIBRARY, "--runtimes", "own,muster", "--runs", "1", "--html", "page", "--json", "figures")
    status, shown, errors = said(tmp_path, "compare", *words, "--", "echo", b"m\xfcller")
    assert (status, errors) == (0, b"")
    assert b"echo m\xfcller" in shown or b"echo 'm\xfcller'" in shown
    assert "\\udcfc" in (tmp_path / "page").read_text(encoding="utf-8")
    assert "\\udcfc" in (tmp_path / "figures").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["doctor", "check", "run", "compare"])
def test_a_program_that_is_not_there_is_named_as_it_was_typed(tmp_path: Path, command: str) -> None:
    status, shown, errors = said(tmp_path, command, "--", b"./no\xffthing")
    assert status in (2, 125, 127) and shown == b""
    assert b"./no\xffthing does not exist" in errors or b"is not here" in errors


def test_characters_that_a_terminal_does_not_have_are_escaped() -> None:
    print_any_bytes()
    assert "é\udcff\u2192".encode("latin-1", AS_TYPED) == b"\xe9\\udcff\\u2192"
    assert "\udcff é".encode("latin-1", AS_TYPED) == b"\xff \xe9"
    assert "\ud800 \udcff".encode("utf-8", AS_TYPED) == b"\\ud800 \xff"


def test_a_timeline_has_any_word() -> None:
    made = imbalance()
    made.ledger.command = ["./m\udcfcller"]
    made.ledger.threads[0].spans.append(Span(0.0, 2, Category.WORK))
    assert b"./m\\udcfcller" in timeline_of(made)


@pytest.mark.parametrize("words", [["env"], ["--version"], ["run", "--help"]])
def test_a_full_disk_is_told_in_one_line(words: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "muster", *words],
            cwd=tmp_path,
            env=os.environ | STRICT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "muster: standard output cannot be written: No space left on device\n"

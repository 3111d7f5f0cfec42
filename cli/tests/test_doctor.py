# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster doctor`: report, page, figures and timeline of a ledger made by hand, and its refusals."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.doctor.page import page_of
from muster.doctor.rules import findings_of
from muster.doctor.timeline import timeline_of
from muster.ledger.form import Category
from muster.ledger.reader import Span
from tests.ledgers import write_file
from tests.test_doctor_rules import imbalance

runner = CliRunner()


def test_a_ledger_of_an_earlier_run_is_told(tmp_path: Path) -> None:
    write_file(tmp_path / "ledger")
    figures = tmp_path / "figures.json"
    result = runner.invoke(app, ["doctor", "--ledger", str(tmp_path / "ledger"), "--json", str(figures)])
    assert result.exit_code == 0, result.output
    assert "1 threads on 2 CPUs" in result.output
    told = json.loads(figures.read_text())
    assert sum(told["totals_ns"].values()) == told["wall_ns"]


def test_nothing_asked_says_what_is_wanted() -> None:
    result = runner.invoke(app, ["doctor"])
    assert result.exit_code == 2
    assert "wants a program" in result.output


@pytest.mark.parametrize(("command", "said"), [("/no/such/program", "does not exist"), ("true", "kept no ledger")])
def test_a_program_that_cannot_be_judged(command: str, said: str) -> None:
    result = runner.invoke(app, ["doctor", "--", command])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_the_page_stands_alone() -> None:
    made = imbalance()
    page = page_of(made, findings_of(made), "muster doctor -- ./a <b>")
    assert "http" not in page and "<script" not in page
    assert "&lt;b&gt;" in page and "Threads wait for the one with the most work" in page
    assert page.count("<svg") == 2


def test_the_timeline_has_a_slice_for_each_change() -> None:
    made = imbalance()
    made.ledger.threads[1].spans += [Span(0.0, 2, Category.WORK), Span(40e6, 2, Category.REGION_WAIT)]
    packets = list(packets_of(timeline_of(made)))
    # A process, two threads, and two slices with a begin and an end each.
    assert len(packets) == 1 + 2 + 4
    assert b"region wait" in packets[-2]


def packets_of(data: bytes) -> list[bytes]:
    """The packets of a trace: field 1, with its length."""
    packets = []
    while data:
        assert data[0] == 0x0A
        length, shift, at = 0, 0, 1
        while True:
            length |= (data[at] & 0x7F) << shift
            shift, at = shift + 7, at + 1
            if not data[at - 1] & 0x80:
                break
        packets.append(data[at : at + length])
        data = data[at + length :]
    return packets

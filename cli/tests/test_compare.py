# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster compare`: statistics, answers, which runtimes are compared, and a whole comparison."""

import json
import math
import os
import random
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from muster.__main__ import app
from muster.compare.answers import first_difference, reduced, same
from muster.compare.candidates import Candidate, CandidateError, candidates_for
from muster.compare.intervals import least_runs, ratio_of, ratio_of_unpaired
from muster.compare.page import page_of
from muster.compare.session import Sample, Session, Wish
from muster.compare.summary import Verdict, figures_of, quartiles, rows_of, verdicts_of
from muster.compare.words import cells
from muster.runtimes.find import find
from muster.runtimes.names import PEERS
from muster.runtimes.place import place_of_muster
from muster.takeover.executable import executable_of
from muster.takeover.launcher import Launch
from tests.openmp_programs import LIBRARY, TEAM, compiled, needs_library

# Has no OpenMP of its own, and may load what has.
LATER = """
#include <dlfcn.h>
int main(int count, char** words) { return count > 1 && !dlopen(words[1], RTLD_NOW); }
"""


def test_the_interval_is_the_one_of_the_book() -> None:
    # Hollander, Wolfe, Chicken: with 10 pairs the 9th means from both ends bound 95.1 %, with 6 the outermost 96.9 %.
    logs = [0.01 * one for one in range(1, 11)]
    found = ratio_of([math.exp(log) for log in logs], [1.0] * 10)
    means = sorted((a + b) / 2 for index, a in enumerate(logs) for b in logs[index:])
    assert found.low is not None and found.high is not None
    assert math.log(found.low) == pytest.approx(means[8])
    assert math.log(found.high) == pytest.approx(means[-9])
    assert least_runs() == 6
    assert ratio_of([1.0] * 5, [2.0] * 5).low is None
    assert ratio_of([1.0] * 6, [2.0] * 6).low == pytest.approx(0.5)


def test_the_interval_without_pairs_is_the_one_of_the_book() -> None:
    # The rank sum test's table for 5 and 5 runs: at most 2 of the 25 differences fall out at each end (96.8 %).
    ours, theirs = (
        [math.exp(log) for log in (1.0, 2.0, 3.0, 4.0, 5.0)],
        [math.exp(log) for log in (0.1, 0.2, 0.3, 0.4, 0.5)],
    )
    found = ratio_of_unpaired(ours, theirs)
    shifts = sorted(math.log(a / b) for a in ours for b in theirs)
    assert found.low is not None and found.high is not None
    assert math.log(found.low) == pytest.approx(shifts[2])
    assert math.log(found.high) == pytest.approx(shifts[-3])
    assert ratio_of_unpaired([1.0] * 3, [1.0] * 3).low is None


def test_equal_runtimes_are_told_apart_as_seldom_as_promised() -> None:
    chance = random.Random(5)
    apart = 0
    for _ in range(2000):
        ours, theirs = ([math.exp(chance.gauss(0, 0.1)) for _ in range(10)] for _ in range(2))
        apart += ratio_of(ours, theirs).tells
    # 4.9 % are expected; four standard deviations are 1.9 %.
    assert apart / 2000 < 0.068


def test_verdicts_in_words() -> None:
    def words(middle: float, *bounds: float) -> str:
        from muster.compare.intervals import Interval  # noqa: PLC0415

        low, high = bounds or (None, None)
        return Verdict(2, "muster", "libgomp", Interval(middle, low, high), None).words()

    assert words(0.9, 0.85, 0.95) == "muster against libgomp: 10.0% less time (0.85 to 0.95)"
    assert words(0.25, 0.2, 0.3) == "muster against libgomp: 4.0 times as fast (0.20 to 0.30)"
    assert words(3.0, 2.0, 4.0) == "muster against libgomp: 3.0 times the time (2.00 to 4.00)"
    assert words(0.97, 0.9, 1.1).startswith("no difference that these runs can show")
    assert "fewer than 6 runs can show nothing" in words(0.5)


def test_answers() -> None:
    assert same("a 1.5 b", "a 1.5 b", 0.0)
    assert not same("a 1.5 b", "a 1.5000001 b", 0.0)
    assert same("a 1.5 b", "a 1.5000001 b", 1e-6)
    assert not same("a 1.5 b", "a 1.5 c", 1e-6)
    assert not same("1 2", "1 2 3", 1.0)
    assert reduced("took 3 s\nanswer 4\n", ["took .* s"]) == "\nanswer 4\n"
    assert first_difference("a\nb\n", "a\nc\n") == ("b", "c")
    assert first_difference("a\n", "a\nb\n") == ("(no more)", "b")


def made(**walls: list[float]) -> Session:
    wish = Wish(Launch(("program",)), {}, (2,), 10, 60.0)
    session = Session(wish, [Candidate(name, {}, None) for name in walls])
    for name, values in walls.items():
        session.samples[2, name] = [Sample(wall, wall * 2, 3, 4, 5120) for wall in values]
        session.answers[2, name] = ["42\n"]
    return session


def test_a_failed_runtime_has_no_row_and_a_reason() -> None:
    session = made(libgomp=[1.0] * 10, libomp=[2.0] * 10, muster=[0.5] * 10)
    session.failures[2, "libomp"] = "was ended by SIGSEGV"
    assert [row.name for row in rows_of(session)] == ["libgomp", "muster"]
    assert [(one.ours, one.theirs) for one in verdicts_of(session)] == [("muster", "libgomp")]
    assert figures_of(session, 0.0)["failures"] == [{"size": 2, "runtime": "libomp", "why": "was ended by SIGSEGV"}]


def test_answers_that_differ_are_found() -> None:
    session = made(libgomp=[1.0] * 10, muster=[1.0] * 10)
    assert session.differences() == []
    session.answers[2, "muster"] = ["43\n"]
    assert session.differences() == ["libgomp and muster with 2 threads give different answers: 42 / 43"]
    session.answers[2, "muster"] = ["42\n", "44\n"]
    assert "does not give the same answer twice: 42 / 44" in session.differences()[0]


def test_quartiles_of_few() -> None:
    assert quartiles([3.0, 1.0]) == (1.0, 3.0)
    assert quartiles([1.0, 2.0, 3.0, 4.0, 5.0]) == (2.0, 4.0)


class Cells(HTMLParser):
    """The texts of a page's cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag == "td":
            self.found.append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag != "td"

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.found[-1] += data


def test_the_page_has_the_figures_of_the_table_and_needs_no_network() -> None:
    session = made(libgomp=[1.0 + 0.01 * one for one in range(10)], muster=[0.5 + 0.01 * one for one in range(10)])
    page = page_of(session, "muster compare <program>", 0.0)
    shown = [text for row in rows_of(session) for text in cells(row)]
    assert Cells(page).found == shown
    assert "muster compare &lt;program&gt;" in page
    assert re.search(r"(src|href)=\"?(https?:)?//", page) is None
    assert "<script" not in page
    figures = figures_of(session, 0.0)
    assert figures["verdicts"][0]["words"] in page
    assert len(figures["samples"]) == 20


@needs_library
def test_which_runtimes_serve_a_program(tmp_path: Path) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    place = place_of_muster(Path(LIBRARY))
    own, *_, last = candidates_for(executable_of(str(program)), place, os.environ).chosen
    assert (own.name, own.variables) == ("libgomp", {})
    assert own.library is not None and own.library.name.startswith("libgomp.so.1")
    assert (last.name, last.library) == ("muster", place.library)
    with pytest.raises(CandidateError, match="names no runtime"):
        candidates_for(executable_of(str(program)), place, os.environ, "libopm")
    none = candidates_for(executable_of(str(program)), None, os.environ)
    assert any(note.startswith("muster is not here") for note in none.notes)


@needs_library
def test_peers_that_are_left_out_for_a_runtime_that_comes_later_are_told(tmp_path: Path) -> None:
    host = compiled(tmp_path, "host", LATER)
    place = place_of_muster(Path(LIBRARY))
    found = candidates_for(executable_of(str(host)), place, os.environ)
    assert [one.name for one in found.chosen] == ["own", "muster"]
    here = ",".join(peer for peer in PEERS if find(peer) is not None)
    (note,) = found.notes
    assert note.startswith(f"{here.replace(',', ', ')}: the program loads its runtime later")
    # What the note says to do does it.
    (asked,) = re.findall(r"--runtimes (\S+) ", note)
    assert asked == f"own,{here},muster"
    more = candidates_for(executable_of(str(host)), place, os.environ, asked)
    assert [one.name for one in more.chosen] == asked.split(",")
    assert more.notes == ()


@needs_library
def test_libgomp_is_left_out_for_code_of_clang(tmp_path: Path) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp", compiler="clang-19")
    found = candidates_for(executable_of(str(program)), place_of_muster(Path(LIBRARY)), os.environ)
    assert found.chosen[0].name == "libomp"
    assert "libgomp does not serve code that Clang has compiled, as this program's is" in found.notes


def compare(*words: str) -> Result:
    return CliRunner().invoke(app, ["compare", "--library", LIBRARY, "--runtimes", "libgomp,muster", *words])


@pytest.mark.parametrize("limit", ["0", "-1"])
def test_no_time_is_no_limit(limit: str) -> None:
    done = CliRunner().invoke(app, ["compare", "--limit", limit, "--", "true"])
    assert done.exit_code == 2
    assert "--limit" in done.output


@needs_library
def test_a_whole_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    words = ("--runs", "2", "--threads", "2,3", "--json", str(tmp_path / "j"), "--html", str(tmp_path / "h"))
    done = compare(*words, "--ignore", "library .*", "--", str(program))
    assert done.exit_code == 0, done.output
    assert "All answers agree." in done.output
    assert max(map(len, done.output.splitlines())) <= 80
    figures = json.loads((tmp_path / "j").read_text())
    assert {(row["size"], row["name"], row["runs"]) for row in figures["rows"]} == {
        (size, name, 2) for size in (2, 3) for name in ("libgomp", "muster")
    }
    for row in figures["rows"]:
        runs = [one for one in figures["samples"] if (one["size"], one["runtime"]) == (row["size"], row["name"])]
        assert min(one["wall_s"] for one in runs) <= row["wall_s"] <= max(one["wall_s"] for one in runs)
    assert "<svg" in (tmp_path / "h").read_text()
    # The library is part of the answer here, so without the pattern they differ.
    differs = compare("--runs", "1", "--", str(program))
    assert differs.exit_code == 1
    assert "libgomp and muster give different answers" in differs.output


@needs_library
def test_a_program_that_fails_is_a_failure(tmp_path: Path) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    done = compare("--runs", "1", "--", str(program), "3")
    assert done.exit_code == 1
    assert "libgomp failed: ended with status 3" in done.output
    assert compare("--", "no-such-program").exit_code == 2
    assert compare("--threads", "many", "--", "true").exit_code == 2

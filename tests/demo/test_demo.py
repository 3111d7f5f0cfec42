# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `./demo` prints fits 80 columns, and its page has the bars that the terminal has."""

from __future__ import annotations

import io
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from scripts.demo.applications import Outcome, Scenario, Times
from scripts.demo.errors import DemoError
from scripts.demo.measure import ConstructResult, ConstructRow, ProgramResult, Run
from scripts.demo.picture import OWN, WIDEST, Bar, Group, group_of, group_of_program, page_of, print_group
from scripts.demo.report import construct_table, machine_line, program_table
from scripts.demo.runtimes import Runtime, loaded_libgomp

COLUMNS = 80
RUNTIMES = [Runtime(name, None, Path("libgomp.so.1")) for name in ("libgomp", "libomp", OWN)]
PRIMES = "29844570422669"


def printed(console: Console) -> list[str]:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Console:
    """As the demo has it where its output is piped."""
    monkeypatch.delenv("COLUMNS", raising=False)
    return Console(highlight=False, file=io.StringIO())


def group() -> Group:
    return Group("a [title] of 8 < 9", [Bar("libgomp", 12.0, "16 threads"), Bar("libomp", 6.0), Bar(OWN, 0.003)])


class Bars(HTMLParser):
    """The bars of a page: whether it is Muster's, and how many per cent it is wide."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[bool, float]] = []
        self.tables = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tables += tag == "table"
        found = dict(attrs)
        classes = (found.get("class") or "").split()
        if tag == "div" and "bar" in classes:
            width = re.fullmatch(r"width:([\d.]+)%", found.get("style") or "")
            assert width is not None
            self.found.append(("own" in classes, float(width[1])))


def test_bars_are_as_long_as_their_shares(console: Console) -> None:
    print_group(console, group())
    title, *lines = [line for line in printed(console) if line]
    assert title == "a [title] of 8 < 9: seconds, medians"
    assert [line.count("█") for line in lines] == [WIDEST, WIDEST // 2, 1]
    assert [line.split()[0] for line in lines] == ["libgomp", "libomp", OWN]
    assert [line.split()[2] for line in lines] == ["12.000", "6.000", "0.003"]
    assert lines[0].endswith(" 16 threads") and lines[2].endswith(" 0.003")
    assert max(map(len, lines)) <= COLUMNS


def test_what_was_left_out_is_said(console: Console) -> None:
    left_out = group_of(Outcome(Scenario("a container", Path("decode"), ()), [], "no <quota> here"))
    print_group(console, left_out)
    assert printed(console)[-1] == "  left out: no <quota> here"
    page = page_of([left_out], "a CPU", "./demo")
    assert "Left out: no &lt;quota&gt; here" in page
    assert Bars(page).found == [] and Bars(page).tables == 0


def test_the_page_has_the_bars_of_the_terminal() -> None:
    page = page_of([group(), group()], "a <CPU>", "./demo --rounds 3")
    assert Bars(page).found == [(False, 100.0), (False, 50.0), (True, 0.03)] * 2  # 0.025 to two digits
    assert "a &lt;CPU&gt;" in page and "<code>./demo --rounds 3</code>" in page
    assert "a [title] of 8 &lt; 9" in page and "12.000 s" in page and "16 threads" in page
    assert "http" not in page and "<script" not in page


def test_groups_have_medians_and_threads() -> None:
    times = [Times(RUNTIMES[0], [3.0, 1.0, 2.0], 8), Times(RUNTIMES[2], [0.5], 1)]
    found = group_of(Outcome(Scenario("multigrid", Path("multigrid"), ()), times))
    assert found == Group("multigrid", [Bar("libgomp", 2.0, "8 threads"), Bar(OWN, 0.5, "1 thread")])
    runs = ProgramResult(RUNTIMES[0], [Run(seconds, 0, PRIMES) for seconds in (3.0, 1.0, 2.0)])
    assert group_of_program("primecount", [runs]) == Group("primecount", [Bar("libgomp", 2.0)])


def test_the_table_of_the_program_fits(console: Console) -> None:
    results = [ProgramResult(one, [Run(12.345, 1234567, PRIMES), Run(13.0, 1234567, PRIMES)]) for one in RUNTIMES]
    console.print(program_table("Debian's primecount 1e15, unchanged, 5 interleaved runs each", results, PRIMES))
    lines = printed(console)
    # Whole and in one line each: nothing is cut or wrapped.
    rows = [line for line in lines if PRIMES in line]
    assert len(rows) == 3 and all("12.345 s" in row and "1234567" in row for row in rows)
    assert max(map(len, lines)) <= COLUMNS and not any("…" in line for line in lines)


def test_a_wrong_answer_is_marked(console: Console) -> None:
    console.print(program_table("title", [ProgramResult(RUNTIMES[0], [Run(1.0, 0, "41")])], "42"))
    assert any("wrong: 41" in line for line in printed(console))


def test_the_table_of_constructs_fits(console: Console) -> None:
    results = [ConstructResult(one, [12345678.9], [1234.5]) for one in RUNTIMES]
    table = construct_table("Cost of one construct", [ConstructRow("parallel", 1024, results)])
    console.print(table)
    lines = printed(console)
    assert any(line.count("12345.7 us") == 3 and "1.00" in line for line in lines)
    assert max(map(len, lines)) <= COLUMNS and not any("…" in line for line in lines)


def test_the_machine_is_named() -> None:
    assert re.search(r"\d+ CPUs?, Linux \S+.*, load [\d.]+, threads not bound$", machine_line())


def test_a_program_without_libgomp_is_refused(tmp_path: Path) -> None:
    source, program, text = tmp_path / "program.c", tmp_path / "program", tmp_path / "text"
    source.write_text("int main(void) { return 0; }\n")
    subprocess.run(["gcc", str(source), "-o", str(program)], check=True)
    with pytest.raises(DemoError, match=r"does not load libgomp\.so\.1"):
        loaded_libgomp(program, {})
    text.write_text("no program")
    with pytest.raises(DemoError):
        loaded_libgomp(text, {})


def test_the_loader_is_asked_for_libgomp(tmp_path: Path) -> None:
    source, program, folder = tmp_path / "program.c", tmp_path / "program", tmp_path / "other"
    source.write_text("#include <omp.h>\nint main(void) { return omp_get_max_threads() == 0; }\n")
    subprocess.run(["gcc", "-fopenmp", str(source), "-o", str(program)], check=True)
    own = loaded_libgomp(program, {})
    folder.mkdir()
    (folder / "libgomp.so.1").symlink_to(own.resolve())
    other = Runtime("other", folder, folder / "libgomp.so.1")
    other.require(program)
    assert loaded_libgomp(program, other.environment()) == folder / "libgomp.so.1"
    with pytest.raises(DemoError, match="would run on"):
        Runtime("none", None, folder / "no-such-library").require(program)

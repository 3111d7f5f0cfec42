# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster check`: places become lines, and the status says whether there was anything."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.check.findings import findings_of
from muster.runtimes.find import find
from muster.runtimes.names import MUSTER

WRONG = """#include <omp.h>
static omp_lock_t lock;
int main(void) {
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  return 0;
}
"""
RIGHT = WRONG.replace("  omp_set_lock", "  omp_init_lock(&lock);\n  omp_set_lock")


def build(folder: Path, source: str) -> Path:
    if shutil.which("gcc") is None or find(MUSTER) is None:
        pytest.skip("no compiler, or the library is not built")
    (folder / "program.c").write_text(source, encoding="utf-8")
    subprocess.run(["gcc", "-fopenmp", "-g", "-O0", "program.c", "-o", "program"], cwd=folder, check=True)
    return folder / "program"


def test_a_file_that_is_not_there_keeps_its_address() -> None:
    [finding] = findings_of(["muster: check: lock set at /nowhere/program+0x12 is not initialized\n", "other\n"])
    assert finding.text == "lock set at /nowhere/program+0x12 is not initialized"
    assert finding.places[0].line == 0


@pytest.mark.parametrize("file", ["/home/u/My Code/a.out", "/a+0x1b/look at /b", "program", "../b/a.out"])
def test_a_path_may_have_blanks_in_it(file: str) -> None:
    text = f"thread 1 waits at a barrier at {file}+0x12ab, thread 2 waits at {file}+0xf for a lock since at /other+0x1"
    [finding] = findings_of([f"muster: check: {text}\n"])
    assert finding.text == text
    assert [place.file for place in finding.places] == [file, file, "/other"]
    assert [place.address for place in finding.places] == [0x12AB, 0xF, 1]


def test_a_program_in_a_folder_with_a_blank_is_told_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "My Code"
    folder.mkdir()
    result = CliRunner().invoke(app, ["check", "--", str(build(folder, WRONG))])
    assert result.exit_code == 1
    assert result.output.startswith("program.c:4  lock set at program.c:4 is not")


@pytest.mark.parametrize("command", [["program"], ["sh", "-c", "cd / && program"]])
def test_a_program_that_is_found_in_path_is_told_with_its_line(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, WRONG)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    result = CliRunner().invoke(app, ["check", "--", *command])
    assert result.output.startswith("program.c:4  lock set at program.c:4 is not")


def test_lines_of_others_are_no_findings() -> None:
    assert findings_of(["libgomp: a warning\n", " muster: check: not at the beginning\n"]) == []


def test_a_wrong_program_is_told_with_its_line(tmp_path: Path) -> None:
    program = build(tmp_path, WRONG)
    written = tmp_path / "findings.json"
    result = CliRunner().invoke(app, ["check", "--json", str(written), "--", str(program)])
    assert result.exit_code == 1
    assert "program.c:4" in result.output
    [finding] = json.loads(written.read_text(encoding="utf-8"))
    assert finding["places"][0]["line"] == 4
    assert finding["text"].startswith("lock set at program.c:4 is not initialized")


def test_a_right_program_ends_with_its_own_status(tmp_path: Path) -> None:
    program = build(tmp_path, RIGHT.replace("return 0", "return 7"))
    result = CliRunner().invoke(app, ["check", "--", str(program)])
    assert result.exit_code == 7
    assert "no wrong use" in result.output


def test_a_program_that_a_signal_ends_has_the_status_of_a_shell(tmp_path: Path) -> None:
    program = build(tmp_path, RIGHT.replace("return 0", "raise(11)").replace("<omp.h>", "<omp.h>\n#include <signal.h>"))
    result = CliRunner().invoke(app, ["check", "--", str(program)])
    assert result.exit_code == 139
    assert "the program was ended by SIGSEGV\n" in result.output


USES = {
    "a region": "#pragma omp parallel\n  ;",
    "a critical construct": "#pragma omp critical\n  ;",
    "a question": "return omp_get_max_threads() > 0 ? 0 : 1;",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_whoever_uses_openmp_is_checked(use: str, tmp_path: Path) -> None:
    program = build(tmp_path, f"#include <omp.h>\nint main(void) {{\n{use}\n}}\n")
    result = CliRunner().invoke(app, ["check", "--", str(program)])
    assert (result.exit_code, result.output) == (0, "no wrong use of OpenMP was seen\n")


@pytest.mark.parametrize(
    ("command", "ended"), [(["true"], "ended with status 0"), (["sh", "-c", "kill -SEGV $$"], "was ended by SIGSEGV")]
)
def test_a_program_that_muster_did_not_serve_was_not_checked(command: list[str], ended: str, tmp_path: Path) -> None:
    output = tmp_path / "findings.json"
    result = CliRunner().invoke(app, ["check", "--json", str(output), "--", *command])
    assert result.exit_code == 2
    assert f"the program {ended}, and Muster did not serve it, so nothing was checked" in result.output
    assert "no wrong use" not in result.output


def test_without_a_program_it_says_what_it_wants() -> None:
    assert CliRunner().invoke(app, ["check"]).exit_code == 2

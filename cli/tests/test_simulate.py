# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster simulate`, with the simulator that MUSTER_SIMULATOR names."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from muster.__main__ import app
from muster.simulate.program import find_program

runner = CliRunner()


@pytest.fixture
def program() -> str:
    named = os.environ.get("MUSTER_SIMULATOR")
    if named is None:
        pytest.skip("MUSTER_SIMULATOR names no simulator")
    return str(find_program(Path(named)))


def test_costs_are_told_the_cheapest_first(program: str, tmp_path: Path) -> None:
    output = tmp_path / "rows.json"
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "72", "--constructs", "region", "--peers"]
    result = runner.invoke(app, [*arguments, "--program", program, "--json", str(output)])
    assert result.exit_code == 0, result.output
    assert "an empty region of 72 threads on grace-2x72" in result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    # In the table, of those that both have: libgomp's central barrier is far behind.
    assert result.output.index("central (libgomp)") > result.output.index("hyper")
    for row in rows:
        assert sum(row["critical_path_ns"].values()) == pytest.approx(row["ns"], rel=1e-3)


def test_a_machine_that_is_not_there_is_named(program: str) -> None:
    result = runner.invoke(app, ["simulate", "--machine", "cray-1", "--threads", "2", "--program", program])
    assert result.exit_code == 2
    assert "cray-1" in result.output


def test_more_threads_than_cpus_are_refused(program: str) -> None:
    result = runner.invoke(app, ["simulate", "--machine", "grace-2x72", "--threads", "145", "--program", program])
    assert result.exit_code == 2
    assert "144 CPUs" in result.output


def test_names_that_there_are_not_are_refused(program: str) -> None:
    for mode in ([], ["wait"]):
        arguments = ["simulate", *mode, "--machine", "two-cpu-vm", "--threads", "2", "--program", program]
        result = runner.invoke(app, [*arguments, "--rows", "central,nosuch"])
        assert result.exit_code == 2
        assert "no row `nosuch`" in result.output
    reduction = runner.invoke(app, [*arguments, "--constructs", "reduction"])
    assert reduction.exit_code == 2
    assert "no reduction" in reduction.output


def test_nothing_asked_says_what_is_wanted(program: str) -> None:
    result = runner.invoke(app, ["simulate", "--program", program])
    assert result.exit_code == 2
    assert "--machine and --threads" in result.output


def test_validation_says_what_holds(program: str, tmp_path: Path) -> None:
    output = tmp_path / "rows.json"
    result = runner.invoke(app, ["simulate", "validate", "--no-here", "--program", program, "--json", str(output)])
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert result.exit_code == (0 if all(row["holds"] for row in rows) else 1), result.output
    assert ("does not hold" in result.output) == (result.exit_code == 1)
    regions = [row for row in rows if row["source"] == "GCC bug 119588"]
    assert len(regions) > 10
    assert all(row["holds"] for row in regions)
    switches = [row for row in rows if row.get("factor")]
    assert len(switches) == 6
    assert all(row["holds"] and row["source"] == "LLVM pull request 195473" for row in switches)
    assert "x 10" in result.output


def test_machines_and_rules_are_listed(program: str) -> None:
    machines = runner.invoke(app, ["simulate", "machines", "--program", program])
    assert "grace-2x72" in machines.output
    rules = runner.invoke(app, ["simulate", "rules", "--machine", "kunpeng920-64", "--program", program])
    assert rules.exit_code == 0, rules.output
    assert "within 15 % of the best" in rules.output


def test_the_rule_of_reductions_is_near_the_best_on_most_machines(program: str, tmp_path: Path) -> None:
    output = tmp_path / "rows.json"
    result = runner.invoke(app, ["simulate", "reductions", "--program", program, "--json", str(output)])
    assert result.exit_code == 0, result.output
    assert "a reduction at the end of a region" in result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    for construct in ("reduction_at_barrier", "reduction_at_join"):
        ratios = [row["ratio"] for row in rows if row["construct"] == construct]
        assert len(ratios) > 300
        assert sum(ratio <= 1.15 for ratio in ratios) >= 0.95 * len(ratios)
        assert {row["rule"] for row in rows if row["construct"] == construct} == {"atomic", "gather"}


def test_the_rule_of_reductions_is_near_the_best_with_work_between_as_well(program: str, tmp_path: Path) -> None:
    output = tmp_path / "rows.json"
    arguments = ["simulate", "reductions", "--work-ns", "1000", "--machine", "rome-2x48", "--program", program]
    result = runner.invoke(app, [*arguments, "--json", str(output)])
    assert result.exit_code == 0, result.output
    idle = runner.invoke(app, ["simulate", "reductions", "--machine", "rome-2x48", "--program", program])
    assert idle.output != result.output, "the threads worked"
    ratios = [json.loads(line)["ratio"] for line in output.read_text().splitlines()]
    assert len(ratios) > 30
    assert sum(ratio <= 1.15 for ratio in ratios) >= 0.9 * len(ratios)


def test_a_program_that_cannot_be_started_or_is_another_one_is_told(tmp_path: Path) -> None:
    def said(command: str) -> str:
        result = runner.invoke(app, ["simulate", command, "--program", str(other)])
        assert result.exit_code == 2
        assert result.output.startswith("muster simulate: ") and len(result.output.splitlines()) == 1
        return result.output

    other = tmp_path / "other"
    other.write_text("#!/bin/sh\nprintf 'hello \\377\\n'; exec sleep 1000\n")
    assert f"{other} cannot be started: Permission denied" in said("machines")
    other.chmod(0o755)
    assert f"{other} is not the simulator, or one of another version: it printed 'hello \ufffd'" in said("rules")
    other.write_text("#!/bin/sh\necho 12\n")
    assert "it printed '12'" in said("machines")


MODES = {
    "machines": ["machines"],
    "rules": ["rules"],
    "reductions": ["reductions"],
    "validate": ["validate", "--no-here"],
    "replay": ["replay", "steps.txt"],
    "wait": ["wait", "--machine", "m", "--threads", "2"],
    "costs": ["--machine", "m", "--threads", "2"],
    "costs on a page": ["--machine", "m", "--threads", "2", "--html", "page.html"],
}


def stand_in(folder: Path, *rows: str) -> str:
    """A program that prints this whatever it is asked."""
    other = folder / "other"
    other.write_text("#!/bin/sh\ncat <<'EOF'\n" + "".join(f"{row}\n" for row in rows) + "EOF\n")
    other.chmod(0o755)
    return str(other)


@pytest.mark.parametrize("row", ["{}", '{"construct": "none", "ns": "x", "name": 1}', ""])
@pytest.mark.parametrize("arguments", MODES.values(), ids=MODES)
def test_rows_of_another_form_are_told(
    arguments: list[str], row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = stand_in(tmp_path, *([row] if row else []))
    result = runner.invoke(app, ["simulate", *arguments, "--program", other])
    assert result.exit_code == 2, result.output
    line = result.output.splitlines()[-1]
    assert line.startswith(f"muster simulate: {other} ")
    assert "is not the simulator, or one of another version" in line
    assert ("printed nothing" in line) == (row == "")


def test_names_are_no_markup(tmp_path: Path) -> None:
    team = {"machine": "[/x]", "construct": "barrier", "row": "[bold]", "threads": 2, "ns": 1}
    counts = {"sleeps": 0, "switches": 0, "stops": 0}
    step = team | {"action": "[/a]", "reason": "[/r]", "situation": "[/s]", "action_now": "[/b]", "reason_now": "[/q]"}
    step |= {"steps": 1, "took_ms": 1, "first_ms": 1, "first_thread": 0, "holds": False, "line": 1}
    machine = {"name": "[/x]", "cpus": 2, "title": "[red]"}
    said = ""
    for rows, mode in (((team | counts, step), "wait"), ((step,), "replay"), ((machine,), "machines")):
        program = stand_in(tmp_path, *map(json.dumps, rows))
        result = runner.invoke(app, ["simulate", *MODES[mode], "--program", program])
        assert result.exit_code == (1 if mode == "replay" else 0), result.output
        said += result.output
    for name in ("[/x], [bold]", "[/a]: [/r]", "[/s]", "[/b]: [/q]", "[red]"):
        assert name in said


def test_a_machine_file_may_have_any_name(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    machine = Path(program).parents[3] / "simulate" / "machines" / "grace-2x72.machine"
    Path("[red]").write_text(machine.read_text(encoding="utf-8"), encoding="utf-8")
    for arguments in (["--threads", "2", "--constructs", "barrier"], ["rules", "--constructs", "barrier"]):
        words = ["simulate", *arguments, "--machine", "[red]", "--program", program]
        result = runner.invoke(app, words)
        assert result.exit_code == 0, result.output
        assert "[red]" in result.output


def test_a_program_may_be_named_in_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stand_in(tmp_path, '{"name": "here", "cpus": 2, "title": "a machine"}')
    for name in ("other", "./other"):
        result = runner.invoke(app, ["simulate", "machines", "--program", name])
        assert result.exit_code == 0, result.output
        assert result.output.startswith("here ")


def test_a_missing_program_says_how_to_get_it(tmp_path: Path) -> None:
    result = runner.invoke(app, ["simulate", "machines", "--program", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert "build it" in result.output


def test_growth_is_told_for_four_sizes_in_eighty_columns(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muster.simulate.command.console", Console(width=80))
    output = tmp_path / "rows.json"
    arguments = ["simulate", "--machine", "grace-2x72", "--constructs", "region", "--peers", "--episodes", "5"]
    arguments += ["--program", program, "--json", str(output), "--threads"]
    result = runner.invoke(app, [*arguments, "4,8,16,32,64"])
    assert result.exit_code == 0, result.output
    assert "growth" in result.output
    # Nothing was cut off to make it fit.
    assert "\N{HORIZONTAL ELLIPSIS}" not in result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    # All of a barrier with one counter queue for its line, a tree has levels.
    growths = {(row["runtime"], row["row"]): row["growth"] for row in rows}
    assert "n" in (growths["libgomp", "central"]["verdict"], *growths["libgomp", "central"]["as_good"])
    assert growths["muster", "tree"]["exponent"] < growths["muster", "central"]["exponent"]

    result = runner.invoke(app, [*arguments, "4,8,16"])
    assert "growth" not in result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert all(row["growth"] == {"verdict": "too few sizes"} for row in rows)


def test_a_page_tells_its_command_and_machine(program: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "2,8,72,144", "--constructs", "barrier"]
    arguments += ["--placement", "close,spread", "--episodes", "5", "--program", program, "--html", str(page)]
    result = runner.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "a barrier of 72 threads on grace-2x72, spread" in result.output
    text = "".join(ElementTree.parse(page).getroot().itertext())
    assert "muster simulate --machine grace-2x72 --threads 2,8,72,144 --constructs barrier" in text
    assert "grace-2x72: 2 x 72-core Nvidia Grace" in text
    assert "2 package 72 core, 144 CPUs" in text
    assert "A barrier, threads placed close" in text and "A barrier, threads placed spread" in text


def test_a_page_that_cannot_be_written_is_named(program: str, tmp_path: Path) -> None:
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "2", "--constructs", "barrier"]
    result = runner.invoke(app, [*arguments, "--program", program, "--html", str(tmp_path / "none" / "page.html")])
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("matplotlib", "muster.simulate."))]:
        if name.startswith("matplotlib") or name.endswith(("page", "plot", "drawing")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = tmp_path / "page.html"
    # The program is not there either, which would be said later: nobody waits for figures that cannot be drawn.
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "2", "--program", str(tmp_path / "none")]
    result = runner.invoke(app, [*arguments, "--html", str(page)])
    assert result.exit_code == 2
    assert "pip install matplotlib" in " ".join(result.output.split())
    assert not page.exists()


def test_matplotlib_is_loaded_for_pages_only(program: str) -> None:
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "2,4,8,16", "--episodes", "2"]
    code = (
        "import sys; from typer.testing import CliRunner; from muster.__main__ import app\n"
        "result = CliRunner().invoke(app, sys.argv[1:])\n"
        "assert result.exit_code == 0, result.output\n"
        "assert 'matplotlib' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    command = [sys.executable, "-c", code, *arguments, "--program", program]
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_team_of_one_that_costs_nothing_is_told(program: str) -> None:
    arguments = ["simulate", "--machine", "grace-2x72", "--threads", "1", "--constructs", "barrier"]
    result = runner.invoke(app, [*arguments, "--program", program])
    assert result.exit_code == 0, result.output
    assert "0 ns" in result.output


def test_an_installation_says_that_the_simulator_is_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("muster.simulate.program.ROOT", tmp_path)
    monkeypatch.setattr("muster.simulate.program.BUILDS", (tmp_path,))
    result = runner.invoke(app, ["simulate", "machines"])
    assert result.exit_code == 2
    assert "part of the source tree, and this is an installation" in " ".join(result.output.split())


def test_waits_tell_what_was_decided_and_in_which_situation(program: str, tmp_path: Path) -> None:
    output = tmp_path / "rows.json"
    arguments = ["simulate", "wait", "--machine", "two-cpu-vm", "--threads", "4", "--constructs", "barrier"]
    arguments += ["--rows", "central", "--work-ns", "1000000", "--quota", "1", "--episodes", "200"]
    result = runner.invoke(app, [*arguments, "--program", program, "--json", str(output)])
    assert result.exit_code == 0, result.output
    assert "stops by the quota" in result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert rows[0]["ns"] == pytest.approx(4e6, rel=0.05)
    decisions = [row for row in rows if "action" in row]
    assert decisions
    assert sum("here=teammate" in row["situation"] for row in decisions) >= 1
    assert all(row["first_thread"] < 4 for row in decisions)
    nothing = runner.invoke(app, [*arguments, "--yields", "none", "--program", program])
    assert "yields do nothing" in nothing.output


def test_a_recording_is_decided_again(program: str, tmp_path: Path) -> None:
    recording = tmp_path / "steps.txt"
    situation = "[threads=2 cpus=2 blocktime_ns=1 waited_ns=2]"
    recording.write_text(f"muster:   1 times   0.1 ms  parked: the blocktime is over {situation}\n")
    arguments = ["simulate", "replay", str(recording), "--program", program]
    alike = runner.invoke(app, arguments)
    assert alike.exit_code == 0, alike.output
    assert "1 of 1" in alike.output
    recording.write_text(
        f"[1, 2]\n{recording.read_text()}muster:   1 times  yielded: the blocktime is over {situation}\n"
    )
    other = runner.invoke(app, arguments)
    assert other.exit_code == 1, other.output
    assert "1 of 2" in other.output
    assert "parked: the blocktime is over" in other.output
    recording.write_text("muster: no step\n")
    none = runner.invoke(app, arguments)
    assert none.exit_code == 2
    assert "MUSTER_WAIT_STEPS" in none.output

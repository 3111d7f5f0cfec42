# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster bench`: the looks at the machine around a benchmark. The benchmarks have tests of their own."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from muster.bench import command as bench
from muster.machine.facts import Facts, facts
from muster.machine.look import Look, line_transfer_ns, look, transfer_warning, transfers_in_words
from muster.machine.sizes import SizeError, parse_sizes

IDLE = Facts("a CPU", "x86_64", "6.1", cpus=8, usable_cpus=8, smt=False, virtual=False)


def test_an_idle_machine_has_no_warning() -> None:
    assert list(Look(IDLE, None, 1.0).warnings()) == []


@pytest.mark.parametrize(
    ("seen", "word"),
    [
        (Look(IDLE, 2, 0.0), "grants 2 of 8 CPUs"),
        (Look(IDLE, None, 40.0), "other programs use 40 %"),
        (Look(Facts("a CPU", "x86_64", "6.1", 8, 4, smt=False, virtual=False), None, 0.0), "may use 4 of 8 CPUs"),
        (Look(Facts("a CPU", "x86_64", "6.1", 8, 8, smt=True, virtual=False), None, 0.0), "hardware threads share"),
        (Look(Facts("a CPU", "x86_64", "6.1", 1, 1, smt=False, virtual=False), None, 0.0), "there is one CPU"),
    ],
)
def test_each_trouble_has_a_warning(seen: Look, word: str) -> None:
    (warning,) = seen.warnings()
    assert word in warning


def test_a_machine_that_changes_is_told() -> None:
    assert transfer_warning(50.0, [], 55.0) == ""
    assert "from 50 to 120 ns" in transfer_warning(50.0, [], 120.0)
    assert "from 50 to 110 ns" in transfer_warning(50.0, [110.0] * 8, 52.0)
    # One outlier of many is no change.
    assert transfer_warning(50.0, [50.0] * 8 + [500.0], 52.0) == ""
    assert transfer_warning(None, [], None) == ""
    assert transfers_in_words(50.2, [48.0, 61.0], 55.0) == (
        "A line transfer took 50 ns before, 48 to 61 ns between, 55 ns after."
    )
    assert transfers_in_words(None, [], None) == ""


def test_what_cannot_be_measured_is_not_told(tmp_path: Path) -> None:
    assert line_transfer_ns(tmp_path / "nothing") is None
    program = tmp_path / "reference"
    program.write_text('#!/bin/sh\necho \'{"reference":"line_transfer","title":"t","us":0.07}\'\n')
    program.chmod(0o755)
    assert line_transfer_ns(program) == pytest.approx(70)


def test_this_machine_can_be_looked_at() -> None:
    seen = look()
    assert seen.facts == facts()
    assert 0 <= seen.busy_percent <= 100
    assert f"{facts().cpus} CPU" in facts().in_words()


# A program `reference` that says another time where the file `moved` is beside it.
TRANSFER_THAT_CHANGES = """us=0.05; [ -e "${0%/*}/moved" ] && us=0.12
echo "{\\"reference\\":\\"line_transfer\\",\\"title\\":\\"t\\",\\"us\\":$us}\""""


def invoke(function: Callable[..., None], *words: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(function)
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


def test_a_watched_command_keeps_its_options_and_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "look", lambda: Look(IDLE, 2, 0.0))
    monkeypatch.setattr(bench, "line_transfer_ns", lambda _: 60.0)
    monkeypatch.setattr(bench, "_reference_program", lambda _: Path("reference"))

    def command(*, rounds: int = 3) -> None:
        typer.echo(f"rounds {rounds}")
        raise typer.Exit(1)

    status, output = invoke(bench.watched(command), "--rounds", "7")
    assert status == 1
    assert "rounds 7" in output
    assert "warning: a control group grants 2 of 8 CPUs" in output
    assert "A line transfer took 60 ns before, 60 ns after." in output


def test_line_transfers_between_the_rounds_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "look", lambda: Look(IDLE, None, 0.0))
    for name, line in (("constructs-gcc", ":"), ("reference", TRANSFER_THAT_CHANGES)):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    references = import_module("compare.references")
    programs = import_module("compare.places").find_programs(tmp_path)

    def command(*, programs_in: Path = tmp_path) -> None:
        assert programs_in == tmp_path
        # From here on the machine is another one.
        (tmp_path / "moved").touch()
        for _ in range(4):
            references.record_transfer(programs, (0,), {})
        (tmp_path / "moved").unlink()

    status, output = invoke(bench.watched(command))
    assert status == 0
    assert "A line transfer took 50 ns before, 120 to 120 ns between, 50 ns after." in output
    assert "warning: a line transfer took from 50 to 120 ns" in output


def test_an_installation_without_the_tree_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    done = CliRunner().invoke(bench.made(), ["constructs"])
    assert done.exit_code == 2
    assert "the benchmarks are part of the source tree" in done.output


def test_every_benchmark_of_the_tree_is_there() -> None:
    shown = CliRunner().invoke(bench.app, ["--help"])
    assert all(name in shown.output for name in bench.COMMANDS)


def test_team_sizes() -> None:
    assert parse_sizes("1, 4,cores,cores+1,2x,cores-4", 4) == [1, 4, 5, 8]
    for wrong in ("", "many", "cores-4", "x2"):
        with pytest.raises(SizeError):
            parse_sizes(wrong, 4)


@pytest.mark.parametrize("word", ["65537", "16385x", "cores+65533", "9" * 5000])
def test_no_team_has_more_threads_than_any_machine(word: str) -> None:
    assert parse_sizes("65536,16384x", 4) == [65536]
    with pytest.raises(SizeError, match="is more than 65536 threads"):
        parse_sizes(word, 4)


def result_file(path: Path, muster: list[float], libgomp: list[float], cpu: str = "a CPU") -> Path:
    """As `muster bench constructs` writes it."""
    rows = [
        {
            "construct": "barrier",
            "threads": 2,
            "binding": "pinned",
            "build": "gcc",
            "runtime": runtime,
            "samples": [{"us": us, "error": "", "not_comparable": ""} for us in times],
        }
        for runtime, times in (("muster", muster), ("libgomp", libgomp))
    ]
    document = {"machine": {"cpu": cpu}, "conditions": {}, "others_percent": 0.0, "rows": rows}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def verdict_of(before: Path, after: Path) -> tuple[int, str]:
    done = CliRunner().invoke(bench.app, ["verdict", str(before), str(after)])
    return done.exit_code, " ".join(done.output.split())


def test_two_files_become_a_verdict(tmp_path: Path) -> None:
    same = [1.0, 1.01, 1.02, 1.03, 1.04, 1.05]
    before = result_file(tmp_path / "before", same, same)
    status, said = verdict_of(before, result_file(tmp_path / "slower", [2 * us for us in same], same))
    assert status == 1
    assert "barrier, 2 threads, pinned, gcc 2.00 1.94 to 2.06 slower" in said
    assert "0 faster, 1 slower, 0 no difference, of 1 rows." in said
    assert "took 1.00 of their earlier time" in said
    status, said = verdict_of(before, result_file(tmp_path / "faster", [us / 2 for us in same], same))
    assert (status, "1 faster, 0 slower" in said) == (0, True)
    status, said = verdict_of(before, result_file(tmp_path / "equal", same, [3 * us for us in same], cpu="another"))
    assert (status, "0 faster, 0 slower, 1 no difference" in said) == (0, True)
    assert "took 3.00 of their earlier time" in said
    assert "Not the same machine: cpu is a CPU and another." in said


def test_what_is_no_result_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("text")
    (tmp_path / "list").write_text("[]")
    good = result_file(tmp_path / "good", [1.0], [1.0])
    for wrong in ("text", "list", "nothing"):
        assert verdict_of(good, tmp_path / wrong)[0] == 2


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": 1}',
        '{"rows": [1]}',
        '{"rows": [{}]}',
        '{"parts": []}',
        '{"parts": {"apps": {"rows": {"a": 1}}}}',
        '{"rows": [], "machine": [1]}',
        '{"rows": [], "others_percent": []}',
        '{"rows": [{"met": true}]}',
        '{"rows": [], "samples": [{}], "command": 1}',
        "[" * 100000,
    ],
)
def test_json_of_another_form_is_named(text: str, tmp_path: Path) -> None:
    good, other = result_file(tmp_path / "good", [1.0], [1.0]), tmp_path / "other"
    other.write_text(text)
    for files in ((good, other), (other, good)):
        status, said = verdict_of(*files)
        assert (status, f"{other} is no result file" in said) == (2, True), said


def test_rows_of_too_few_runs_say_nothing(tmp_path: Path) -> None:
    few, many = [1.0], [1.0, 1.01, 1.02, 1.03, 1.04, 1.05]
    short = result_file(tmp_path / "short", few, few)
    status, said = verdict_of(short, short)
    assert (status, "0 faster, 0 slower, 0 no difference, 1 too few runs, of 1 rows." in said) == (2, True)
    assert verdict_of(result_file(tmp_path / "long", many, few), result_file(tmp_path / "again", many, few))[0] == 0


def test_rows_that_are_lost_are_told(tmp_path: Path) -> None:
    same = [1.0, 1.01, 1.02, 1.03, 1.04, 1.05]
    before, after = result_file(tmp_path / "before", same, same), result_file(tmp_path / "after", same, same)
    document = json.loads(before.read_text(encoding="utf-8"))
    document["rows"] += [row | {"construct": "single"} for row in document["rows"]]
    before.write_text(json.dumps(document), encoding="utf-8")
    lost = f"Rows that failed or are missing in {after}: single, 2 threads, pinned, gcc."
    status, said = verdict_of(before, after)
    assert (status, lost in said) == (1, True)
    # Each process of the row has failed.
    for row in document["rows"][2:]:
        row["samples"] = [sample | {"error": "status 139"} for sample in row["samples"]]
    after.write_text(json.dumps(document), encoding="utf-8")
    status, said = verdict_of(before, after)
    assert (status, lost in said) == (1, True)
    # What is new has nothing to be compared with.
    status, said = verdict_of(result_file(tmp_path / "first", same, same), before)
    assert (status, "missing" in said) == (0, False)


def bars_file(path: Path, figure: float, *, met: bool, **facts: object) -> Path:
    """As `muster bench bars` writes it."""
    row = {"construct": "barrier", "threads": 2, "condition": "idle", "measure": "ratio", "limit": 0.6, "met": met}
    rows = [row | {"figures": {"gcc pinned": figure, "clang pinned": None}}]
    path.write_text(json.dumps({"machine": facts, "others_percent": 0.0, "rows": rows}), encoding="utf-8")
    return path


def test_two_files_of_bars_become_a_verdict(tmp_path: Path) -> None:
    before = bars_file(tmp_path / "before", 0.5, met=True, cpu="a CPU", usable_cpus=2)
    status, said = verdict_of(before, bars_file(tmp_path / "after", 1.0, met=False, cpu="a CPU", usable_cpus=4))
    assert (status, "barrier, 2 threads, idle, ratio, gcc 2.00 too few runs pinned" in said) == (1, True)
    assert "Bars that were met and are missed: barrier, 2 threads, idle, ratio." in said
    assert "Not the same machine: usable_cpus is 2 and 4." in said
    # Earlier versions had no facts but these, and wrote bars as a list.
    assert "Not the same machine" not in verdict_of(before, bars_file(tmp_path / "old", 0.5, met=True, cpu="a CPU"))[1]
    (tmp_path / "list").write_text("[]")
    status, said = verdict_of(before, tmp_path / "list")
    assert (status, "is a list, as `muster bench bars` wrote it once" in said) == (2, True)


@pytest.mark.parametrize("words", [["all", "--html", "page.html"], ["apps"], ["constructs", "--threads", "2"]])
def test_an_installation_says_that_the_benchmarks_are_elsewhere(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    result = CliRunner().invoke(bench.made(), words)
    assert result.exit_code == 2
    assert "part of the source tree, and this is an installation" in " ".join(result.output.split())

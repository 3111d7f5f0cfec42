# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of settings, and what is said of an environment."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.runtimes.place import place_of_muster
from muster.settings import command
from muster.settings.check import known, misspelt, sources
from muster.settings.table import known_names, setting_of, settings
from tests.openmp_programs import LIBRARY, needs_library

TABLE = Path(__file__).resolve().parents[2] / "src" / "settings" / "table.def"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in known_names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def test_the_variables_are_those_of_the_runtime() -> None:
    listed = set()
    rows = re.finditer(r'^MUSTER_SETTING\(\w+, "([^"]*)", "([^"]*)", \w+,\s*(\w+)', TABLE.read_text(), re.MULTILINE)
    for name, names, scope in (match.groups() for match in rows):
        listed |= {name, *names.split()} | (set() if scope in ("global", "runtime") else {f"{name}_ALL"})
    # has_all_name() in src/settings/table.cpp
    listed -= {"OMP_DEFAULT_DEVICE_ALL"}
    assert listed == known_names()


def test_every_row_says_something() -> None:
    for setting in settings():
        assert setting.meaning and setting.default and setting.expects and setting.summary
        assert setting_of(setting.name) is setting


def test_misspelt_variables_get_a_suggestion() -> None:
    assert misspelt(["OMP_NUM_TREADS", "OMP_SCHEDULE", "OMP_DYNAMIC_DEV_0", "PATH"]) == [
        ("OMP_NUM_TREADS", "OMP_NUM_THREADS")
    ]
    assert misspelt(["OMP_PROC_BND"]) == [("OMP_PROC_BND", "OMP_PROC_BIND")]
    assert misspelt(["OPM_NUM_THREADS"]) == [("OPM_NUM_THREADS", "OMP_NUM_THREADS")]
    assert misspelt(["OMP_FROBNICATE"]) == [("OMP_FROBNICATE", "")]


def test_a_variable_without_a_value_is_not_set() -> None:
    assert known({"OMP_PLACES": " ", "OMP_NUM_THREADS": "2", "HOME": "/"}) == {"OMP_NUM_THREADS": "2"}


def test_what_sets_a_setting() -> None:
    assert sources({"OMP_NUM_THREADS": "2"}) == {"OMP_NUM_THREADS": "OMP_NUM_THREADS"}
    # The strongest of several names, and where the smallest value counts the one that has it.
    assert sources({"OMP_STACKSIZE": "1M", "KMP_STACKSIZE": "2M"})["OMP_STACKSIZE"] == "KMP_STACKSIZE"
    assert sources({"OMP_THREAD_LIMIT": "9", "KMP_ALL_THREADS": "3"})["OMP_THREAD_LIMIT"] == "KMP_ALL_THREADS"


def test_a_misspelt_name_ends_with_status_1_and_the_right_name(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = CliRunner()
    clean = runner.invoke(app, ["env", "--check"])
    assert clean.exit_code == 0, clean.output
    assert "Nothing is wrong" in clean.output
    monkeypatch.setenv("OMP_PROC_BND", "close")
    found = runner.invoke(app, ["env", "--check"])
    assert found.exit_code == 1
    assert "unknown:  OMP_PROC_BND: nothing reads it; did you mean OMP_PROC_BIND?" in found.output


def test_the_table_has_every_variable_in_80_columns() -> None:
    shown = CliRunner().invoke(app, ["env"]).output
    assert all(setting.name in shown for setting in settings())
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_one_variable_in_full_and_one_that_is_not_there() -> None:
    shown = CliRunner().invoke(app, ["env", "omp_places"])
    assert "Value: a list of places" in shown.output
    wrong = CliRunner().invoke(app, ["env", "OMP_PLACE"])
    assert wrong.exit_code == 2
    assert "OMP_PLACES" in wrong.output


def test_json_has_table_and_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KMP_BLOKTIME", "3")
    figures = json.loads(CliRunner().invoke(app, ["env", "--json"]).output)
    assert len(figures["settings"]) == len(settings())
    assert figures["unknown"] == {"KMP_BLOKTIME": "KMP_BLOCKTIME"}


@needs_library
@pytest.mark.parametrize(
    ("variables", "status", "told"),
    [
        ({"MUSTER_MEMORY": "report"}, 0, "Nothing is wrong"),
        ({"OMP_TOOL_VERBOSE_INIT": "stdout"}, 0, "Nothing is wrong"),
        ({"OMP_TOOL_VERBOSE_INIT": "stdout", "OMP_DYNAMIC": "maybe"}, 1, 'refused:  OMP_DYNAMIC: read "maybe"'),
        ({"KMP_WARNINGS": "0", "OMP_DYNAMIC": "maybe"}, 1, 'refused:  OMP_DYNAMIC: read "maybe"'),
        ({"KMP_WARNINGS": "maybe"}, 1, 'refused:  KMP_WARNINGS: read "maybe"'),
    ],
)
def test_what_is_wrong_is_what_the_runtime_refuses(
    variables: dict[str, str], status: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "place_of_muster", lambda: place_of_muster(Path(LIBRARY)))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = CliRunner().invoke(app, ["env", "--check"])
    assert found.exit_code == status, found.output
    assert told in found.output
    assert found.output.count("refused:") == status

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all commands have in common: help, completion, the manual page, and how quickly they start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from muster.__main__ import COMMANDS, app
from muster.man import commands_of, escaped, page, paragraphs

CLI = Path(__file__).resolve().parents[1]
# Plain text of so many columns, as when it is piped.
PLAIN = {"COLUMNS": "80", "TERMINAL_WIDTH": "80", "NO_COLOR": "1"}


@pytest.mark.parametrize(
    "path", [path for path, _ in commands_of(typer.main.get_command(app), ("muster",))], ids=" ".join
)
def test_help_has_examples_and_exit_statuses_uncut_in_80_columns(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in PLAIN.items():
        monkeypatch.setenv(variable, value)
    shown = CliRunner().invoke(app, [*path[1:], "--help"])
    assert shown.exit_code == 0
    assert " ".join(path) in shown.output.split("Examples:")[1]
    assert "Exit status:" in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    # The ellipsis stands where a text was too long for its column.
    assert not {"\x1b", "…"} & set(shown.output)
    assert str(CLI.parent) not in shown.output


@pytest.mark.parametrize("words", [["env"], ["env", "--help"]])
def test_piping_alone_removes_colour_and_keeps_80_columns(words: list[str]) -> None:
    # Variables that ask for colour or forbid it; a terminal that has it is what most people pipe from.
    decide = {"COLUMNS", "TERMINAL_WIDTH", "NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "TTY_COMPATIBLE"}
    plain = {name: value for name, value in os.environ.items() if name not in decide} | {"TERM": "xterm-256color"}

    def printed(**more: str) -> str:
        command = [sys.executable, "-m", "muster", *words]
        return subprocess.run(command, cwd=CLI, env=plain | more, capture_output=True, text=True, check=False).stdout

    piped = printed()
    assert "OMP_PLACES" in piped
    assert "\x1b" not in piped
    assert max(map(len, piped.splitlines())) <= 80
    # There is colour to be removed.
    assert "\x1b[" in printed(FORCE_COLOR="1")


def test_a_command_that_there_is_not_is_refused() -> None:
    wrong = CliRunner().invoke(app, ["rum"])
    assert wrong.exit_code == 2
    assert CliRunner().invoke(app, ["--version"]).output.startswith("muster ")


def test_only_what_a_command_needs_is_imported() -> None:
    code = "import sys, muster.__main__; from muster.__main__ import command_of; command_of('run'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=CLI, capture_output=True, text=True, check=True).stdout
    assert "muster.launch.command" in loaded.split()
    assert not {"matplotlib", "psutil", "muster.compare.session", "compare.cli"} & set(loaded.split())


def test_a_shell_completes_commands_and_options() -> None:
    def completed(words: str) -> str:
        # As bash asks for it.
        variables = {"_MUSTER_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        command = [sys.executable, "-m", "muster"]
        return subprocess.run(
            command, cwd=CLI, env=os.environ | variables, capture_output=True, text=True, check=True
        ).stdout

    assert set(completed("muster ").split()) == set(COMMANDS)
    assert completed("muster top").split() == ["topology"]
    assert "--threads" in completed("muster run --thr").split()
    assert "constructs" in completed("muster bench con").split()


def test_the_manual_page_is_that_of_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in PLAIN.items():
        monkeypatch.setenv(variable, value)
    made = page()
    assert made == (CLI / "man" / "muster.1").read_text(encoding="utf-8"), "python -m muster.man > man/muster.1"
    assert all(f".SH MUSTER {name.upper()}" in made for name in COMMANDS)
    assert str(CLI.parent) not in made


def test_text_is_escaped_for_roff() -> None:
    assert escaped("a-b\\c\n.SH\n'x") == "a\\-b\\ec\n\\&.SH\n\\&'x"
    assert (
        paragraphs("One.\n\n  two -- x\n\nThree.") == ".PP\nOne.\n.PP\n.RS\n.EX\ntwo \\-\\- x\n.EE\n.RE\n.PP\nThree.\n"
    )

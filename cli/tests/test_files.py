# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folders that may not be searched, files that cannot be written: commands pass them over or say so in a line."""

import errno
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.explain.answers import Answers, Policy, Wait
from muster.explain.command import profile_of
from muster.files import exists, is_file, why_unwritable
from muster.runtimes import find as finding
from muster.runtimes.find import MUSTER_FILE, find
from muster.runtimes.names import MUSTER
from muster.takeover.executable import CommandError, executable_of
from muster.topology.scene import topology_of


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may not be searched, not even by root."""
    folder = tmp_path / "closed"
    folder.mkdir()
    look = os.stat

    def refuse(path: int | str | Path, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        if not isinstance(path, int) and folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", refuse)
    return folder


def test_what_cannot_be_looked_at_is_not_there(closed: Path) -> None:
    with pytest.raises(PermissionError):
        (closed / "file").exists()
    assert not exists(closed / "file") and not is_file(closed / "file")
    assert exists(closed) and not is_file(closed)
    assert is_file(Path(__file__)) and not exists(closed.parent / "nothing")


def test_a_program_there_cannot_be_run(closed: Path) -> None:
    with pytest.raises(CommandError, match=r"closed/program cannot be looked at: Permission denied") as refused:
        executable_of(str(closed / "program"))
    assert refused.value.status == 126
    with pytest.raises(CommandError, match="cannot be looked at: File name too long"):
        executable_of("./" + 300 * "a")


def test_a_runtime_is_looked_for_elsewhere(closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "libiomp5.so"
    library.touch()
    places = iter((closed / "libiomp5.so", library))
    monkeypatch.setattr(finding, "_places", lambda _: places)
    assert find("libiomp5") == library
    assert find(MUSTER, closed) is None
    assert not exists(closed / MUSTER_FILE)


def test_a_profile_there_is_none(closed: Path) -> None:
    answers = Answers("", Wait(Policy.ADAPTIVE, False, 0, 0, ""), 1, 1, 0, (), (), ())
    path, said = profile_of(answers, {"MUSTER_PROFILE": str(closed / "profile")})
    assert (path, said) == (closed / "profile", "there is none; `muster tune` writes it")


def test_a_machine_may_be_a_text_that_is_too_long_for_a_file() -> None:
    text = "1 package 1 core 1 thread" + 5000 * " "
    assert topology_of(text) == text


def test_what_cannot_be_written_is_known_before(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("as it was")
    (tmp_path / "link").symlink_to("new")
    os.mkfifo(tmp_path / "pipe")
    for name in ("old", "link", "new", "pipe"):
        assert why_unwritable(tmp_path / name) == ""
    assert (tmp_path / "old").read_text() == "as it was"
    assert {path.name for path in tmp_path.iterdir()} == {"old", "link", "pipe"}
    assert why_unwritable(tmp_path) == "Is a directory"
    assert why_unwritable(tmp_path / "none" / "file") == "No such file or directory"
    assert why_unwritable(tmp_path / "old" / "file") == "Not a directory"


@pytest.mark.parametrize(
    "words",
    [
        *(["compare", option] for option in ("--json", "--html")),
        *(["doctor", option] for option in ("--json", "--html", "--timeline")),
        ["check", "--json"],
        ["memory", "--json"],
    ],
    ids=" ".join,
)
def test_nothing_is_run_whose_results_cannot_be_written(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "none" / "file"
    done = CliRunner().invoke(app, [*words, str(file), "--", "touch", str(tmp_path / "ran")])
    assert done.exit_code == 2
    assert f"muster {words[0]}: {file} cannot be written: No such file or directory\n" in done.output
    assert not (tmp_path / "ran").exists()


def test_nothing_is_simulated_whose_figures_cannot_be_written(tmp_path: Path) -> None:
    program = tmp_path / "simulate"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    words = ["simulate", "rules", "--json", str(tmp_path), "--program", str(program)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert f"{tmp_path} cannot be written: Is a directory" in done.output
    assert not (tmp_path / "ran").exists()

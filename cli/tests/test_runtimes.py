# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which runtimes are here, and the links that put one under a program."""

from pathlib import Path

import pytest

from muster.runtimes import find as finding
from muster.runtimes.find import RuntimeMissingError, find, require
from muster.runtimes.links import link_folder
from muster.runtimes.names import ADVICE, LOADER_NAMES, MUSTER, PEERS, SERVES


def test_each_runtime_has_advice_and_says_which_code_it_serves() -> None:
    assert set(ADVICE) == set(SERVES) == {MUSTER, *PEERS}


def test_a_library_of_the_system_is_found_as_a_file_without_links() -> None:
    libgomp = require("libgomp")
    assert libgomp.is_file()
    assert not libgomp.is_symlink()
    assert "libgomp" in libgomp.name


def test_muster_is_looked_for_where_the_caller_says_and_nowhere_else(tmp_path: Path) -> None:
    assert find(MUSTER, tmp_path) is None
    with pytest.raises(RuntimeMissingError, match="muster is not here: build it"):
        require(MUSTER, tmp_path)
    (tmp_path / "libmuster.so.1").touch()
    assert require(MUSTER, tmp_path) == (tmp_path / "libmuster.so.1").resolve()


def test_the_newest_llvm_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9", "19", "14"):
        (tmp_path / f"llvm-{version}" / "lib").mkdir(parents=True)
        (tmp_path / f"llvm-{version}" / "lib" / "libomp.so.5").touch()
    monkeypatch.setattr(finding, "LLVM_ROOT", tmp_path)
    assert find("libomp") == tmp_path / "llvm-19" / "lib" / "libomp.so.5"


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuntimeMissingError, match="'libopm' is no runtime: take one of muster, libgomp, libomp"):
        find("libopm")


def test_links_have_every_name_and_follow_the_library(tmp_path: Path) -> None:
    first, second = tmp_path / "first.so", tmp_path / "second.so"
    folder = link_folder(first, tmp_path / "links")
    assert {file.name for file in folder.iterdir()} == set(LOADER_NAMES)
    assert link_folder(second, tmp_path / "links") == folder
    assert {file.readlink() for file in folder.iterdir()} == {second}
    assert {file.name for file in folder.iterdir()} == set(LOADER_NAMES)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which runtimes are here, and the links that put one under a program."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from muster.runtimes import find as finding
from muster.runtimes.find import RuntimeMissingError, find, require
from muster.runtimes.links import link_folder
from muster.runtimes.names import ADVICE, LOADER_NAMES, MUSTER, PEER_FILE, PEERS, SERVES
from muster.runtimes.own_links import own_links, preloadable
from muster.runtimes.place import place_of_muster
from muster.takeover.variables import is_preloaded, preloaded


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


@pytest.fixture
def without_libiomp5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder; nothing outside of it is looked at."""
    for name in ("FETCHED_LIBIOMP5", "TESTED_LIBIOMP5", "ONEAPI"):
        monkeypatch.setattr(finding, name, tmp_path / "nothing")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    monkeypatch.setattr(finding, "_known_to_loader", lambda _: iter(()))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH"])
def test_libiomp5_of_the_active_environment_is_found(
    variable: str, without_libiomp5: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = without_libiomp5 / "lib" / "libiomp5.so"
    library.parent.mkdir()
    library.touch()
    assert find("libiomp5") is None
    monkeypatch.setenv(variable, str(library.parent if variable == "LD_LIBRARY_PATH" else without_libiomp5))
    assert find("libiomp5") == library


def test_muster_under_another_name_is_no_peer(without_libiomp5: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (without_libiomp5 / "libmuster.so.1").touch()
    (without_libiomp5 / "libiomp5.so").symlink_to("libmuster.so.1")
    stand_in = without_libiomp5 / "muster" / "system" / "libiomp5.so"
    stand_in.parent.mkdir(parents=True)
    stand_in.touch()
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{without_libiomp5}:{stand_in.parent}")
    assert find("libiomp5") is None


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


def test_links_go_to_a_private_temporary_folder_where_the_cache_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "libmuster.so.1"
    no_folder = tmp_path / "file"
    no_folder.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(no_folder))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    temporary = tmp_path / f"muster-{os.getuid()}"
    folder = own_links(library)
    assert folder.is_relative_to(temporary)
    assert (folder / "libgomp.so.1").readlink() == library
    assert temporary.stat().st_mode & 0o777 == 0o700
    # Anybody could put a library there.
    temporary.chmod(0o777)
    with pytest.raises(RuntimeMissingError, match=r"file/muster \(Not a directory\) and .* \(others can write there\)"):
        own_links(library)


def test_a_user_without_a_home_has_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert own_links(tmp_path / "libmuster.so.1").is_relative_to(tmp_path)


@pytest.mark.parametrize("folder", ["My Code", "a:b"])
def test_a_library_that_the_loader_would_cut_is_preloaded_by_a_link(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / folder / "libmuster.so.1.0"
    library.parent.mkdir()
    library.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    value = preloaded(library, "/lib/other.so")["LD_PRELOAD"]
    assert value.endswith("/libmuster.so.1.0:/lib/other.so") and value.count(":") == 1 and " " not in value
    assert is_preloaded(library, value) and not is_preloaded(library, "/lib/other.so")
    assert preloadable(tmp_path / "libmuster.so.1.0") == tmp_path / "libmuster.so.1.0"
    # The cache of a user whose home has a blank is no better.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "My Home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert preloadable(library).is_relative_to(tmp_path / f"muster-{os.getuid()}")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "My Code"))
    with pytest.raises(RuntimeMissingError, match=r"My Home/muster \(the loader cuts it at blanks and ':'\) and "):
        preloadable(library)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Muster in a folder of many libraries, as an installation has it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    library = tmp_path / "lib" / "libmuster.so.1"
    (library.parent / "muster" / "compat").mkdir(parents=True)
    library.touch()
    (library.parent / "muster" / "compat" / "libgomp.so.1").symlink_to(library)
    return library


def test_a_relative_folder_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert own_links(tmp_path / "libmuster.so.1").is_relative_to(tmp_path / "home" / ".cache")
    monkeypatch.setenv("HOME", "home")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert own_links(tmp_path / "libmuster.so.1").is_relative_to(tmp_path / "temporary")


def test_other_libraries_beside_muster_do_not_come_before_those_of_the_program(installed: Path) -> None:
    compat = installed.parent / "muster" / "compat"
    place = place_of_muster(installed.parent)
    assert place.search_path("/x") == f"{compat}:{installed.parent}:/x"
    (installed.parent / "libz.so.1").touch()
    first, second, last = place.search_path("/x").split(":")
    assert (first, last) == (str(compat), "/x")
    # Programs that are linked with Muster itself find it all the same.
    assert {file.name for file in Path(second).iterdir()} == {"libmuster.so", "libmuster.so.1"}
    assert all(file.samefile(installed) for file in Path(second).iterdir())


def test_without_a_place_for_links_the_other_names_serve(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (installed.parent / "libz.so.1").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc")
    monkeypatch.setattr(tempfile, "tempdir", "/proc")
    assert place_of_muster(installed.parent).search_path("") == f"{installed.parent}/muster/compat"


@pytest.mark.parametrize("character", [":", ";"])
def test_a_folder_that_cannot_be_in_the_search_path_has_links_elsewhere(
    character: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / f"a{character}b" / "libmuster.so.1"
    (library.parent / "compat").mkdir(parents=True)
    library.touch()
    (library.parent / "compat" / "libgomp.so.1").symlink_to(library)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = place_of_muster(library.parent)
    assert place.search_path("/lib") == f"{place.names}:/lib"
    assert all((place.names / name).resolve() == library for name in ("libgomp.so.1", "libmuster.so.1"))


def test_files_of_runtimes_and_copies_in_wheels() -> None:
    usual = ("libgomp.so.1", "libomp.so", "libomp.so.5", "libiomp5.so")
    assert all(PEER_FILE.match(name) for name in (*usual, "libgomp-a34b3233.so.1", "libgomp-24e2ab19.so.1.0.0"))
    beside = ("libgomp-plugin-nvptx.so.1", "libompd.so", "libomptarget.so.19", "libmuster.so.1", "libiomp5.so.md5")
    assert not any(PEER_FILE.match(name) for name in beside)

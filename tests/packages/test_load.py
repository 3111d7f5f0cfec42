# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster.load()`, in the layout of the wheel: what is imported afterwards runs on Muster, or it says why not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def site(build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to import from, with what the wheel puts there."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "cli" / "muster", folder / "muster", ignore=shutil.ignore_patterns("__pycache__"))
    install = ["cmake", "--install", str(build), "--component", "wheel", "--prefix", str(folder / "muster")]
    subprocess.run(install, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("plugin") / "plugin.so"
    command = ["gcc", "-fopenmp", "-shared", "-fPIC", str(HERE / "plugin.c"), "-o", str(library)]
    subprocess.run(command, check=True)
    return library


def python(site: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LD_", "OMP_", "PYTHON"))}
    settings = {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "3"} | environment
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=clean | settings, capture_output=True, text=True, check=False)


def lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# 5 is set in Muster alone, so code that is asked afterwards and says 5 is bound to Muster.
SET = "import ctypes; ctypes.CDLL(str(muster.library_path())).omp_set_num_threads(5)"


def test_what_is_loaded_afterwards_runs_on_muster(site: Path, plugin: Path) -> None:
    code = f"""
import muster; loaded = muster.load(); {SET}
plugin = ctypes.CDLL({str(plugin)!r})
print(plugin.most_threads(), plugin.team()); print(loaded); print([path.name for path in loaded.bypassed()])
"""
    threads, text, bypassed = lines(python(site, code))
    assert threads == "5 5"
    assert f"{site}/muster/lib/libmuster.so.1" in text
    assert "libgomp.so.1" in text
    assert "libgomp.so.1" in bypassed


def test_without_it_the_same_library_stays_with_its_own(site: Path, plugin: Path) -> None:
    code = f"import muster; {SET}; print(ctypes.CDLL({str(plugin)!r}).most_threads())"
    assert lines(python(site, code)) == ["3"]


def test_another_runtime_that_came_first_is_named(site: Path, plugin: Path) -> None:
    done = python(site, f"import ctypes; ctypes.CDLL({str(plugin)!r}); import muster; muster.load()")
    assert done.returncode == 1
    message = done.stderr.splitlines()[-1]
    assert message.startswith("muster.load.LoadError: another OpenMP runtime has been loaded already")
    assert "libgomp.so.1" in message
    assert "before the import" in message
    assert f"LD_PRELOAD={site}/muster/lib/libmuster.so.1" in message


def test_what_is_to_be_set_can_be_set(site: Path, plugin: Path, tmp_path: Path) -> None:
    """LD_PRELOAD takes no path with a blank in it."""
    shutil.copytree(site, tmp_path / "My Environment")
    code = f"import ctypes; ctypes.CDLL({str(plugin)!r}); import muster; print(muster.load())"
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = python(tmp_path / "My Environment", code, **caches)
    advice = done.stderr.splitlines()[-1].rpartition("LD_PRELOAD=")[2]
    assert "serves OpenMP" in lines(python(tmp_path / "My Environment", code, LD_PRELOAD=advice, **caches))[0]


def test_it_may_be_called_again(site: Path, plugin: Path) -> None:
    code = f"import ctypes, muster; muster.load(); ctypes.CDLL({str(plugin)!r}); print(muster.load())"
    assert "bypassed" in lines(python(site, code))[0]


def test_an_old_threadpoolctl_is_left_alone(site: Path, plugin: Path, tmp_path: Path) -> None:
    """3.1, which Debian 12 has, knows no register()."""
    (tmp_path / "threadpoolctl.py").write_text("__version__ = '3.1.0'\n")
    code = f"import ctypes, muster; muster.load(); {SET}; print(ctypes.CDLL({str(plugin)!r}).most_threads())"
    assert lines(python(site, code, PYTHONPATH=f"{site}:{tmp_path}")) == ["5"]


def test_a_preloaded_muster_is_left_as_it_is(site: Path, build: Path) -> None:
    library = build / "lib" / "libmuster.so.1"
    code = "import muster; print(muster.load().library)"
    assert lines(python(site, code, LD_PRELOAD=str(library))) == [str(library)]


def test_the_muster_of_the_system_is_kept_whenever_it_came(site: Path, plugin: Path, prefix: Path) -> None:
    """Where `muster-system on` was said, a library that was imported first runs on Muster already."""
    code = f"import ctypes; ctypes.CDLL({str(plugin)!r}); import muster; print(muster.load().library)"
    (library,) = lines(python(site, code, LD_LIBRARY_PATH=str(prefix / "lib" / "muster" / "system")))
    assert Path(library).samefile(prefix / "lib" / "libmuster.so.1")


def test_the_folder_of_names_is_made_once_and_leads_to_the_one_file(site: Path, tmp_path: Path, build: Path) -> None:
    code = "import muster; print(muster.compat_path()); print(muster.compat_path())"
    first, second = lines(python(site, code, XDG_CACHE_HOME=str(tmp_path)))
    assert first == second
    names = {link.name for link in Path(first).iterdir()}
    assert names == {link.name for link in (build / "lib" / "compat").iterdir()}
    assert all(link.samefile(site / "muster" / "lib" / "libmuster.so.1") for link in Path(first).iterdir())


def test_a_package_without_the_library_says_how_to_get_one(site: Path, tmp_path: Path) -> None:
    shutil.copytree(site / "muster", tmp_path / "muster", ignore=shutil.ignore_patterns("lib"))
    done = python(tmp_path, "import muster; muster.library_path()")
    assert done.returncode == 1
    assert "muster.library.LibraryError: muster is not here" in done.stderr

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: built from the sdist, accepted by auditwheel, installed into fresh environments, under scikit-learn."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.commands import run

ROOT = Path(__file__).resolve().parents[2]
REGION = ROOT / "tests" / "packages" / "consumer" / "region.c"
PROGRAMS = ROOT / "build" / "programs" / "wheels" / "bin" / "python"
# README.md and the metadata promise it.
OLDEST_GLIBC = (2, 28)


def interpreters() -> list[str]:
    """Ours, and Python 3.12 where it is installed: the wheel is for every version."""
    newer = shutil.which("python3.12")
    works = newer and subprocess.run([newer, "--version"], capture_output=True, check=False).returncode == 0
    return [sys.executable, newer] if newer and works else [sys.executable]


@pytest.fixture(scope="module")
def wheel(tools: Path, sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the source distribution, so that what this lacks is noticed."""
    folder = tmp_path_factory.mktemp("wheel")
    run([tools / "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, sdist], folder)
    (found,) = folder.glob("muster_openmp-*.whl")
    return found


def test_any_python_may_have_it(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-linux_x86_64.whl")


def test_auditwheel_accepts_it(tools: Path, wheel: Path) -> None:
    said = " ".join(run([tools / "auditwheel", "show", wheel], wheel.parent).split())
    tag = re.search(r'following platform tag: "manylinux_(\d+)_(\d+)_x86_64"', said)
    assert tag is not None, said
    assert (int(tag[1]), int(tag[2])) <= OLDEST_GLIBC


@pytest.mark.parametrize("interpreter", interpreters())
def test_a_fresh_environment(wheel: Path, tmp_path: Path, interpreter: str) -> None:
    run([interpreter, "-m", "venv", tmp_path / "venv"], tmp_path)
    programs = tmp_path / "venv" / "bin"
    run([programs / "pip", "install", "--quiet", wheel], tmp_path)
    assert "doctor" in run([programs / "muster", "--help"], tmp_path)
    code = "import muster; print(muster.library_path()); print(muster.load())"
    path, text = run([programs / "python", "-c", code], tmp_path).splitlines()
    assert Path(path).is_relative_to(tmp_path / "venv")
    assert "serves OpenMP in this process" in text
    assert "core" in run([programs / "muster", "topology"], tmp_path).lower()
    # The example of `muster topology --help`: machines with a name come along.
    example = ["--machine", "grace-2x72", "--places", "sockets", "--bind", "spread", "--json"]
    assert len(json.loads(run([programs / "muster", "topology", *example], tmp_path))["cpus"]) == 144
    # The manual page lies where `man` looks for the commands of an environment.
    page = programs.parent / "share" / "man" / "man1" / "muster.1"
    assert page.read_bytes() == (ROOT / "cli" / "man" / "muster.1").read_bytes()
    # What `muster tune` measures by is there, and runs.
    code = "from muster.tune.program import find_program as find, read_machine; print(read_machine(find(None)).version)"
    assert run([programs / "python", "-c", code], tmp_path).split() == ["0.1.0"]
    # Pages are drawn with nothing more to install. The runtimes' versions are all that differs.
    run(["gcc", "-fopenmp", f"-I{ROOT}/include", REGION, "-o", "region"], tmp_path)
    words = ["compare", "--runs", "1", "--ignore", "version [0-9]+", "--html", "page.html"]
    assert "All answers agree" in run([programs / "muster", *words, "--", "./region"], tmp_path)
    assert (tmp_path / "page.html").read_text().count("<svg") == 2


SCIKIT_LEARN = """
import ctypes, muster
loaded = muster.load()
from sklearn.cluster import KMeans
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads
from threadpoolctl import threadpool_info, threadpool_limits
KMeans(4, n_init=1, random_state=0).fit([[float(i % 7), float(i % 11)] for i in range(1000)])
print([path.name.split("-")[0] for path in loaded.bypassed()])
print([library["version"] for library in threadpool_info() if library["internal_api"] == "muster"])
own = ctypes.CDLL(str(muster.library_path()))
own.omp_set_num_threads(1)
print(_openmp_effective_n_threads())
own.omp_set_num_threads(5)
with threadpool_limits(limits=1, user_api="openmp"):
    print(own.omp_get_max_threads(), _openmp_effective_n_threads())
print(own.omp_get_max_threads())
"""


def test_scikit_learn_runs_on_it_and_threadpoolctl_limits_it(wheel: Path, tmp_path: Path) -> None:
    run([PROGRAMS, "-m", "pip", "install", "--quiet", "--no-deps", "--target", tmp_path, wheel], tmp_path)
    said = run([PROGRAMS, "-c", SCIKIT_LEARN], tmp_path, PYTHONPATH=str(tmp_path)).splitlines()
    # The copy that the wheel of scikit-learn brings is there, and its functions are Muster's.
    assert said == ["['libgomp']", "['0.1.0']", "1", "1 1", "5"]

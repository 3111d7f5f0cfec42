# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs what the programs need: Debian packages, named before, and PyPI wheels in a virtual environment."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from runner import paths
from runner.errors import Unavailable

# For the programs that are compiled here, and for nm.
TOOLCHAIN = ("gcc", "libc6-dev", "binutils")
PEERS = ("libgomp1", "libomp5-19")
WHEELS = paths.HERE / "requirements-wheels.txt"
MORE_WHEELS = paths.HERE / "requirements-more-wheels.txt"
APT_GET = ("apt-get", "-o", "DPkg::Lock::Timeout=300")


def missing_packages(names: Iterable[str]) -> list[str]:
    """Those of the Debian packages that are not installed. Unavailable on a system without dpkg."""
    if shutil.which("dpkg-query") is None:
        raise Unavailable("this is not a Debian system (no dpkg-query): the programs come from Debian 12's packages")
    return [name for name in dict.fromkeys(names) if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", name]
    return subprocess.run(query, capture_output=True, text=True, check=False).stdout == "installed"


def versions_of(names: Iterable[str]) -> list[str]:
    """The Debian packages with their installed versions, as `name=version`."""
    query = ["dpkg-query", "--show", "--showformat=${Package}=${Version}\\n", *names]
    return subprocess.run(query, capture_output=True, text=True, check=False).stdout.split()


def pinned_wheels() -> list[str]:
    """The wheels with their versions, as `name==version`."""
    return [pin for path in (WHEELS, MORE_WHEELS) for pin in path.read_text().split()]


def install_packages(names: Iterable[str], console: Console) -> None:
    """Install the missing ones of `names`, after naming them. Unavailable if that is not possible."""
    missing = missing_packages(names)
    if not missing:
        return
    listed = " ".join(missing)
    console.print(f"installing the Debian packages {listed}")
    root = _as_root(listed)
    install = [*root, *APT_GET, "install", "-y", "--no-install-recommends", *missing]
    if _apt(install) is None:
        return
    # A fresh system has no package lists, an old one lists versions that are gone.
    _apt([*root, *APT_GET, "update"])
    failure = _apt(install)
    if failure is not None:
        raise Unavailable(f"'{' '.join(install)}' failed:\n{failure}")


def _apt(command: Sequence[str]) -> str | None:
    """Run apt-get; None if it succeeds, else the end of what it said."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else "\n".join((done.stdout + done.stderr).splitlines()[-5:])


def _as_root(listed: str) -> Sequence[str]:
    if os.geteuid() == 0:
        return ()
    if shutil.which("sudo") is not None:
        return ("sudo",)
    raise Unavailable(f"not root and no sudo: run 'apt-get install {listed}' as root, then start again")


def install_wheels(console: Console, *, more: bool = False) -> None:
    """Make the virtual environment of the wheels as the requirements say, unless it is there already."""
    if not _has(WHEELS):
        _run([sys.executable, "-m", "venv", "--clear", str(paths.WHEELS)])
        _install(WHEELS, console)
    if more and not _has(MORE_WHEELS):
        _install(MORE_WHEELS, console)


def _stamp(requirements: Path) -> Path:
    return paths.WHEELS / f"{requirements.stem}-installed.txt"


def _has(requirements: Path) -> bool:
    stamp = _stamp(requirements)
    return stamp.exists() and stamp.read_text() == requirements.read_text()


def _install(requirements: Path, console: Console) -> None:
    console.print(f"installing the wheels of {requirements.name} in {paths.WHEELS.relative_to(paths.ROOT)}")
    # Without dependencies: the lists are complete, and intel-openmp would pull offload libraries of 100 MB.
    pip = [str(paths.WHEELS_PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "install", "--no-deps", "--only-binary", ":all:", "-r", str(requirements)])
    _stamp(requirements).write_text(requirements.read_text())


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"'{' '.join(command)}' failed:\n{done.stdout}{done.stderr}")


@functools.cache
def multiarch() -> str:
    """Debian's name for this machine's kind, such as x86_64-linux-gnu, as part of library paths."""
    done = subprocess.run(["gcc", "-print-multiarch"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        raise Unavailable("gcc -print-multiarch says nothing: install Debian's gcc with 'apt-get install gcc'")
    return done.stdout.strip()

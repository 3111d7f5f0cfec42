# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches the suites from Debian's source packages. Only test programs and what they include are taken out."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from runner import paths
from runner.errors import ConformanceError

_KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_SOURCE_LINE = f"deb-src [signed-by={_KEYRING}] http://deb.debian.org/debian bookworm main\n"

_NO_SOURCES = """\
apt-get has no source of '{package}': the package lists name no deb-src.
On Debian 12, as root:
    echo 'deb-src http://deb.debian.org/debian bookworm main' > /etc/apt/sources.list.d/bookworm-sources.list
    apt-get update
Or put the source package's files (*.dsc, *.orig.tar.*) into {folder} by hand and start again."""


def fetch(say: Callable[[str], None]) -> None:
    """Does nothing when the suites are there."""
    _provide("gcc-12", paths.GCC_TESTS, _unpack_gcc, say)
    _provide("llvm-toolchain-19", paths.LLVM_TESTS, _unpack_llvm, say)


def _provide(package: str, folder: Path, unpack: Callable[[], None], say: Callable[[str], None]) -> None:
    done = paths.SUITES / f"{package}.done"
    if done.exists():
        return
    if not _archives(package):
        say(f"Fetching the source package {package} into {paths.PACKAGES} ...")
        _download(package)
    say(f"Unpacking the tests of {package} ...")
    shutil.rmtree(folder, ignore_errors=True)
    unpack()
    if not folder.is_dir():
        raise ConformanceError(f"{package}: the archive has no folder {folder.relative_to(paths.SUITES)}")
    done.touch()


def _archives(package: str) -> list[Path]:
    return sorted(paths.PACKAGES.glob(f"{package}_*.orig.tar.*"))


def _download(package: str) -> None:
    if shutil.which("apt-get") is None:
        raise ConformanceError(f"there is no apt-get here; put the files of {package} into {paths.PACKAGES} by hand")
    paths.PACKAGES.mkdir(parents=True, exist_ok=True)
    done = _apt_get("source", "--download-only", "-qq", package)
    if _lacks_sources(done) and _KEYRING.exists():
        # apt's own lists stay as they are: these are ours, and need no rights.
        own = _own_lists()
        if _apt_get(*own, "update", "-qq").returncode == 0:
            done = _apt_get(*own, "source", "--download-only", "-qq", package)
    if done.returncode == 0 and _archives(package):
        return
    if _lacks_sources(done):
        raise ConformanceError(_NO_SOURCES.format(package=package, folder=paths.PACKAGES))
    raise ConformanceError(f"'{' '.join(done.args)}' failed: {done.stderr.strip() or done.returncode}")


def _apt_get(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["apt-get", *arguments], cwd=paths.PACKAGES, capture_output=True, text=True, check=False)


def _lacks_sources(done: subprocess.CompletedProcess[str]) -> bool:
    return "deb-src" in done.stderr or "Unable to find a source package" in done.stderr


def _own_lists() -> list[str]:
    folder = paths.WORK / "apt"
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(_SOURCE_LINE)
    settings = {
        "Dir::Etc::SourceList": folder / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
    }
    return [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]


def _unpack_gcc() -> None:
    """Debian's archive of GCC holds the upstream archive."""
    with tarfile.open(_archives("gcc-12")[-1]) as outer:
        for member in outer:
            if member.name.endswith("-dfsg.tar.xz"):
                inner = outer.extractfile(member)
                assert inner is not None
                _take(
                    inner,
                    ("libgomp/testsuite/libgomp.", "libgomp/libgomp_g.h", "include/gomp-constants.h"),
                )
                return
    raise ConformanceError("gcc-12: the archive holds no *-dfsg.tar.xz")


def _unpack_llvm() -> None:
    with _archives("llvm-toolchain-19")[-1].open("rb") as archive:
        _take(archive, ("openmp/runtime/test/", "openmp/runtime/src/kmp_platform.h"))


def _take(archive: IO[bytes], wanted: Iterable[str]) -> None:
    """Members whose path after the first folder begins with one of `wanted`."""
    with tarfile.open(fileobj=archive, mode="r|*") as opened:
        for member in opened:
            _, _, path = member.name.partition("/")
            if member.isfile() and path.startswith(tuple(wanted)):
                target = paths.SUITES / path
                target.parent.mkdir(parents=True, exist_ok=True)
                content = opened.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian's cloud kernel, downloaded and unpacked; nothing is installed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from muster.measure.limits import DOWNLOAD_S
from runner import paths
from runner.errors import GuestError

META_PACKAGE = "linux-image-cloud-amd64"
_DEPENDS = re.compile(r"^\s*Depends: (linux-image-\S+)$", re.MULTILINE)


def kernel() -> Path:
    """The kernel's file, downloaded where it is not there yet. GuestError says how to get it."""
    found = sorted(paths.KERNEL.glob("boot/vmlinuz-*"))
    if not found:
        _fetch()
        found = sorted(paths.KERNEL.glob("boot/vmlinuz-*"))
    if not found:
        raise GuestError(f"the package of {META_PACKAGE} has no boot/vmlinuz-*; see {paths.KERNEL}")
    return found[-1]


def _fetch() -> None:
    paths.KERNEL.mkdir(parents=True, exist_ok=True)
    package = package_of(_run(["apt-cache", "depends", META_PACKAGE]))
    _run(["apt-get", "download", package])
    for file in paths.KERNEL.glob("*.deb"):
        _run(["dpkg-deb", "-x", str(file), str(paths.KERNEL)])
        file.unlink()


def package_of(depends: str) -> str:
    """The package that the meta package depends on, from what apt-cache says."""
    found = _DEPENDS.search(depends)
    if found is None:
        raise GuestError(f"apt knows no {META_PACKAGE}: {_advice()}")
    return found[1]


def _run(command: list[str]) -> str:
    try:
        return subprocess.run(
            command, cwd=paths.KERNEL, capture_output=True, text=True, check=True, timeout=DOWNLOAD_S
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or error
        raise GuestError(f"no kernel for the guests: {' '.join(command)}: {str(said).strip()}; {_advice()}") from None


def _advice() -> str:
    where = f"unpack its package by hand: dpkg-deb -x linux-image-*.deb {paths.KERNEL}"
    return f"as root: apt-get update; then apt-get download $(the package that {META_PACKAGE} depends on), and {where}"

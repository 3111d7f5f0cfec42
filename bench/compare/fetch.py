# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gets libiomp5 out of PyPI's intel-openmp wheel into build/: a peer that Debian does not package."""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from muster.runtimes.find import FETCHED_LIBIOMP5

# The bars are about this release and later ones.
REQUIREMENT = "intel-openmp>=2026.0"


class FetchError(Exception):
    """The wheel could not be downloaded or does not hold the library."""


def fetch_libiomp5() -> Path:
    """Downloads the wheel with pip (about 50 MB) and unpacks the library. Returns where it is."""
    target = FETCHED_LIBIOMP5
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        pip = subprocess.run([*command, "--dest", folder, REQUIREMENT], capture_output=True, text=True, check=False)
        if pip.returncode != 0:
            raise FetchError(f"pip could not download {REQUIREMENT}: {pip.stderr.strip()}")
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    if member.endswith("/libiomp5.so"):
                        target.parent.mkdir(parents=True, exist_ok=True)
                        target.write_bytes(archive.read(member))
                        return target
    raise FetchError(f"{REQUIREMENT} holds no libiomp5.so for this machine")

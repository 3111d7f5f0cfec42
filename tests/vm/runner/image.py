# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The root of a guest's files: the jobs, and each program with its libraries, all under their paths here."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from runner import paths
from runner.errors import GuestError
from runner.job import Job

BUSYBOX = Path("/bin/busybox")
SHELL = Path("/bin/sh")
# What the tests' own scripts use with options that BusyBox has not.
TOOLS = ("timeout", "env")
# `libgomp.so.1 => /lib/x86_64-linux-gnu/libgomp.so.1 (0x...)` and `/lib64/ld-linux-x86-64.so.2 (0x...)`
_LIBRARY = re.compile(r"^\s*(?:\S+ => )?(/\S+) \(0x", re.MULTILINE)
_ASKED_AT_ONCE = 200


def libraries_in(said: str) -> set[Path]:
    """The files that `ldd` names."""
    return {Path(name) for name in _LIBRARY.findall(said)}


def libraries_of(files: Sequence[Path]) -> set[Path]:
    found: set[Path] = set()
    for begin in range(0, len(files), _ASKED_AT_ONCE):
        some = [str(file) for file in files[begin : begin + _ASKED_AT_ONCE]]
        # ldd ends with status 1 where a file is no dynamic program, and says so.
        found |= libraries_in(subprocess.run(["ldd", *some], capture_output=True, text=True, check=False).stdout)
    return found


@cache
def tools() -> Mapping[str, Path]:
    """GNU's own, by name."""
    found = {name: shutil.which(name) for name in TOOLS}
    missing = [name for name, file in found.items() if file is None]
    if missing or not BUSYBOX.exists():
        raise GuestError("no tools for the guests; as root: apt-get install busybox-static coreutils")
    return {name: Path(file).resolve() for name, file in found.items() if file}


def make(folder: Path, jobs: Iterable[Job], programs: Sequence[Path], others: Sequence[Path]) -> Path:
    """An image under `folder`, which is made anew. `others` are files and folders that are copied as they are."""
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    (root / "vm" / "tools").mkdir(parents=True)
    for name, file in tools().items():
        shutil.copy2(file, root / "vm" / "tools" / name)
    _copy(BUSYBOX, root)
    _copy(SHELL, root)
    shutil.copy2(paths.INIT, root / "init")
    (root / "vm" / "jobs").write_text("".join(job.line() for job in jobs), encoding="utf-8")
    for file in {*programs, *libraries_of([*programs, *tools().values(), SHELL])}:
        _copy(file, root)
    for other in others:
        _copy(other, root)
    return _pack(root, folder / "image.cpio")


def _copy(source: Path, root: Path) -> None:
    """To the same path. A link stays one, and the file behind it is copied, too: programs ask for the file's name."""
    target = root / source.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    elif target.is_symlink() or target.exists():
        return
    elif source.is_symlink():
        # To a path without links: the image has none of the folders that are links here.
        target.symlink_to(source.resolve())
        _copy(source.resolve(), root)
    else:
        shutil.copy2(source, target)


def _pack(root: Path, image: Path) -> Path:
    names = sorted(str(file.relative_to(root)) for file in root.rglob("*"))
    with image.open("wb") as out:
        packed = subprocess.run(
            ["cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"],
            input="\n".join(names).encode(),
            cwd=root,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    if packed.returncode != 0:
        raise GuestError(f"cpio made no image: {packed.stderr.decode(errors='replace').strip()}")
    return image

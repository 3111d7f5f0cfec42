# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an ELF file says about itself: whether it is linked dynamically, for which machine, what it calls."""

import os
import platform
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSegment
from elftools.elf.elffile import ELFFile
from elftools.elf.segments import InterpSegment

from muster.files import OTHER_FORM

MACHINES = {"EM_X86_64": "x86_64", "EM_AARCH64": "aarch64"}
# Each runtime has the names of its variables in it, and words of its messages, even where its symbols are stripped.
RUNTIME_TEXTS = (b"OMP_NUM_THREADS", b"OMP_PROC_BIND", b"OMP_SCHEDULE")
RUNTIME_MESSAGES = (b"libgomp: ", b"OMP: Error", b"OMP: Warning")
# What code built by GCC, and by Clang or Flang, calls.
GCC_CALLS = re.compile(rb"\0GOMP_[a-z_]+\0")
CLANG_CALLS = re.compile(rb"\0__kmpc_[a-z_]+\0")
API_CALLS = re.compile(rb"\0omp_[a-z_]+\0")
LOADS_LATER = b"\0dlopen\0"


class ObjectError(Exception):
    """The file is no program that the loader of this system runs."""


@dataclass(frozen=True)
class Object:
    """One ELF file."""

    path: Path
    machine: str
    loader: Path | None  # None: it is linked statically, or is a library
    is_dynamic: bool
    needs: tuple[str, ...]
    names: bytes  # all names that it defines or asks for, with zero bytes between
    has_runtime: bool  # inside of it

    @property
    def calls(self) -> tuple[str, ...]:
        """The compilers whose OpenMP calls are in it."""
        found = {"GCC": GCC_CALLS, "Clang": CLANG_CALLS}
        return tuple(compiler for compiler, pattern in found.items() if pattern.search(self.names))

    @property
    def uses_openmp(self) -> bool:
        return bool(self.calls) or API_CALLS.search(self.names) is not None

    @property
    def loads_later(self) -> bool:
        """Whether it may load libraries while it runs."""
        return LOADS_LATER in self.names


def read_object(path: Path) -> Object:
    """ObjectError if it is no ELF file."""
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            loader, needs, names, dynamic = None, [], b"\0", False
            for segment in elf.iter_segments():
                if isinstance(segment, InterpSegment):
                    loader = Path(segment.get_interp_name())
                elif isinstance(segment, DynamicSegment):
                    dynamic = True
                    needs = [str(tag.needed) for tag in segment.iter_tags("DT_NEEDED")]  # type: ignore[attr-defined]
            section = elf.get_section_by_name(".dynstr")
            if section is not None:
                names = section.data() + b"\0"
            elif dynamic:
                file.seek(0)
                names = file.read()
            file.seek(0)
            content = file.read()
            return Object(
                path=path,
                machine=MACHINES.get(elf["e_machine"], str(elf["e_machine"])),
                loader=loader,
                is_dynamic=dynamic and loader is not None,
                needs=tuple(needs),
                names=names,
                has_runtime=all(text in content for text in RUNTIME_TEXTS)
                and any(text in content for text in RUNTIME_MESSAGES),
            )
    except OSError as error:
        raise ObjectError(f"{path} cannot be read: {error.strerror}") from None
    except (ELFError, AssertionError, *OTHER_FORM) as error:
        # A damaged file may lead pyelftools anywhere.
        raise ObjectError(_no_object(path, error)) from None


def _no_object(path: Path, error: Exception) -> str:
    with path.open("rb") as file:
        begin = file.read(256)
    if begin.startswith(b"\x7fELF") or b"\0" in begin:
        return f"{path} is no program of this system ({error})"
    return f"{path} is a text whose first line names no interpreter (#!): put one in front of it, such as sh"


def is_of_this_machine(found: Object) -> bool:
    return found.machine == platform.machine()


def has_more_rights(path: Path) -> bool:
    """Whether it runs with more rights than its user, so that the loader ignores what it is told."""
    seen = path.stat()
    if seen.st_mode & stat.S_ISUID and seen.st_uid != os.geteuid():
        return True
    # Without the right to run it for the group, the bit means something else (stat(2)).
    if seen.st_mode & stat.S_ISGID and seen.st_mode & stat.S_IXGRP and seen.st_gid != os.getegid():
        return True
    try:
        # They are no more than root has (capabilities(7)).
        return os.getuid() != 0 and "security.capability" in os.listxattr(path)
    except OSError:
        return False

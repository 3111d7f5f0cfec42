# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What libmuster-mpi.so (cli/mpi) keeps of a rank's calls of MPI, and how it gets under one."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from muster.files import exists
from muster.runtimes.own_links import preloadable
from muster.takeover.variables import PRELOAD

# Beside the runtime, in a build as in a wheel.
FILE = "libmuster-mpi.so"
FOLDER_VARIABLE = "MUSTER_MPI_CALLS"
ROW = struct.Struct("<3Q40s")


@dataclass(frozen=True)
class MpiCall:
    """A call of MPI at one place of the program, outside of regions."""

    name: str
    code: int
    count: int
    ns: float


def variables_for(
    folder: Path, library: Path, variables: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, str]:
    """The variables, with those by which calls are kept in `folder`; as they are where the library was not built.

    LD_PRELOAD is what it is in the variables, where they have it, or else in the environment, with the library behind.
    RuntimeMissingError where LD_PRELOAD cannot name the library.
    """
    file = library.parent / FILE
    if not exists(file):
        return dict(variables)
    words = (variables.get(PRELOAD, environment.get(PRELOAD, "")), str(preloadable(file)))
    return {**variables, PRELOAD: ":".join(word for word in words if word), FOLDER_VARIABLE: str(folder)}


def read_calls(file: Path) -> tuple[MpiCall, ...]:
    """What a process kept; nothing where it made no call, or there is no file."""
    try:
        data = file.read_bytes()
    except OSError:
        return ()
    rows = (ROW.unpack_from(data, at) for at in range(0, len(data) - ROW.size + 1, ROW.size))
    return tuple(
        MpiCall(name.rstrip(b"\0").decode(errors="replace"), code, count, float(ns))
        for code, count, ns, name in rows
        if name[0]
    )

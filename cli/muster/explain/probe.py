# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the library, in a process of its own: `python probe.py LIBRARY MOST_THREADS` prints JSON. Run by answers.py.

The structures are those of include/muster.h. It imports nothing of this package, so that it starts quickly and nothing
else is in the process.
"""

import ctypes
import json
import os
import sys

NAME_BYTES = 32
USES = ("plain", "fork and join", "reduction")


class Wait(ctypes.Structure):
    _fields_ = (
        ("policy", ctypes.c_uint32),
        ("is_set", ctypes.c_uint32),
        ("longest_spin_barrier_ns", ctypes.c_uint64),
        ("longest_spin_idle_ns", ctypes.c_uint64),
        ("set_by", ctypes.c_char * NAME_BYTES),
    )


class Barrier(ctypes.Structure):
    _fields_ = (
        ("decided_by", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("gather", ctypes.c_char * NAME_BYTES),
        ("release", ctypes.c_char * NAME_BYTES),
        ("reason", ctypes.c_char_p),
        ("placement", ctypes.c_uint32),
    )


def barrier_of(library: ctypes.CDLL, use: int, threads: int) -> dict[str, object]:
    barrier = Barrier()
    library.muster_get_barrier(use, threads, ctypes.byref(barrier), ctypes.sizeof(barrier))
    return {
        "use": USES[use],
        "asked": threads,
        "threads": barrier.threads,
        "decided_by": barrier.decided_by,
        "gather": barrier.gather.decode(),
        "release": barrier.release.decode(),
        "reason": (barrier.reason or b"").decode(),
        "placement": barrier.placement,
    }


def main() -> None:
    # What the library prints on standard output, as OMP_TOOL_VERBOSE_INIT=stdout has it do, is no answer.
    with os.fdopen(os.dup(1), "w") as answer:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        json.dump(answers_of(ctypes.CDLL(sys.argv[1])), answer)
    # Not by exit(): reports at a program's end are about programs.
    sys.stderr.flush()
    os._exit(0)


def answers_of(library: ctypes.CDLL) -> dict[str, object]:
    most = int(sys.argv[2])
    library.muster_version.restype = ctypes.c_uint32
    wait = Wait()
    library.muster_get_wait(ctypes.byref(wait), ctypes.sizeof(wait))
    return {
        "version": library.muster_version(),
        "wait": {
            "policy": wait.policy,
            "is_set": bool(wait.is_set),
            "longest_spin_barrier_ns": wait.longest_spin_barrier_ns,
            "longest_spin_idle_ns": wait.longest_spin_idle_ns,
            "set_by": wait.set_by.decode(),
        },
        "default_team": library.omp_get_max_threads(),
        "processors": library.omp_get_num_procs(),
        "places": library.omp_get_num_places(),
        # 0 threads: the team of a region for which the program names no size.
        "barriers": [barrier_of(library, use, threads) for use in range(len(USES)) for threads in range(most + 1)],
    }


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures in words."""


def time_of(ns: float) -> str:
    """A time with a unit that fits it."""
    for limit, scale, unit in ((1e3, 1.0, "ns"), (1e6, 1e3, "us"), (1e9, 1e6, "ms")):
        if abs(ns) < limit:
            return f"{ns / scale:.3g} {unit}"
    return f"{ns / 1e9:.3g} s"


def share_of(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole > 0 else "0%"


def threads_of(team: float) -> str:
    return "1 thread" if round(team) == 1 else f"{team:.0f} threads"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures as people read them; the table, the page and the tests share them."""

from muster.compare.summary import Row

HEADS = ("runtime", "wall time", "quartiles", "CPU time", "switches", "memory")


def seconds(value: float) -> str:
    return f"{value:.3f} s" if value >= 1 else f"{value * 1000:.1f} ms"


def memory(kib: float) -> str:
    return f"{kib / 1024:.0f} MiB" if kib else "?"


def cells(row: Row) -> tuple[str, ...]:
    return (
        row.name,
        seconds(row.wall_s),
        f"{seconds(row.wall_low_s)} - {seconds(row.wall_high_s)}",
        seconds(row.cpu_s),
        f"{row.switches:.0f}",
        memory(row.peak_kib),
    )


def team(size: int | None) -> str:
    if size is None:
        return "each runtime's own team size"
    return f"{size} thread{'s' if size != 1 else ''}"


def ranks_in_words(ranks: int) -> str:
    """What the figures are of where a launcher starts ranks."""
    return (
        f"{ranks} rank{'s' if ranks != 1 else ''} on this machine: times are of the whole, the rest are sums over them."
    )

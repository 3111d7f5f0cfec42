# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of the machine other programs took while a comparison ran."""

import os
import resource
import time

import psutil

# Others' part of all CPUs' time, in percent, from which on figures are noise.
BUSY_PERCENT = 10.0


class Disturbance:
    """From its making on, watches the CPU time that neither this process nor its ended children used."""

    def __init__(self) -> None:
        self._busy = self._busy_now()
        self._own = self._own_now()
        self._start = time.monotonic()

    @staticmethod
    def _busy_now() -> float:
        times = psutil.cpu_times()
        return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)

    @staticmethod
    def _own_now() -> float:
        usages = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
        return sum(usage.ru_utime + usage.ru_stime for usage in usages)

    def percent(self) -> float:
        """Others' part of all CPUs' time so far; the hypervisor's (steal) counts as theirs."""
        seconds = (time.monotonic() - self._start) * (os.cpu_count() or 1)
        others = (self._busy_now() - self._busy) - (self._own_now() - self._own)
        return max(0.0, 100.0 * others / seconds) if seconds > 0 else 0.0

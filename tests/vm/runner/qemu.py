# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a machine in qemu, and follows what it says until it is done or its time is over."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path

from runner.errors import GuestError
from runner.machine import Machine
from runner.reader import Reader

QEMU = "qemu-system-x86_64"
CPUINFO = Path("/proc/cpuinfo")
_BOGOMIPS = re.compile(r"^bogomips\s*: ([0-9.]+)$", re.MULTILINE)
# How often the files that qemu writes are looked at.
_LOOK_S = 0.25
# qemu ends at once when it is asked to.
_END_S = 10.0


class Accelerator(StrEnum):
    """KVM needs /dev/kvm, and a host on which it runs ordinary kernels."""

    AUTO = "auto"
    KVM = "kvm"
    TCG = "tcg"


# Interrupts that qemu's timer loses while a host thread waits for its CPU are no reason to doubt the clock; mitigations
# gain nothing here, and cost much under emulation.
KERNEL_LINE = (
    "console=ttyS0 panic=-1 quiet no_timer_check tsc=reliable nowatchdog mitigations=off random.trust_cpu=on audit=0 "
    "rcupdate.rcu_cpu_stall_suppress=1 transparent_hugepage=madvise"
)


def words_of(accelerator: Accelerator) -> list[str]:
    """Which CPUs, and how they run.

    With the vendor Intel, Linux sees hardware threads and a last-level cache for each die; qemu's AMD models hide the
    threads. Under emulation one host thread serves all CPUs, so that a CPU that spins (PAUSE) gives its turn to the
    next. With a host thread each, 64 that spin on two real CPUs take whole slices of the host.
    """
    how = "kvm" if accelerator is Accelerator.KVM else "tcg,thread=single"
    return ["-accel", how, "-cpu", "max,vendor=GenuineIntel"]


def clock_words(cpuinfo: str) -> str:
    """The rate of the guest's time-stamp counter, which is the host's under emulation.

    On a host with other work the guest's own measurement of it may be wrong by a factor: a clock then went 15 times
    too fast, and programs that go on for a second had no time. Linux takes the loops that it counts from this rate.
    """
    found = _BOGOMIPS.search(cpuinfo)
    return f" tsc_early_khz={round(float(found[1]) * 500)}" if found else ""


def machine_words(machine: Machine) -> list[str]:
    """Nodes, their memory and their distances."""
    smp = (
        f"{machine.cpus},sockets={machine.sockets},dies={machine.dies},cores={machine.cores},threads={machine.threads}"
    )
    words = ["-machine", "q35,hpet=off", "-m", f"{machine.memory_mib}M", "-smp", smp]
    for number, node in enumerate(machine.nodes):
        words += ["-object", f"memory-backend-ram,id=m{number},size={node.memory_mib}M"]
        cpus = "".join(f",cpus={first}-{last}" for first, last in ranges(node.cpus))
        words += ["-numa", f"node,nodeid={number},memdev=m{number}{cpus}"]
    for source, target in combinations(range(len(machine.nodes)), 2):
        for one, other in ((source, target), (target, source)):
            words += ["-numa", f"dist,src={one},dst={other},val={machine.distances[one][other]}"]
    return words


def ranges(cpus: tuple[int, ...]) -> list[tuple[int, int]]:
    """Runs of consecutive numbers."""
    found: list[tuple[int, int]] = []
    for cpu in sorted(cpus):
        if found and found[-1][1] == cpu - 1:
            found[-1] = (found[-1][0], cpu)
        else:
            found.append((cpu, cpu))
    return found


@dataclass(frozen=True)
class Guest:
    """A machine with an image, and the folder for what it says."""

    machine: Machine
    kernel: Path
    image: Path
    folder: Path

    def command(self, accelerator: Accelerator) -> list[str]:
        return [
            QEMU,
            *words_of(accelerator),
            *machine_words(self.machine),
            *("-nodefaults", "-display", "none", "-no-reboot"),
            *("-serial", f"file:{self.folder / 'console.txt'}", "-serial", f"file:{self.folder / 'said.txt'}"),
            *("-kernel", str(self.kernel), "-initrd", str(self.image)),
            *("-append", KERNEL_LINE + (clock_words(CPUINFO.read_text()) if accelerator is Accelerator.TCG else "")),
        ]


def require() -> None:
    if shutil.which(QEMU) is None:
        raise GuestError(f"{QEMU} is not here; as root: apt-get install qemu-system-x86")


def kvm_possible() -> bool:
    return os.access("/dev/kvm", os.R_OK | os.W_OK)


def run(
    guest: Guest, accelerator: Accelerator, limit_s: float, progress: Callable[[Reader], bool]
) -> tuple[Reader, str]:
    """What the guest said, and why it did not come to its end ("" if it did).

    `progress` is called now and then; True ends the guest.
    """
    guest.folder.mkdir(parents=True, exist_ok=True)
    said, errors = guest.folder / "said.txt", guest.folder / "qemu.txt"
    said.write_bytes(b"")
    reader = Reader()
    begin = time.monotonic()
    why = ""
    with errors.open("wb") as out, said.open("rb") as line:
        process = subprocess.Popen(
            guest.command(accelerator), stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
        try:
            while process.poll() is None:
                reader.feed(line.read())
                if progress(reader):
                    break
                if time.monotonic() - begin > limit_s:
                    why = f"the guest did not end within {limit_s:.0f} s"
                    break
                time.sleep(_LOOK_S)
            reader.feed(line.read())
        finally:
            _end(process)
    if not why and not reader.done:
        why = f"the guest ended early: {_last_line(errors) or _last_line(guest.folder / 'console.txt')}"
    return reader, why


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _last_line(file: Path) -> str:
    if not file.exists():
        return ""
    lines = [line.strip() for line in file.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else ""

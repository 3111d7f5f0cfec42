# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One machine from its file to its verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from muster.measure.limits import GUEST_BOOT_S, GUEST_PROBE_S, GUEST_S
from runner import image, paths, qemu
from runner.checks.check import Check, Verdict, verdict
from runner.errors import GuestError
from runner.job import Job
from runner.kernel import kernel
from runner.machine import Machine
from runner.qemu import Accelerator, Guest
from runner.reader import Reader


@dataclass(frozen=True)
class Outcome:
    machine: Machine
    verdicts: list[Verdict]
    why: str  # the guest did not come to its end; "" if it did


def run(machine: Machine, checks: Sequence[Check], accelerator: Accelerator, tell: Callable[[int], None]) -> Outcome:
    """Boots the machine with all checks as its jobs. `tell` hears how many of them have ended."""
    folder = paths.GUESTS / machine.name
    folder.mkdir(parents=True, exist_ok=True)
    programs = sorted({program for check in checks for program in check.programs})
    missing = [str(program) for program in programs if not program.exists()]
    if missing:
        raise GuestError(f"not built: {', '.join(missing[:3])}; cmake --build --preset release")
    libraries = sorted(paths.BUILD.glob("lib/libmuster.so*"))
    made = image.make(folder, [check.job() for check in checks], [*programs, *libraries], [paths.COMPAT])
    limit_s = min(GUEST_BOOT_S + sum(check.limit_s for check in checks), GUEST_S)

    def progress(reader: Reader) -> bool:
        tell(reader.ended)
        return reader.done

    guest = Guest(machine, kernel(), made, folder)
    reader, why = qemu.run(guest, accelerator, limit_s, progress)
    return Outcome(machine, [verdict(check, reader.said.get(check.name)) for check in checks], why)


def accelerator_for(wanted: Accelerator, machine: Machine, say: Callable[[str], None]) -> Accelerator:
    """What `auto` means here: KVM if a guest comes up on it, else emulation, with the reason."""
    if wanted is not Accelerator.AUTO:
        return wanted
    if not qemu.kvm_possible():
        say("no /dev/kvm that may be used: emulation (TCG)")
        return Accelerator.TCG
    folder = paths.GUESTS / "probe"
    folder.mkdir(parents=True, exist_ok=True)
    no_jobs: list[Job] = []
    guest = Guest(machine, kernel(), image.make(folder, no_jobs, [], []), folder)
    reader, why = qemu.run(guest, Accelerator.KVM, GUEST_PROBE_S, lambda reader: reader.alive)
    if reader.alive:
        return Accelerator.KVM
    say(f"KVM starts no guest here ({why}): emulation (TCG)")
    return Accelerator.TCG

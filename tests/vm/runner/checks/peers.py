# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libgomp and libomp put threads where Muster must: what shows that the rules are worked out rightly."""

from __future__ import annotations

from dataclasses import dataclass

from muster.runtimes.find import RuntimeMissingError, require
from runner import paths
from runner.checks.binding import Case, cases, fault_by_rules, looks_in
from runner.checks.check import Check, program
from runner.errors import GuestError
from runner.job import Said, with_settings
from runner.machine import Machine

_PEERS = ("libgomp", "libomp")
# Cases in which a peer has other places than OMP_PLACES asks for.
_OTHERWISE = {
    "libgomp": ("caches-",),  # libgomp 12 finds other last-level caches than the guest's kernel shows
    "libomp": ("nodes-",),  # without hwloc it knows no nodes
}


@dataclass(frozen=True)
class _Judge:
    machine: Machine
    case: Case

    def __call__(self, said: Said) -> str:
        return fault_by_rules(looks_in(said.lines), self.case, self.machine)


def checks(machine: Machine) -> list[Check]:
    where = program("where")
    found = []
    for peer in _PEERS:
        # The program asks for libgomp.so.1, whoever serves it.
        link = paths.WORK / "peers" / peer / "libgomp.so.1"
        for case in (case for case in cases(machine) if not case.name.startswith(_OTHERWISE[peer])):
            settings = {"LD_LIBRARY_PATH": str(link.parent), "TEST_RUNTIME": peer, **case.settings()}
            command = with_settings(settings, str(where))
            name = f"peers.{peer}-{case.name}"
            found.append(Check(name, command, _Judge(machine, case), programs=(where, link)))
    return found


def provide() -> None:
    """Links by which the program finds each peer. GuestError where one is not installed."""
    for peer in _PEERS:
        link = paths.WORK / "peers" / peer / "libgomp.so.1"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        try:
            link.symlink_to(require(peer))
        except RuntimeMissingError as error:
            raise GuestError(str(error)) from None

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is run in a round, and in which order."""

from pathlib import Path

import pytest

from bench.compare import session as session_module
from bench.compare.execute import Conditions, Sample
from bench.compare.places import Programs
from bench.compare.plan import Binding, Case, Group
from bench.compare.runtimes import Runtime
from bench.compare.session import TURNS, Session, run_rounds

OURS = Runtime("muster", Path("/muster"), ("gcc",), is_peer=False)
THEIRS = Runtime("libomp", Path("/libomp"), ("gcc",), is_peer=True)
ALTERNATING, ONE, TWO = (
    Group(construct, threads, Binding.PINNED)
    for construct, threads in (("region_1_2", 2), ("parallel", 1), ("parallel", 2))
)


def test_companions_run_in_turn_with_their_group_and_only_of_who_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, Group]] = []

    def run_case(case: Case, *_: object) -> Sample:
        ran.append((case.runtime.name, case.group))
        return Sample(us=float(len(ran)))

    monkeypatch.setattr(session_module, "run_case", run_case)
    monkeypatch.setattr(session_module, "run_reference", lambda *_: {})
    session = Session([ALTERNATING, TWO], [(OURS, "gcc"), (THEIRS, "gcc")], companions={ALTERNATING: (ONE, TWO)})
    run_rounds(
        session,
        Programs(Path("/b")),
        Conditions(1, 1, 0, (0, 1), 1.0),
        rounds=2,
        time_limit_s=None,
        before_case=lambda *_: None,
        compared=["muster"],
    )
    turns = [("muster", group) for _ in range(TURNS) for group in (ALTERNATING, ONE, TWO)]
    ours = [("muster", ALTERNATING), *turns]
    theirs = [("libomp", ALTERNATING)]
    first = [*ours, *theirs, ("muster", TWO), ("libomp", TWO)]
    second = [*theirs, *ours, ("libomp", TWO), ("muster", TWO)]
    assert ran == first + second
    variant = ("muster", "gcc")
    of_each = [session.turns[(ALTERNATING, variant, group)] for group in (ALTERNATING, ONE, TWO)]
    assert [len(samples) for samples in of_each] == [2 * TURNS] * 3
    assert [samples[1].us for samples in of_each] == [5.0, 6.0, 7.0]
    # Figures of the groups themselves are of whole runs alone.
    assert [sample.us for sample in session.samples[(ALTERNATING, variant)]] == [1.0, float(len(first) + 2)]
    assert len(session.samples[(TWO, variant)]) == 2

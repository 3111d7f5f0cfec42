# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's answers in words."""

from muster.explain.answers import FOREVER_NS, Answers, Barrier, DecidedBy, Policy, Wait

DECIDERS = {
    DecidedBy.USER: "you set it",
    DecidedBy.PROFILE: "the profile of this machine",
    DecidedBy.RULE: "a rule",
    DecidedBy.OBSERVATION: "what is seen",
}
USES = {"plain": "plain barriers", "fork and join": "fork and join", "reduction": "reductions"}


def time_in_words(ns: int) -> str:
    if ns >= FOREVER_NS:
        return "for ever"
    for unit, size in (("s", 10**9), ("ms", 10**6), ("us", 10**3)):
        if ns >= size:
            return f"{ns / size:g} {unit}"
    return f"{ns} ns"


def waiting(wait: Wait) -> str:
    """How threads wait and how long, by the values in force."""
    barrier, idle = wait.longest_spin_barrier_ns, wait.longest_spin_idle_ns
    if wait.policy is Policy.ACTIVE:
        how = "threads spin for as long as it takes, and let others run where their CPU is needed"
    elif wait.policy is Policy.PASSIVE or barrier == idle == 0:
        how = "threads that have nothing to do sleep at once"
    else:
        longest = time_in_words(barrier)
        at = f"{longest} at a barrier and {time_in_words(idle)} between regions" if barrier != idle else longest
        how = f"threads spin for at most {at}, then sleep"
        if wait.policy is Policy.ADAPTIVE:
            how += "; how long pays is learned from earlier waits"
    return f"{how} ({wait.set_by} says so)" if wait.is_set and wait.set_by else how


def team(answers: Answers, source: str = "") -> str:
    """How many threads a region has for which the program names no size, and what decided."""
    count = f"{answers.default_team} thread{'s' if answers.default_team != 1 else ''}"
    if source:
        return f"{count}, decided by {source}"
    note = answers.shown("MUSTER_DEFAULT_TEAM").partition(", ")[2]
    return f"{count}, {note}" if note else count


def sizes(first: int, last: int) -> str:
    return f"{first} threads" if first == last else f"{first} to {last} threads"


def reason(barrier: Barrier) -> str:
    decider = DECIDERS[barrier.decided_by]
    return f"{decider}: {barrier.reason}" if barrier.reason else decider

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program's large arrays, as its page faults tell them, and what is to be said of them. Pure."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

PAGE_BYTES = 4096
# Where the kernel gives out pages of this size, one fault brings all of it.
HUGE_BYTES = 2 << 20
# Smaller arrays are in caches; the largest last-level caches of today have some hundred times that.
LEAST_BYTES = 1 << 20
# One thread touched so much of an array that it is that thread's.
TOUCHED_BY_ONE = 0.9
# Other threads' part of the uses from which on the array is not that thread's to have.
USED_BY_OTHERS = 0.25
# With fewer looks a share of a quarter is seen or missed by chance too often (a standard error of 8 points).
LEAST_LOOKS = 30


@dataclass(frozen=True)
class Touch:
    """The first touch of a page: by that thread, in code at that place (any text that names it)."""

    thread: int
    place: str


@dataclass(frozen=True)
class Use:
    """One look at a word: threads that used it meanwhile."""

    address: int
    threads: tuple[int, ...]


@dataclass
class Array:
    """Pages in a row that code at one place has touched first."""

    begin: int
    end: int
    place: str
    touchers: Counter[int] = field(default_factory=Counter)  # pages of each thread
    # (thread that touched the page first, thread that used it): in how many looks.
    pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    looks: int = 0
    # Looks in which several threads used the word.
    shared_looks: int = 0

    @property
    def bytes(self) -> int:
        return self.end - self.begin

    @property
    def is_whole(self) -> bool:
        """Its pages were touched, each or as huge ones; not here and there, as by an allocator that writes heads."""
        touched = self.touchers.total()
        huge = self.bytes // HUGE_BYTES
        return touched * PAGE_BYTES >= self.bytes / 2 or (huge > 1 and touched <= huge + 2)

    @property
    def users(self) -> Counter[int]:
        found: Counter[int] = Counter()
        for (_, user), count in self.pairs.items():
            found[user] += count
        return found

    def remote_share(self, node_of: Callable[[int], int]) -> float:
        """Of the uses, those of pages on another node than the user's. A page lies where its first toucher runs."""
        all_uses = sum(self.pairs.values())
        remote = sum(count for (toucher, user), count in self.pairs.items() if node_of(toucher) != node_of(user))
        return remote / all_uses if all_uses else 0.0


def arrays_of(touches: Mapping[int, Touch], uses: Iterable[Use], least_bytes: int = LEAST_BYTES) -> list[Array]:
    """`touches` by the page's address. The largest array comes first."""
    pages = sorted(touches)
    found: list[Array] = []
    for page in pages:
        touch = touches[page]
        last = found[-1] if found else None
        # Where pages are huge, those between two faults came with the first one.
        if last is None or last.place != touch.place or page - last.end >= HUGE_BYTES:
            last = Array(page, page, touch.place)
            found.append(last)
        last.touchers[touch.thread] += 1
        last.end = page + PAGE_BYTES
    large = [array for array in found if array.bytes >= least_bytes and array.is_whole]
    begins = [array.begin for array in large]
    for use in uses:
        at = bisect_right(begins, use.address) - 1
        if at >= 0 and use.address < large[at].end:
            toucher = touches[pages[bisect_right(pages, use.address) - 1]].thread
            large[at].looks += 1
            large[at].pairs.update((toucher, user) for user in use.threads)
            large[at].shared_looks += len(use.threads) > 1
    return sorted(large, key=lambda array: -array.bytes)


@dataclass(frozen=True)
class Verdict:
    """What is to be said of an array, in parts of a sentence; with an advice there is something to change."""

    first: str
    place: str
    used: str
    advice: str
    remote: str

    @property
    def flagged(self) -> bool:
        return bool(self.advice)

    @property
    def text(self) -> str:
        """Plain sentences."""
        touched = f"{self.first} in {self.place}"
        if self.flagged:
            return f"{touched}, {self.used}: {self.advice}. As it is, {self.remote}."
        return f"{touched}, {self.used}; {self.remote}." if self.remote else f"{touched}; {self.used}."


def verdict_on(array: Array, name_of: Callable[[int], str], node_of: Callable[[int], int], machine: str) -> Verdict:
    """`name_of` and `node_of` a thread."""
    toucher, pages = array.touchers.most_common(1)[0]
    one = pages >= TOUCHED_BY_ONE * array.touchers.total()
    toucher_told = name_of(toucher) if one else f"{len(array.touchers)} threads"
    first = f"{array.bytes / (1 << 20):.1f} MiB touched first by {toucher_told}"
    users = array.users
    if array.looks < LEAST_LOOKS:
        return Verdict(first, array.place, f"its uses were not seen often enough ({array.looks} looks)", "", "")
    others = 1 - users[toucher] / users.total() if users else 0.0
    used = f"used by {len(users)} threads" if len(users) != 1 else f"used by {name_of(next(iter(users)))}"
    remote = f"{array.remote_share(node_of):.0%} of the accesses are remote on {machine}"
    if not one or others < USED_BY_OTHERS:
        advice = ""
    elif array.shared_looks > array.looks / 2:
        advice = "all of it is used by several threads: let it be interleaved among the nodes"
    else:
        advice = "initialise it in a parallel loop with the same schedule"
    return Verdict(first, array.place, used, advice, remote)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R4: every ordered access names its pair: `// A: release, pairs with B`. STYLE.md has the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from scripts.rules.finding import Finding
from scripts.rules.source import Source
from scripts.rules.tree import Tree

_ORDER = r"(?:acquire|release|acq_rel|seq_cst)"
# x.load_acquire(...), P::fence_seq_cst(), await_eq_acquire(...); a bare name only if it is an operation on a word.
_OPERATION = re.compile(
    rf"(?:\.|->|::)\s*(?:template\s+)?\w+_(?P<member>{_ORDER})\s*(?:<[^;(){{}}]*>)?\s*\("
    rf"|(?<![\w.>:])(?:load|store|exchange|compare_exchange\w*|fetch_\w+|await\w*|\w*fence|test_and_set|clear)"
    rf"_(?P<bare>{_ORDER})\s*(?:<[^;(){{}}]*>)?\s*\("
    rf"|\b(?:std::)?memory_order(?:_|::)(?P<std>{_ORDER})\b"
    rf"|\b__ATOMIC_(?P<builtin>ACQUIRE|RELEASE|ACQ_REL|SEQ_CST)\b"
)
_LABEL = r"[A-Z][A-Za-z0-9]*"
_PARTNER = rf"{_LABEL}(?: in [\w./-]+\.(?:h|cpp|def))?"
_PARTNERS = rf"{_PARTNER}(?:(?:, | and |, and ){_PARTNER})*"
PAIR = re.compile(rf"\b(?P<label>{_LABEL}): (?P<order>{_ORDER}), pairs with (?P<partners>{_PARTNERS})")

_RELEASES = {"release", "acq_rel", "seq_cst"}
_ACQUIRES = {"acquire", "acq_rel", "seq_cst"}


@dataclass
class Site:
    """All accesses of one label in one file."""

    label: str
    line: int
    orders: set[str] = field(default_factory=set)
    partners: set[tuple[str, str]] = field(default_factory=set)  # (file, label)


def check(tree: Tree) -> Iterator[Finding]:
    sites: dict[str, dict[str, Site]] = {}
    for source in tree.runtime_sources:
        if source.layer == "platform":
            continue
        sites[source.path] = _collect_sites(source)
        yield from _check_accesses(source)
    for path, labels in sites.items():
        for site in labels.values():
            yield from _check_partners(path, site, sites)


def _check_accesses(source: Source) -> Iterator[Finding]:
    for number, line in enumerate(source.code_lines, start=1):
        for match in _OPERATION.finditer(line):
            order = next(text for text in match.groups() if text).lower()
            pairs = _pairs_for(source, number)
            call = match.group().strip(" (.:->")
            if not pairs:
                next_step = f"write `// A: {order}, pairs with B` on this line or directly above the statement"
                yield Finding(source.path, number, "R4", f"`{call}` names no pair", next_step)
            elif order not in {pair.group("order") for pair in pairs}:
                what = f"`{call}` is {order}, its comment says {pairs[-1].group('order')}"
                yield Finding(source.path, number, "R4", what, "correct the one that is wrong")


def _pairs_for(source: Source, number: int) -> list[re.Match[str]]:
    """The pairs named on the line itself or in the comment directly above it or above its statement."""
    text = [source.comment_lines[number - 1]]
    for first in {number, _statement_start(source, number)}:
        above = first - 1
        block: list[str] = []
        while above >= 1 and source.is_comment_only(above):
            block.insert(0, source.comment_lines[above - 1])
            above -= 1
        text.append(_join(block))
    return [match for part in text for match in PAIR.finditer(part)]


def _join(comment: list[str]) -> str:
    """A comment over several lines as one line, so that a pair may be broken across them."""
    return " ".join(line.strip().lstrip("/").strip() for line in comment)


def _statement_start(source: Source, number: int) -> int:
    while number > 1:
        before = source.code_lines[number - 2].rstrip()
        if not before.strip() or before.endswith((";", "{", "}", ":")) or before.lstrip().startswith("#"):
            break
        number -= 1
    return number


def _collect_sites(source: Source) -> dict[str, Site]:
    sites: dict[str, Site] = {}
    number = 1
    while number <= len(source.lines):
        block = [source.comment_lines[number - 1]]
        first = number
        while source.is_comment_only(number) and number < len(source.lines) and source.is_comment_only(number + 1):
            number += 1
            block.append(source.comment_lines[number - 1])
        for match in PAIR.finditer(_join(block)):
            site = sites.setdefault(match.group("label"), Site(match.group("label"), first))
            site.orders.add(match.group("order"))
            site.partners |= _partners(source.path, match.group("partners"))
        number += 1
    return sites


def _partners(path: str, text: str) -> set[tuple[str, str]]:
    partners = set()
    for part in re.findall(_PARTNER, text):
        label, _, file = part.partition(" in ")
        partners.add((f"src/{file}" if file else path, label))
    return partners


def _check_partners(path: str, site: Site, sites: dict[str, dict[str, Site]]) -> Iterator[Finding]:
    for file, label in sorted(site.partners):
        partner = sites.get(file, {}).get(label)
        if partner is None:
            what = f"{site.label} pairs with {label}, which {file} does not have"
            next_step = "label the other side; for another file write `pairs with B in layer/file.h`"
            yield Finding(path, site.line, "R4", what, next_step)
        elif (path, site.label) not in partner.partners:
            where = f"{file}:{partner.line}"
            what = f"{site.label} pairs with {label}, but {label} ({where}) does not pair with {site.label}"
            yield Finding(path, site.line, "R4", what, f"add `and {site.label}` there, or correct this one")
        elif not _synchronise(site, partner):
            what = f"{site.label} and {label} are both {'/'.join(sorted(site.orders))}: nothing is ordered by that"
            next_step = "a release pairs with an acquire, or either with acq_rel or seq_cst"
            yield Finding(path, site.line, "R4", what, next_step)


def _synchronise(one: Site, other: Site) -> bool:
    forward = bool(one.orders & _RELEASES) and bool(other.orders & _ACQUIRES)
    backward = bool(other.orders & _RELEASES) and bool(one.orders & _ACQUIRES)
    return forward or backward

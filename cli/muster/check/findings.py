# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What MUSTER_CHECK tells, and the places that it names as lines of the source."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from muster.ledger.places import Place, translate

PREFIX = "muster: check: "
# As the runtime writes a place. A path from the root may have blanks in it.
PLACE = re.compile(r"(?<= at )(?P<file>/.*?|\S+?)\+0x(?P<address>[0-9a-f]+)(?![^\s,;:])")


@dataclass(frozen=True)
class Finding:
    """One line. `text` has a place in the words of the source for each place of the runtime's."""

    text: str
    places: tuple[Place, ...]

    @property
    def line(self) -> str:
        """Where to look first."""
        return str(self.places[0]) if self.places else "?"


def findings_of(lines: Iterable[str]) -> list[Finding]:
    """The findings among the lines, in their order. Programs and libraries that are not here keep their addresses."""
    told = [line.removeprefix(PREFIX).rstrip("\n") for line in lines if line.startswith(PREFIX)]
    addresses: dict[str, dict[int, None]] = defaultdict(dict)
    for text in told:
        for match in PLACE.finditer(text):
            addresses[match["file"]][int(match["address"], 16)] = None
    known = {
        (file, address): place
        for file, asked in addresses.items()
        for address, place in zip(asked, translate(file, list(asked)), strict=True)
    }

    def place_of(match: re.Match[str]) -> Place:
        return known[match["file"], int(match["address"], 16)]

    def words_of(match: re.Match[str]) -> str:
        place = place_of(match)
        return str(place) if place.line or place.function else match[0]

    return [
        Finding(PLACE.sub(words_of, text), tuple(place_of(match) for match in PLACE.finditer(text))) for text in told
    ]

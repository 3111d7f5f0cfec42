# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a guest tells over its second serial line (see guest/init), as it comes."""

from __future__ import annotations

from runner.job import Said


class Reader:
    """Is fed the bytes of the line, in pieces of any size."""

    def __init__(self) -> None:
        self.alive = False
        self.done = False
        self.said: dict[str, Said] = {}
        self._current: Said | None = None
        self._rest = b""

    def feed(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line.decode("utf-8", errors="replace").rstrip("\r"))

    @property
    def ended(self) -> int:
        """How many jobs have ended."""
        return sum(1 for said in self.said.values() if said.status is not None)

    def _line(self, line: str) -> None:
        words = line.split()
        match words:
            case ["@alive"]:
                self.alive = True
            case ["@done"]:
                self.done = True
            case ["@begin", name]:
                self._current = self.said[name] = Said()
            case ["@end", name, status, seconds] if name in self.said:
                said = self.said[name]
                said.status, said.seconds = int(status), float(seconds)
                self._current = None
            case _ if self._current is not None and line:
                self._current.lines.append(line)
            case _:
                pass

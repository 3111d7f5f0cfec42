# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evidence of which library served the OpenMP calls of a run, as the dynamic loader itself reports it.

With LD_DEBUG=bindings the loader of glibc writes one line for each symbol that it binds: the file that uses it and the
file that provides it. That covers the program, its libraries and everything that it opens later.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

BINDING = re.compile(r"binding file (?P<user>.+?) \[\d+\] to (?P<provider>.+?) \[\d+\]: \w+ symbol `(?P<symbol>[^']+)'")
OPENMP_SYMBOL = re.compile(r"(GOMP_|GOACC_|omp_|__kmpc_)\w+")
RUNTIME_FILE = re.compile(r"lib(gomp|omp|iomp5|muster)\b.*\.so")


@dataclass(frozen=True)
class Binding:
    """`user` calls `symbol`, and the loader took it from `provider`."""

    user: str
    provider: Path
    symbol: str


def environment(folder: Path) -> dict[str, str]:
    """Variables that make the loader write its report into `folder`."""
    return {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": str(folder / "bindings")}


def read(folder: Path) -> list[Binding]:
    """The OpenMP bindings of all processes of a run, each once."""
    found: dict[Binding, None] = {}
    for report in sorted(folder.glob("bindings.*")):
        with report.open(encoding="utf-8", errors="replace") as lines:
            found.update(dict.fromkeys(parse(lines)))
    return list(found)


def parse(lines: Iterable[str]) -> Iterator[Binding]:
    """Pick the OpenMP bindings; what a runtime binds for itself says nothing of the program and is left out."""
    for line in lines:
        match = BINDING.search(line)
        if match is None or not OPENMP_SYMBOL.fullmatch(match["symbol"]):
            continue
        if RUNTIME_FILE.match(Path(match["user"]).resolve().name):
            continue
        yield Binding(match["user"], Path(match["provider"]).resolve(), match["symbol"])


def objections(
    bindings: Iterable[Binding], library: Path | re.Pattern[str], entry: str, users: re.Pattern[str]
) -> list[str]:
    """Say why these bindings do not show a run on `library`, or on a file so named; no line means that they do.

    Only files that `users` finds are looked at. At least one of them must bind `entry`, and all that they bind must
    come from the library.
    """
    relevant = [binding for binding in bindings if users.search(binding.user)]
    wanted = str(library) if isinstance(library, Path) else f"a file named {library.pattern}"
    if all(binding.symbol != entry for binding in relevant):
        return [f"no file of the program bound {entry}, so nothing shows that it ran on {wanted}"]
    strangers = {binding.provider: binding for binding in relevant if not _is(binding.provider, library)}
    return [
        f"{binding.user} took {binding.symbol} from {provider}, not from {wanted}"
        for provider, binding in strangers.items()
    ]


def _is(provider: Path, library: Path | re.Pattern[str]) -> bool:
    if isinstance(library, Path):
        return provider == library.resolve()
    return library.match(provider.name) is not None

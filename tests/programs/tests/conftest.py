# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A toy program, its conditions, and the runtimes to run it on."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from runner import compile_c, install, paths, runtimes
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size, find
from runner.runtimes import Runtime, Way
from runner.session import Session
from runner.trial import Conditions

HERE = Path(__file__).resolve().parent
LIBGOMP = runtimes.own("libgomp")
CONDITIONS = Conditions(Size.QUICK, threads=2, timeout_s=20)


class Toy(Program):
    """tests/toy.c, in one of its moods."""

    name = "toy"
    summary = "adds numbers"
    binary: ClassVar[Path]

    def __init__(self, mood: str = "") -> None:
        self.variables = {"TOY": mood}  # type: ignore[misc]  # per instance here: the moods differ in nothing else

    def command(self, inputs: Path, size: Size) -> list[str]:
        return [str(self.binary)]

    def answer(self, finished: Finished) -> Answer:
        return {"total": int(find(r"^total (\d+)", finished.stdout))}

    def objects(self, inputs: Path) -> list[Path]:
        return [self.binary]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything that a run writes goes to a folder of the test."""
    for name in ("INPUTS", "RUNS", "REPORTS", "LINKS"):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())
    Toy.binary = tmp_path / "toy"
    compile_c.executable(HERE / "toy.c", Toy.binary, ())
    yield


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def libomp() -> Runtime:
    return runtimes.provide("libomp", Way.PATH, None)


@pytest.fixture
def libgomp_file() -> Path:
    return (Path("/usr/lib") / install.multiarch() / "libgomp.so.1").resolve()


@pytest.fixture
def broken(tmp_path: Path) -> Runtime:
    """A runtime that is really used, and gives a wrong answer."""
    library = tmp_path / "broken" / "libbroken.so"
    script = f"-Wl,--version-script={HERE / 'broken_runtime.map'}"
    compile_c.library(HERE / "broken_runtime.c", library, (script, "-Wl,-soname,libgomp.so.1", "-lpthread"))
    return Runtime("broken", Way.PATH, library, runtimes.links_to(library, library.parent / "links"))

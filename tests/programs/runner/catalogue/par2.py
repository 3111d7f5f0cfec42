# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""par2: recovery files of a file of random bytes; loops that hand out files and blocks, critical."""

import hashlib
import random
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size

BYTES = {Size.QUICK: 4 << 20, Size.FULL: 64 << 20}
BLOCKS = {Size.QUICK: 20, Size.FULL: 40}


class Par2(Program):
    """Each byte of what it writes is decided by its input."""

    name = "par2"
    summary = "Reed-Solomon recovery blocks for 4 MiB"
    packages: ClassVar = ("par2",)

    def prepare(self, inputs: Path, size: Size) -> None:
        data = inputs / f"{size}.bin"
        if not data.exists():
            data.write_bytes(random.Random(11).randbytes(BYTES[size]))

    def command(self, inputs: Path, size: Size) -> list[str]:
        options = ["-q", f"-r{BLOCKS[size]}", "-b100", "-B", str(inputs)]
        return ["/usr/bin/par2", "create", *options, "recovery.par2", str(inputs / f"{size}.bin")]

    def answer(self, finished: Finished) -> Answer:
        files = sorted(finished.folder.glob("recovery.*par2"))
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/par2")]

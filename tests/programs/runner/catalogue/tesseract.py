# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tesseract: reads a picture of four lines of text; loops over the columns of a neural network, sections."""

import subprocess
from pathlib import Path
from typing import ClassVar

from runner import install
from runner.answers import Answer
from runner.errors import Unavailable
from runner.execute import Finished
from runner.program import Program, Size

LINES = (
    "The quick brown fox jumps",
    "over the lazy dog 0123456789",
    "Barriers make threads wait",
    "until all of them have come",
)
TIMES = {Size.QUICK: 1, Size.FULL: 8}


class Tesseract(Program):
    """Its teams have four threads, whatever the environment says."""

    name = "tesseract"
    summary = "reads four lines of text"
    packages: ClassVar = ("tesseract-ocr", "tesseract-ocr-eng", "imagemagick", "fonts-dejavu-core")
    core = False

    def prepare(self, inputs: Path, size: Size) -> None:
        picture = inputs / f"{size}.pgm"
        if picture.exists():
            return
        text = "\\n".join(LINES)
        style = ["-font", "DejaVu-Sans", "-pointsize", "32", "-background", "white", "-fill", "black"]
        draw = [*style, *[f"label:{text}"] * TIMES[size], "-append"]
        done = subprocess.run(
            ["/usr/bin/convert-im6.q16", *draw, str(picture)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise Unavailable(f"convert cannot draw the text for tesseract: {done.stderr.strip()}")

    def team(self, threads: int) -> int:
        return min(threads, 4)

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/tesseract", str(inputs / f"{size}.pgm"), "stdout", "--psm", "6"]

    def answer(self, finished: Finished) -> Answer:
        return {"text": "\n".join(line for line in finished.stdout.splitlines() if line.strip())}

    def known_answer(self, size: Size) -> Answer:
        return {"text": "\n".join(LINES * TIMES[size])}

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib") / install.multiarch() / "libtesseract.so.5"]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that is held before its begin, so that events can be opened on its process."""

import marshal
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

BEGIN = Path(__file__).with_name("begin.py")


class Held:
    """A process that becomes the program when it is released. OSError where there can be no process."""

    def __init__(self, words: Sequence[str]) -> None:
        read_end, self._write_end = os.pipe()
        try:
            # It begins without the program's environment, so no library is put under it.
            self.process = subprocess.Popen(
                [sys.executable, "-S", "-E", str(BEGIN), str(read_end), *words], pass_fds=(read_end,)
            )
        except OSError:
            os.close(self._write_end)
            raise
        finally:
            os.close(read_end)

    def release(self, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        """Lets the program begin."""
        with os.fdopen(self._write_end, "wb") as pipe:
            pipe.write(marshal.dumps(dict(environment)))
        return self.process

    def give_up(self) -> None:
        """Ends the process; the program never begins."""
        os.close(self._write_end)
        self.process.wait()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The look at a program's memory while the doctor runs it: whether to look, and what is told of a process."""

import subprocess
import threading
from collections.abc import Mapping, Sequence

from muster.memory.arrays import Verdict
from muster.memory.nodes import nodes_in
from muster.memory.perf import PerfError
from muster.memory.run import Recording
from muster.memory.seen import told_of
from muster.memory.start import Held
from muster.topology.scene import Scene, SceneError, scene_of


def is_worth_a_look(environment: Mapping[str, str]) -> bool:
    """Whether memory can be remote here: the CPUs of the process are in several NUMA nodes."""
    try:
        return len(nodes_in(scene_of(None, environment, None))) > 1
    except SceneError:
        return False


class MemoryLook:
    """A run with its memory looked at, by a thread of this process."""

    def __init__(self) -> None:
        self.refused = ""  # why the memory could not be looked at
        self._recording: Recording | None = None
        self._ended = threading.Event()
        self._follower: threading.Thread | None = None

    def start(self, words: Sequence[str], environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        """Starts the program, also where its memory cannot be looked at. OSError where there can be no process."""
        held = Held(words)
        try:
            self._recording = Recording(held.process.pid)
        except PerfError as error:
            self.refused = str(error)
        else:
            self._follower = threading.Thread(target=self._recording.follow, args=(self._ended.is_set,))
            self._follower.start()
        return held.release(environment)

    def end(self) -> None:
        """To be called when the program has ended."""
        self._ended.set()
        if self._follower is not None:
            self._follower.join()

    def flagged(self, process: int, scene: Scene | None) -> tuple[Verdict, ...]:
        """The arrays of a process that are to be initialised otherwise."""
        seen = self._recording.processes.get(process) if self._recording is not None else None
        if seen is None or scene is None:
            return ()
        return tuple(one.verdict for one in told_of(seen, scene, "this machine") if one.verdict.flagged)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The end of a program that a signal was meant for: with Ctrl-C what was seen of it can still be told."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from muster.measure.descendants import descendants_of

# What a command says and ends with that Ctrl-C has stopped, as a shell has it: 128 and the signal.
STOPPED = "[yellow]Stopped: this is what there was so far.[/]"
INTERRUPTED = 128 + signal.SIGINT
# What ends this process and leaves what it has started running, unless something is done about it.
ENDING = (signal.SIGTERM, signal.SIGHUP)
# How long a program may take after an interrupt until it gets the next one.
PATIENCE_S = 1.0


class _Ending:
    """Whether signals are held up, and the one that came meanwhile."""

    def __init__(self) -> None:
        self.is_held = False
        self.pending = 0

    def __call__(self, number: int, frame: FrameType | None = None) -> None:
        """The handler. A second signal is not to come between while what was started is ended."""
        del frame
        if self.is_held:
            self.pending = number
            return
        for other in ENDING:
            if signal.getsignal(other) is self:
                signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)


_ending = _Ending()


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def signals_end_both() -> Iterator[None]:
    """SIGTERM and SIGHUP raise SystemExit meanwhile, with the status of a shell, so that what was started can be ended.

    A signal that this process ignores, as under nohup, or handles already stays as it is. Only the main thread can
    change that; in others nothing is done.
    """
    changed = [number for number in ENDING if _is_main_thread() and signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in changed:
            signal.signal(number, _ending)
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Around the start of a process: SystemExit comes at the end of the block, when it is known which process it is."""
    if not _is_main_thread():
        yield
        return
    _ending.is_held = True
    try:
        yield
    finally:
        _ending.is_held = False
        number, _ending.pending = _ending.pending, 0
        if number:
            _ending(number)


@contextlib.contextmanager
def ended_with_this(start: "Callable[[], subprocess.Popen[bytes]]") -> "Iterator[subprocess.Popen[bytes]]":
    """The process that `start` gives. SIGTERM or SIGHUP to this one kill it, with all that it has started."""
    process = None
    with signals_end_both():
        try:
            with signals_held():
                process = start()
            yield process
        except SystemExit:
            if process is not None:
                kill_all(process)
            raise
        finally:
            if process is not None:
                process.wait()


def kill_all(process: "subprocess.Popen[bytes]") -> None:
    """Kills the program, with all that it has started."""
    for pid in (*descendants_of(process.pid), process.pid):
        _send(pid, signal.SIGKILL)


def end_interrupted(process: "subprocess.Popen[bytes]") -> int:
    """Lets the program end after a KeyboardInterrupt, and returns its status.

    A terminal has sent the signal to the program too. Where it does not end it is sent one here, and then killed with
    all that it has started. A second KeyboardInterrupt kills it at once.
    """
    with contextlib.suppress(KeyboardInterrupt):
        if not _ends(process):
            _interrupt(process.pid)
            _ends(process)
    if process.poll() is None:
        kill_all(process)
    return process.wait()


def _ends(process: "subprocess.Popen[bytes]") -> bool:
    try:
        process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _interrupt(leader: int) -> None:
    """As the terminal does it: a launcher's ranks have groups of their own, and it is the launcher that ends them."""
    with contextlib.suppress(ProcessLookupError):
        group = os.getpgid(leader)
        for pid in (leader, *descendants_of(leader)):
            with contextlib.suppress(ProcessLookupError):
                if os.getpgid(pid) == group:
                    _send(pid, signal.SIGINT)


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)

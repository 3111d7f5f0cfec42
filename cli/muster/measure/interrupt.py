# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The end of a program that a signal was meant for: with Ctrl-C what was seen of it can still be told."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from types import FrameType

from muster.measure.descendants import descendants_of

# What a command says and ends with that Ctrl-C has stopped, as a shell has it: 128 and the signal.
STOPPED = "[yellow]Stopped: this is what there was so far.[/]"
INTERRUPTED = 128 + signal.SIGINT
# What ends this process and leaves what it has started running, unless something is done about it.
ENDING = (signal.SIGTERM, signal.SIGHUP)
# How long a program may take after an interrupt until it gets the next one.
PATIENCE_S = 1.0


@contextlib.contextmanager
def signals_end_both() -> Iterator[None]:
    """SIGTERM and SIGHUP raise SystemExit meanwhile, with the status of a shell, so that what was started can be ended.

    A signal that this process ignores, as under nohup, or handles already stays as it is. Only the main thread can
    change that; in others nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    changed = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> None:
        del frame
        # A second one is not to come between while what was started is ended.
        for other in changed:
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)

    try:
        for number in changed:
            signal.signal(number, end)
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


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

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What figures are of: processor, CPUs, kernel, and what takes a part of the machine away."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")
SMT = Path("/sys/devices/system/cpu/smt/active")


@dataclass(frozen=True)
class Facts:
    """Facts that do not change while a command runs."""

    cpu: str
    architecture: str
    kernel: str
    cpus: int  # that there are
    usable_cpus: int  # that this process may use
    smt: bool  # hardware threads share cores
    virtual: bool  # under a hypervisor, which may move CPUs

    def in_words(self) -> str:
        usable = f"{self.usable_cpus} of {self.cpus}" if self.usable_cpus != self.cpus else str(self.cpus)
        words = [self.cpu, f"{usable} CPU{'s' if self.cpus != 1 else ''}", f"Linux {self.kernel}"]
        words += ["two or more hardware threads a core"] if self.smt else []
        words += ["a virtual machine"] if self.virtual else []
        return ", ".join(words)


def facts() -> Facts:
    lines = _lines_of(CPU_INFO)
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return Facts(
        cpu=model or platform.machine(),
        architecture=platform.machine(),
        kernel=platform.release(),
        cpus=os.cpu_count() or 1,
        usable_cpus=len(os.sched_getaffinity(0)),
        smt=_lines_of(SMT)[:1] == ["1"],
        virtual=any(line.startswith("flags") and " hypervisor" in line for line in lines),
    )


def _lines_of(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threadpoolctl learns of Muster: it goes by the names of files, and would limit the bypassed copies in wheels."""

import importlib
from functools import cache
from typing import Any


@cache
def register_with_threadpoolctl() -> bool:
    """Whether threadpoolctl is installed, and so knows Muster from now on.

    Before version 3.2 it takes in no library that it does not know already.
    """
    try:
        threadpoolctl: Any = importlib.import_module("threadpoolctl")
    except ImportError:
        return False
    if not hasattr(threadpoolctl, "register"):
        return False
    threadpoolctl.register(_controller(threadpoolctl.LibController))
    return True


def _controller(base: type[Any]) -> type[Any]:
    class MusterController(base):  # type: ignore[misc]
        """The limit is that of the calling thread, as for the other OpenMP runtimes."""

        user_api = "openmp"
        internal_api = "muster"
        filename_prefixes = ("libmuster",)
        check_symbols = ("muster_version", "omp_get_max_threads")

        def get_num_threads(self) -> int:
            return int(self.dynlib.omp_get_max_threads())

        def set_num_threads(self, num_threads: int) -> None:
            self.dynlib.omp_set_num_threads(num_threads)

        def get_version(self) -> str:
            number = int(self.dynlib.muster_version())
            return f"{number // 10000}.{number // 100 % 100}.{number % 100}"

    return MusterController

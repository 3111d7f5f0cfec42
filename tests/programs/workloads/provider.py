# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which library a call of GOMP_parallel from the global scope of this process would reach."""

import ctypes


class _Place(ctypes.Structure):
    """Dl_info of <dlfcn.h>."""

    _fields_ = (
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    )


def provider(symbol: str = "GOMP_parallel") -> str | None:
    """The file that dladdr() names, or None if the symbol is not in the global scope."""
    process = ctypes.CDLL(None)
    try:
        function = getattr(process, symbol)
    except AttributeError:
        return None
    place = _Place()
    if process.dladdr(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(place)) == 0:
        return None
    return str(place.file.decode())

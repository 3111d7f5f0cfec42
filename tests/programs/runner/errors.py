# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The one error that ends a command: something that the person at the keyboard has to change."""


class Unavailable(Exception):
    """Something that a run needs is not there; the message says what to do about it."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ends a run with a message for whoever started it."""


class GuestError(Exception):
    """The message says what is missing and what to do next."""

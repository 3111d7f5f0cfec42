# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ends the demo with one line."""


class DemoError(Exception):
    """The message says what is wrong and what to do."""

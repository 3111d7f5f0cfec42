# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime would do here, and why, in the runtime's own words."""

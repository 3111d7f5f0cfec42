# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The barrier algorithms of the registry, measured without a runtime around them."""

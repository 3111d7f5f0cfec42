# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole applications: every runtime beside the others, crowded, disturbed and under quotas."""

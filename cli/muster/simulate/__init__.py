# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster simulate`: what barriers and regions cost on machines that are not at hand."""

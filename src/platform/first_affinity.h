// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPUs that the process was given, before the constructor of any library could bind its main thread.
#pragma once

#include <cstdint>
#include <span>

namespace muster::platform {

// The mask of the thread that loaded the library, bit `cpu % 64` of word `cpu / 64`, as it was while the library was relocated: constructors
// run later, also those of libraries that it knows nothing of. Empty where it is not known: under a sanitizer, on other processors, or
// where the kernel refused. Thread-safe.
std::span<const std::uint64_t> first_affinity();

}  // namespace muster::platform

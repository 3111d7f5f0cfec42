// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scanner of base/ under this layer's name.
#pragma once

#include "base/base.h"

namespace muster::settings {

using base::Digits;
using base::has_prefix;
using base::is_blank;
using base::is_digit;
using base::is_word;
using base::same_word;
using base::Scanner;
using base::to_lower;
using base::to_upper;
using base::trimmed;

}  // namespace muster::settings

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where finished text goes. The caller decides: write(2) in the library, a vector in a test.
#pragma once

#include <cstddef>

namespace muster::settings {

// `write` gets text that ends with a newline. A warning is always one call, so that write(2) keeps it whole; a line of
// a display that is longer than 512 bytes comes in several calls, of which the last ends with the newline.
// A null `write` discards the text.
struct LineSink {
  void (*write)(void* context, const char* text, std::size_t length) = nullptr;
  void* context = nullptr;
};

using DiagnosticSink = LineSink;

}  // namespace muster::settings

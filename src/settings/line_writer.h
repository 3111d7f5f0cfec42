// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds a line in a buffer of fixed size. With a sink, a full buffer is handed on and the line goes on; without one
// the line is cut and ends in "...".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "settings/sink.h"

namespace muster::settings {

class LineWriter {
 public:
  explicit LineWriter(const LineSink* sink = nullptr, std::size_t limit = kBytes) : sink_(sink), limit_(limit) {}
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  LineWriter& add(std::string_view text);
  LineWriter& add(char c) { return add(std::string_view(&c, 1)); }
  LineWriter& add_number(std::int64_t number);
  // Tabs and line ends become blanks, other control characters '?', so that a value can neither break the line nor drive a terminal.
  LineWriter& add_printable(std::string_view text);
  void end_line();

  std::string_view text() const { return {buffer_, used_}; }

 private:
  static constexpr std::size_t kBytes = 512;
  void flush();

  const LineSink* sink_;
  std::size_t limit_;
  std::size_t used_ = 0;
  bool cut_ = false;
  char buffer_[kBytes];
};

// At most `limit` bytes of `text`, not cut inside a UTF-8 character.
std::string_view head(std::string_view text, std::size_t limit);

}  // namespace muster::settings

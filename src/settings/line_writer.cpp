// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of warnings and displays.
#include "settings/line_writer.h"

#include "settings/scanner.h"

namespace muster::settings {

namespace {
constexpr std::string_view kEllipsis = "...";
}

void LineWriter::flush() {
  if (sink_->write != nullptr) sink_->write(sink_->context, buffer_, used_);
  used_ = 0;
}

LineWriter& LineWriter::add(std::string_view text) {
  for (const char c : text) {
    if (cut_) break;
    if (used_ == limit_) {
      if (sink_ != nullptr) {
        flush();
      } else {
        used_ -= limit_ < kEllipsis.size() ? limit_ : kEllipsis.size();
        for (const char dot : kEllipsis) {
          if (used_ < limit_) buffer_[used_++] = dot;
        }
        cut_ = true;
        break;
      }
    }
    buffer_[used_++] = c;
  }
  return *this;
}

LineWriter& LineWriter::add_number(std::int64_t number) {
  char digits[20];  // 19 digits and a sign
  std::size_t at = sizeof(digits);
  auto rest = static_cast<std::uint64_t>(number);
  if (number < 0) rest = 0 - rest;
  do {
    digits[--at] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (number < 0) digits[--at] = '-';
  return add(std::string_view(digits + at, sizeof(digits) - at));
}

LineWriter& LineWriter::add_printable(std::string_view text) {
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    add(is_blank(c) ? ' ' : (control ? '?' : c));
  }
  return *this;
}

void LineWriter::end_line() {
  add('\n');
  if (sink_ != nullptr) flush();
}

std::string_view head(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  // Bytes 10xxxxxx continue a character.
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
  return {text.data(), limit};
}

}  // namespace muster::settings

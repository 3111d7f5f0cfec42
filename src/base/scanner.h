// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading a value from left to right, independent of the locale. Nothing here reads past the end of the view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::base {

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr bool is_word(char c) {
  return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || is_digit(c) || c == '_' || c == '-' || c == '.';
}

// Without regard to case, as values are compared (OpenMP 5.2, chapter 21).
constexpr bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

// (string_view::starts_with is built on substr, which can throw.)
constexpr bool has_prefix(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (text[i] != prefix[i]) return false;
  }
  return true;
}

constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

enum class Digits : std::uint8_t { none, fits, too_large };

// Every take_* skips blanks first and consumes nothing if it does not find what it looks for.
class Scanner {
 public:
  constexpr explicit Scanner(std::string_view text) : rest_(text), size_(text.size()) {}

  // Where the last take_* or at_end() looked, in bytes from the beginning: where a value is wrong that a reader has just given up.
  constexpr std::size_t where() const { return where_; }
  // For a reader that has looked further than the place that is wrong.
  constexpr void look_back(std::size_t where) { where_ = where; }

  constexpr bool at_end() {
    look();
    return rest_.empty();
  }

  constexpr bool take(char wanted) {
    look();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Letters, digits, '_', '-' and '.'; empty if there are none.
  constexpr std::string_view take_word() {
    look();
    std::size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    const std::string_view word(rest_.data(), length);
    rest_.remove_prefix(length);
    return word;
  }

  // What is left before `end`, which is not consumed; everything that is left if there is none.
  constexpr std::string_view take_until(char end) {
    std::size_t length = 0;
    while (length < rest_.size() && rest_[length] != end) ++length;
    const std::string_view text(rest_.data(), length);
    rest_.remove_prefix(length);
    return text;
  }

  // Decimal digits after an optional '+'. `too_large` consumes all digits and leaves the largest number.
  constexpr Digits take_number(std::uint64_t& number) {
    look();
    std::size_t at = !rest_.empty() && rest_.front() == '+' ? 1 : 0;
    if (at == rest_.size() || !is_digit(rest_[at])) return Digits::none;
    bool overflow = false;
    number = 0;
    for (; at < rest_.size() && is_digit(rest_[at]); ++at) {
      overflow |= __builtin_mul_overflow(number, std::uint64_t{10}, &number);
      overflow |= __builtin_add_overflow(number, static_cast<std::uint64_t>(rest_[at] - '0'), &number);
    }
    rest_.remove_prefix(at);
    if (overflow) number = ~std::uint64_t{0};
    return overflow ? Digits::too_large : Digits::fits;
  }

 private:
  constexpr void look() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    where_ = size_ - rest_.size();
  }

  std::string_view rest_;
  std::size_t size_;
  std::size_t where_ = 0;
};

}  // namespace muster::base

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looking up words.
#include "settings/words.h"

namespace muster::settings {

namespace {

bool fits(std::string_view word, std::string_view text) {
  if (word.size() != text.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = text[i] == ' ' || text[i] == '-' ? '_' : to_upper(text[i]);
    if (word[i] != c) return false;
  }
  return true;
}

}  // namespace

const Word* find_word(std::span<const Word> words, std::string_view text) {
  for (const Word& word : words) {
    if (fits(word.text, text)) return &word;
  }
  return nullptr;
}

std::string_view word_of(std::span<const Word> words, std::uint8_t value) {
  for (const Word& word : words) {
    if (word.value == value) return word.text;
  }
  return {};
}

}  // namespace muster::settings

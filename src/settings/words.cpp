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

Outcome RacesForm::read(const Input& input, Settings& settings) {
  constexpr std::uint64_t kLargestSeed = 0xFFFFFFFF;
  Scanner scanner(input.text.view());
  const Word* word = find_word(kRacesWords, scanner.take_word());
  if (word == nullptr) return kRefused;
  const auto races = static_cast<Races>(word->value);
  std::uint64_t seed = 0;
  if (scanner.take(':') && (races != Races::deep || scanner.take_number(seed) != Digits::fits || seed > kLargestSeed)) {
    return kRefused;
  }
  if (!scanner.at_end()) return kRefused;
  settings.global.races = races;
  settings.global.races_seed = static_cast<std::uint32_t>(seed);
  return kTaken;
}

void RacesForm::show(const Shown& shown, LineWriter& line) {
  Choice::show(shown, line);
  if (shown.settings.global.races_seed != 0) line.add(':').add_number(shown.settings.global.races_seed);
}

}  // namespace muster::settings

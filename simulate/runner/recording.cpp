// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/recording.h"

#include <charconv>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "waiting/situation_text.h"

namespace muster::simulate {
namespace {

template <class Value>
constexpr Value kLast = Value::yes;
template <>
constexpr auto kLast<waiting::Neighbour> = waiting::Neighbour::teammate;
template <>
constexpr auto kLast<waiting::Missing> = waiting::Missing::does_not_run;

template <class Value>
bool read_value(std::string_view text, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    for (std::uint32_t number = 0; number <= static_cast<std::uint32_t>(kLast<Value>); ++number) {
      if (text == waiting::text_of(static_cast<Value>(number))) {
        value = static_cast<Value>(number);
        return true;
      }
    }
    return false;
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = text == "1";
    return text == "0" || text == "1";
  } else {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  }
}

bool read_field(std::string_view name, std::string_view text, waiting::Situation& situation) {
  bool is_read = false;
  waiting::for_each_field(
      [&](std::string_view field, auto& value) { is_read = is_read || (name == field && read_value(text, value)); },
      situation);
  return is_read;
}

// What is wrong with it; nothing if it is good.
std::string read_situation(const std::string& text, waiting::Situation& situation) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos ||
        !read_field(std::string_view(word).substr(0, equals), std::string_view(word).substr(equals + 1), situation)) {
      return "`" + word + "` is no field of a situation";
    }
  }
  return "";
}

}  // namespace

Recording read_recording(std::istream& lines) {
  // `muster: ...  action: reason [field=value ...]`; other lines are the program's.
  constexpr std::string_view kOwn = "muster:";
  constexpr std::string_view kBeforeAction = "  ";
  constexpr std::string_view kBeforeReason = ": ";
  constexpr std::string_view kBeforeSituation = " [";
  Recording recording;
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    const std::size_t bracket = line.rfind(kBeforeSituation);
    if (!line.starts_with(kOwn) || !line.ends_with(']') || bracket == std::string::npos) {
      continue;
    }
    const std::size_t before = line.rfind(kBeforeAction, bracket);
    const std::size_t begin = before == std::string::npos ? 0 : before + kBeforeAction.size();
    const std::size_t colon = line.find(kBeforeReason, begin);
    if (colon == std::string::npos || colon > bracket) {
      recording.error = "line " + std::to_string(number) + ": there is no reason for the step";
      return recording;
    }
    RecordedStep step;
    step.line = number;
    step.action = line.substr(begin, colon - begin);
    step.reason = line.substr(colon + kBeforeReason.size(), bracket - colon - kBeforeReason.size());
    const std::size_t text = bracket + kBeforeSituation.size();
    step.text = line.substr(text, line.size() - 1 - text);
    if (const std::string error = read_situation(step.text, step.situation); !error.empty()) {
      recording.error = "line " + std::to_string(number) + ": " + error;
      return recording;
    }
    recording.steps.push_back(step);
  }
  return recording;
}

}  // namespace muster::simulate

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts with a meaning of their own.
#include "settings/texts.h"

#include "settings/words.h"

namespace muster::settings {

namespace {
constexpr Word kVerboseWords[] = {{"DISABLED", static_cast<std::uint8_t>(ToolVerbose::disabled)},
                                  {"STDOUT", static_cast<std::uint8_t>(ToolVerbose::to_stdout)},
                                  {"STDERR", static_cast<std::uint8_t>(ToolVerbose::to_stderr)}};
}

Outcome ToolVerboseForm::read(const Input& input, Settings& settings) {
  GlobalSettings& global = settings.global;
  if (const Word* word = find_word(kVerboseWords, input.text.view()); word != nullptr) {
    global.tool_verbose_init = static_cast<ToolVerbose>(word->value);
    return kTaken;
  }
  if (input.secure) return kNotWhenSecure;
  global.tool_verbose_init = ToolVerbose::to_file;
  global.tool_verbose_file = input.text;
  return kTaken;
}

void ToolVerboseForm::show(const Shown& shown, LineWriter& line) {
  const GlobalSettings& global = shown.settings.global;
  if (global.tool_verbose_init == ToolVerbose::to_file) {
    line.add_printable(global.tool_verbose_file.view());
  } else {
    line.add(word_of(kVerboseWords, static_cast<std::uint8_t>(global.tool_verbose_init)));
  }
}

Outcome Ignored::read(const Input&, Settings&) { return kTaken; }

void Ignored::show(const Shown& shown, LineWriter& line) {
  line.add_printable(shown.settings.origin(shown.variable).value.view());
}

}  // namespace muster::settings

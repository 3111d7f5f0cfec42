// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An environment of any bytes, a line a variable: it is read and shown without a fault, and each message is whole lines.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "environment.h"
#include "settings/settings.h"

namespace {

constexpr std::size_t kMostVariables = 64;

void expect_whole_lines(void* /*context*/, const char* text, std::size_t length) {
  if (length == 0 || (length < 512 && text[length - 1] != '\n')) {
    abort();
  }
}

void discard(void* /*context*/, const char* /*text*/, std::size_t /*length*/) {}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace muster::settings;
  std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<char*> variables = muster::fuzz::as_environment(text, kMostVariables);
  static char memory[kTextBytes];
  Settings settings;
  load(settings, variables.data(), false, memory, {&expect_whole_lines, nullptr});
  for (const DisplayKind kind : {DisplayKind::standard, DisplayKind::verbose, DisplayKind::user_and_effective}) {
    display(settings, DefaultTeamNote{}, {}, kind, {&discard, nullptr});
  }
  return 0;
}

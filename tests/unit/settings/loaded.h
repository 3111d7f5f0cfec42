// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the settings share: an environment in exactly-sized memory, so that a sanitizer sees a read past the
// end of a value, and the lines that load() and display() print.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "settings/settings.h"

namespace muster::settings {

class TestEnvironment {
 public:
  TestEnvironment(std::initializer_list<std::string> variables) {
    for (const std::string& variable : variables) add(variable);
  }

  void add(const std::string& variable) {
    strings_.push_back(std::make_unique<char[]>(variable.size() + 1));
    std::memcpy(strings_.back().get(), variable.c_str(), variable.size() + 1);
  }

  // Terminated by null, as environ is.
  char* const* data() {
    pointers_.clear();
    for (const auto& string : strings_) pointers_.push_back(string.get());
    pointers_.push_back(nullptr);
    return pointers_.data();
  }

  // What a program does that reuses the memory of a variable after putenv().
  void overwrite() {
    for (const auto& string : strings_) std::memset(string.get(), '#', std::strlen(string.get()));
  }

 private:
  std::vector<std::unique_ptr<char[]>> strings_;
  std::vector<char*> pointers_;
};

inline void append_to_lines(void* context, const char* text, std::size_t length) {
  static_cast<std::vector<std::string>*>(context)->emplace_back(text, length);
}

struct Loaded {
  std::unique_ptr<char[]> memory;
  Settings settings;
  std::vector<std::string> warnings;  // one element a call of the sink
  bool clean = false;

  const Icvs* operator->() const { return &settings.icvs; }
  const GlobalSettings& global() const { return settings.global; }
};

inline Loaded load_from(TestEnvironment& environment, bool secure = false, std::size_t text_bytes = kTextBytes) {
  Loaded loaded;
  loaded.memory = std::make_unique<char[]>(text_bytes);
  loaded.clean = load(loaded.settings, environment.data(), secure, {loaded.memory.get(), text_bytes},
                      {append_to_lines, &loaded.warnings});
  return loaded;
}

inline Loaded load_from(std::initializer_list<std::string> variables, bool secure = false) {
  TestEnvironment environment(variables);
  return load_from(environment, secure);
}

inline DefaultTeamNote test_team() {
  return {2, 2, 0, kUnlimitedThreads, topology::TeamBound::kAffinityMask, 8U << 20U};
}

// Lines without their newlines.
inline std::vector<std::string> displayed(const Settings& settings, DisplayKind kind,
                                          const DefaultTeamNote& team = test_team(),
                                          std::span<const BarrierNote> notes = {}) {
  std::vector<std::string> pieces;
  display(settings, team, notes, kind, {append_to_lines, &pieces});
  std::vector<std::string> lines(1);
  for (const std::string& piece : pieces) {
    for (const char c : piece) {
      if (c == '\n') {
        lines.emplace_back();
      } else {
        lines.back() += c;
      }
    }
  }
  lines.pop_back();
  return lines;
}

// The value that the verbose display gives for `name`; "(no such line)" if it has none.
inline std::string shown(const Settings& settings, const std::string& name) {
  const std::string head = "  [host] " + name + "='";
  for (const std::string& line : displayed(settings, DisplayKind::verbose)) {
    if (line.compare(0, head.size(), head) == 0) return line.substr(head.size(), line.size() - head.size() - 1);
  }
  return "(no such line)";
}

inline std::string shown(const Loaded& loaded, const std::string& name) { return shown(loaded.settings, name); }

}  // namespace muster::settings

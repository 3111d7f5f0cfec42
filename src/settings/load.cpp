// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an environment to Settings: read each row of the table, let the settings decide about each other, then warn.
#include <cstring>

#include "settings/environment.h"
#include "settings/resolve.h"
#include "settings/scanner.h"
#include "settings/settings.h"
#include "settings/table.h"

namespace muster::settings {

namespace {

constexpr std::size_t kValueShown = 64;  // bytes of a bad value that a warning repeats
constexpr std::size_t kUsedShown = 80;
constexpr Outcome kNoRoom{Verdict::refused, "which is longer than this runtime keeps"};

class TextArena {
 public:
  explicit TextArena(std::span<char> memory) : memory_(memory) {}

  bool copy(std::string_view source, Text& copied) {
    if (memory_.size() - used_ <= source.size()) return false;
    char* target = memory_.data() + used_;
    std::memcpy(target, source.data(), source.size());
    target[source.size()] = '\0';
    used_ += source.size() + 1;
    copied = {target, source.size()};
    return true;
  }

 private:
  std::span<char> memory_;
  std::size_t used_ = 0;
};

constexpr bool is_worth_a_line(Verdict verdict) { return verdict == Verdict::adjusted || verdict == Verdict::refused; }

struct BadValue {
  Variable variable;
  std::string_view name;
  std::string_view value;
  Outcome outcome;
};

// Every name of every row, if each had a bad value.
constexpr std::size_t count_names() {
  std::size_t count = 0;
#define MUSTER_SETTING(id, name, names, ...)                                                             \
  for (std::string_view rest = names[0] == '\0' ? name : names; !rest.empty(); next_name(rest)) ++count; \
  ++count; /* name + "_ALL" */
#include "settings/table.def"
#undef MUSTER_SETTING
  return count;
}

constexpr std::size_t longest_name() {
  std::size_t longest = 0;
#define MUSTER_SETTING(id, name, ...) longest = sizeof(name) > longest ? sizeof(name) : longest;
#include "settings/table.def"
#undef MUSTER_SETTING
  return longest;
}

class Loader {
 public:
  Loader(Settings& out, char* const* environment, std::span<char> text_memory)
      : out_(out), environment_(environment), arena_(text_memory) {}

  void read_row(Variable variable) {
    const Row& row = row_of(variable);
    bool done = false;
    for (std::string_view names = row.names; !names.empty() && !done;) {
      const bool read = read_name(variable, next_name(names));
      done = read && row.several == Several::strongest;
    }
    if (out_.is_default(variable) && has_all_name(variable)) read_all_name(variable);
  }

  std::span<const BadValue> complaints() const { return {complaints_, complaint_count_}; }

 private:
  void read_all_name(Variable variable) {
    char buffer[longest_name() + kAllSuffix.size()];
    const std::string_view name = row_of(variable).name;
    std::memcpy(buffer, name.data(), name.size());
    std::memcpy(buffer + name.size(), kAllSuffix.data(), kAllSuffix.size());
    const std::string_view all_name(buffer, name.size() + kAllSuffix.size());
    const std::string_view value = environment_.find(all_name);
    if (value.empty()) return;
    Text kept;  // as long as the settings, which refer to it as the origin
    if (arena_.copy(all_name, kept)) {
      read_name(variable, kept.view());
    } else {
      complain_later(variable, name, value, kNoRoom);
    }
  }

  // True if a variable of that name decided.
  bool read_name(Variable variable, std::string_view name) {
    const std::string_view value = environment_.find(name);
    if (value.empty()) return false;
    Input input{name, {}, out_.global.secure};
    Outcome outcome = kNoRoom;
    if (arena_.copy(value, input.text)) outcome = row_of(variable).form.read(input, out_);
    if (is_worth_a_line(outcome.verdict)) complain_later(variable, name, value, outcome);
    if (outcome.verdict == Verdict::refused) return false;
    if (outcome.verdict != Verdict::outdone) out_.origins[index_of(variable)] = {name, input.text};
    return true;
  }

  void complain_later(Variable variable, std::string_view name, std::string_view value, Outcome outcome) {
    complaints_[complaint_count_++] = {variable, name, value, outcome};
  }

  Settings& out_;
  Environment environment_;
  TextArena arena_;
  std::size_t complaint_count_ = 0;
  BadValue complaints_[count_names()];
};

// Called when all is settled: only then is it known what is used instead of a bad value.
void warn(const Settings& settings, const BadValue& complaint, const DiagnosticSink& sink) {
  const Row& row = row_of(complaint.variable);
  LineWriter why;
  if (complaint.outcome.why != nullptr) {
    why.add(complaint.outcome.why);
  } else if (complaint.outcome.wrong_from >= complaint.value.size()) {
    why.add("which ends too early for ").add(row.expects);
  } else if (complaint.outcome.wrong_from > 0) {
    const auto character = static_cast<std::int64_t>(complaint.outcome.wrong_from) + 1;
    why.add("which from character ").add_number(character).add(" on is not ").add(row.expects);
  } else {
    why.add("which is not ").add(row.expects);
  }
  LineWriter used(nullptr, kUsedShown);
  if (complaint.outcome.used != nullptr) {
    used.add(complaint.outcome.used);
  } else {
    row.form.show({settings, nullptr, complaint.variable}, used);
  }
  if (used.text().empty()) used.add("the default (").add(row.default_text).add(')');
  const bool is_taken = complaint.outcome.verdict == Verdict::adjusted;
  complain(sink, complaint.name, complaint.value, why.text(), used.text(),
           is_taken ? Complaint::adjusted : Complaint::refused);
}

}  // namespace

bool load(Settings& out, char* const* environment, bool secure, std::span<char> text_memory,
          const DiagnosticSink& diagnostics) {
  out = Settings{};
  out.global.secure = secure;
  Loader loader(out, environment, text_memory);
  for (std::size_t i = 0; i < kVariableCount; ++i) loader.read_row(static_cast<Variable>(i));
  resolve(out);
  if (out.global.warnings) {
    for (const BadValue& complaint : loader.complaints()) warn(out, complaint, diagnostics);
  }
  return loader.complaints().empty();
}

void complain(const DiagnosticSink& sink, std::string_view variable, std::string_view value, std::string_view why,
              std::string_view used, Complaint kind) {
  const std::string_view shown = head(value, kValueShown);
  LineWriter line;  // no sink: cut rather than written in two pieces
  line.add("OMP: Warning #").add_number(static_cast<std::int64_t>(kind)).add(": muster: ");
  line.add_printable(variable).add(": read \"").add_printable(shown);
  line.add(shown.size() < value.size() ? "...\", " : "\", ").add(why).add("; using ").add(used);
  LineWriter whole(&sink);
  whole.add(line.text()).end_line();
}

}  // namespace muster::settings

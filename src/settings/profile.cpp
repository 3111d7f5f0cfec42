// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading a profile's text, and finding the best row for a team.
#include "settings/profile.h"

#include "settings/scanner.h"

namespace muster::settings {
namespace {

constexpr std::string_view kTitle = "muster profile ";
constexpr std::uint64_t kVersion = 2;

// FNV-1a, 64 bits (RFC 9923): short in every language, and damage is what it has to find, not forgery.
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = kFnvBasis;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
  }
  return hash;
}

// Takes the first line, without its newline, off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line(text.data(), end == std::string_view::npos ? text.size() : end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// Whether `line` is `word`, alone or with a rest behind a blank, which goes to `rest`.
bool begins_with_word(std::string_view line, std::string_view word, std::string_view& rest) {
  if (!has_prefix(line, word) || (line.size() > word.size() && line[word.size()] != ' ')) {
    return false;
  }
  rest = trimmed({line.data() + word.size(), line.size() - word.size()});
  return true;
}

constexpr int hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

bool is_hex_of(std::string_view digits, std::uint64_t number) {
  if (digits.size() != 16) {
    return false;
  }
  std::uint64_t read = 0;
  for (const char c : digits) {
    if (hex_digit(c) < 0) {
      return false;
    }
    read = read * 16 + static_cast<std::uint64_t>(hex_digit(c));
  }
  return read == number;
}

// Cuts the checksum line off; false if there is none or it does not fit what stands before it.
bool take_checksum(std::string_view& text) {
  std::string_view body = text;
  if (!body.empty() && body.back() == '\n') {
    body.remove_suffix(1);
  }
  const std::size_t newline = body.rfind('\n');
  if (newline == std::string_view::npos) {
    return false;
  }
  std::string_view digits;
  const std::string_view line(body.data() + newline + 1, body.size() - newline - 1);
  text = {text.data(), newline + 1};
  return begins_with_word(line, "checksum", digits) && is_hex_of(digits, fnv1a(text));
}

constexpr std::string_view kUses[] = {"plain", "forkjoin", "reduction"};
constexpr std::string_view kPolicies[] = {"default", "active", "passive"};
constexpr std::string_view kPlacements[] = {"unbound", "close", "spread"};
static_assert(static_cast<int>(Profile::Use::reduction) == 2);
static_assert(static_cast<int>(Profile::Placement::spread) == 2);
static_assert(static_cast<int>(WaitPolicy::unset) == 0 && static_cast<int>(WaitPolicy::active) == 1 &&
              static_cast<int>(WaitPolicy::passive) == 2);

// The place of `word` among three, or 3.
std::size_t index_of_word(const std::string_view (&words)[3], std::string_view word) {
  std::size_t index = 0;
  while (index < 3 && words[index] != word) {
    ++index;
  }
  return index;
}

bool take_small_number(Scanner& scanner, std::uint32_t& number) {
  std::uint64_t wide = 0;
  if (scanner.take_number(wide) != Digits::fits || wide == 0 || wide > 0xffffffff) {
    return false;
  }
  number = static_cast<std::uint32_t>(wide);
  return true;
}

}  // namespace

bool Profile::take_row(std::string_view line) {
  Scanner scanner(line);
  Entry row;
  const std::size_t use = index_of_word(kUses, scanner.take_word());
  const bool has_threads = take_small_number(scanner, row.key.threads);
  const std::size_t policy = index_of_word(kPolicies, scanner.take_word());
  const std::size_t placement = index_of_word(kPlacements, scanner.take_word());
  const std::string_view algorithm = scanner.take_word();
  const bool has_ns = scanner.take_number(row.ns) == Digits::fits;
  if (use == 3 || policy == 3 || placement == 3 || !has_threads || !has_ns || !scanner.at_end() || algorithm.empty() ||
      algorithm.size() > kMaxAlgorithmName) {
    return false;
  }
  row.key.use = static_cast<Use>(use);
  row.key.policy = static_cast<WaitPolicy>(policy);
  row.key.placement = static_cast<Placement>(placement);
  for (std::size_t i = 0; i < algorithm.size(); ++i) {
    row.algorithm[i] = algorithm[i];
  }
  // Rows of one key stand together.
  if (count_ != 0 && entries_[count_ - 1].key == row.key) {
    if (row.ns < entries_[count_ - 1].ns) {
      entries_[count_ - 1] = row;
    }
    return true;
  }
  if (count_ == kMostEntries) {
    return false;
  }
  entries_[count_++] = row;
  return true;
}

bool Profile::parse(std::string_view text, const Machine& machine, LineWriter& why) {
  count_ = 0;
  comparable_ = false;
  const std::string_view whole = text;
  std::string_view title = take_line(text);
  if (!has_prefix(title, kTitle)) {
    why.add("which is not a profile of barriers");
    return false;
  }
  title.remove_prefix(kTitle.size());
  if (std::uint64_t version = 0; Scanner(title).take_number(version) != Digits::fits || version != kVersion) {
    why.add("which is of version ").add_printable(head(title, 16)).add(", not 2: run 'muster tune' again");
    return false;
  }
  std::string_view rest = whole;
  if (!take_checksum(rest)) {
    why.add("which is damaged (its checksum does not fit): run 'muster tune' again");
    return false;
  }
  take_line(rest);
  bool same_shape = false;
  bool same_cpu = false;
  for (std::int64_t number = 2; !rest.empty(); ++number) {
    const std::string_view line = take_line(rest);
    std::string_view value;
    if (line.empty() || line.front() == '#' || begins_with_word(line, "date", value) ||
        begins_with_word(line, "runtime", value) || begins_with_word(line, "note", value)) {
      continue;
    }
    bool understood = true;
    if (begins_with_word(line, "machine", value)) {
      same_shape = value == machine.shape;
    } else if (begins_with_word(line, "cpu", value)) {
      same_cpu = value == machine.cpu;
    } else if (begins_with_word(line, "cpus", value)) {
      Scanner scanner(value);
      understood = take_small_number(scanner, cpus_) && scanner.at_end();
      comparable_ = cpus_ == machine.cpus;
    } else {
      understood = take_row(line);
    }
    if (!understood) {
      why.add("whose line ").add_number(number).add(" is not one of a profile: run 'muster tune' again");
      count_ = 0;
      return false;
    }
  }
  if (!same_shape || !same_cpu) {
    why.add("which was measured on another machine: run 'muster tune' on this one");
    count_ = 0;
    return false;
  }
  return true;
}

std::string_view Profile::best(const Key& wanted) const {
  const Entry* nearest = nullptr;
  for (std::size_t i = 0; i < count_ && comparable_; ++i) {
    const Entry& entry = entries_[i];
    Key key = entry.key;
    key.threads = wanted.threads;
    if (key != wanted || entry.key.threads > wanted.threads) {
      continue;
    }
    if (nearest == nullptr || entry.key.threads > nearest->key.threads ||
        (entry.key.threads == nearest->key.threads && entry.ns < nearest->ns)) {
      nearest = &entry;
    }
  }
  if (nearest == nullptr || wanted.threads / 2 > nearest->key.threads ||
      (wanted.threads > cpus_) != (nearest->key.threads > cpus_)) {
    return {};
  }
  return nearest->algorithm;
}

}  // namespace muster::settings

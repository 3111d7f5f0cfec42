// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words for people: steps, addresses, and what a blocked thread waits for.
#include <sstream>

#include "engine/machine.h"

namespace muster::verify {
namespace {

std::string hex(std::uint64_t value) {
  std::ostringstream text;
  text << std::hex << "0x" << value;
  return text.str();
}

// Small numbers, and words that are pointers or packed fields.
std::string number(std::uint64_t value) { return value < 1'000'000 ? std::to_string(value) : hex(value); }

std::string origin(const Message& message) {
  return message.step == 0
             ? "the first value"
             : "written by thread " + std::to_string(message.writer) + " in its step " + std::to_string(message.step);
}

}  // namespace

void Machine::name(const void* begin, std::size_t bytes, const std::string& name) {
  names_.push_back({static_cast<const std::byte*>(begin), bytes, name});
}

std::string Machine::name_of_address(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  for (const Name& name : names_) {
    if (byte >= name.begin && byte < name.begin + name.bytes) {
      return byte == name.begin ? name.name : name.name + "+" + hex(static_cast<std::uint64_t>(byte - name.begin));
    }
  }
  return "word " + hex(reinterpret_cast<std::uintptr_t>(address));
}

void Machine::note(const std::string& what) { trace_.push_back("      thread " + std::to_string(self_) + "  " + what); }

std::string Machine::describe_step(ThreadId id, const Operation& operation, const Choice& choice) const {
  std::ostringstream text;
  text << "#" << trace_.size() + 1 << "  thread " << id << "  " << verify::name_of(operation.kind);
  const bool on_word = operation.location != nullptr;
  if (on_word && operation.kind != Kind::park && operation.kind != Kind::unpark) {
    text << " " << verify::name_of(operation.order);
  }
  if (on_word) {
    text << "  " << name_of_address(operation.location->address);
  }
  switch (operation.kind) {
    case Kind::store: text << " = " << number(operation.operand); break;
    case Kind::update: text << " = " << number(operation.modify(choice.message->value, operation.operand)); break;
    case Kind::compare_exchange:
      text << (choice.message->value == operation.expected ? " = " + number(operation.operand)
                                                           : ", not the expected " + number(operation.expected));
      break;
    case Kind::await: text << " for " << number(operation.operand); break;
    case Kind::signal: text << " slot " << operation.operand; break;
    default: break;
  }
  if (choice.message != nullptr && operation.kind == Kind::store) {
    text << (choice.message == &operation.location->latest() ? "" : "  (before a newer one)");
  } else if (choice.message != nullptr) {
    text << "  reads " << number(choice.message->value) << ", " << origin(*choice.message)
         << (choice.message == &operation.location->latest() ? "" : " (stale)");
  }
  switch (choice.effect) {
    case Effect::sleep: text << "  falls asleep"; break;
    case Effect::return_early: text << "  returns early"; break;
    case Effect::wake_sleeper: text << "  wakes thread " << choice.sleeper; break;
    case Effect::proceed: break;
  }
  text << "  " << sites_[operation.site].place();
  return text.str();
}

std::string Machine::describe_blocked() const {
  std::string text;
  for (ThreadId id = 0; id < program_->threads; ++id) {
    const Thread& thread = threads_[id];
    if (thread.finished) {
      continue;
    }
    const Operation& operation = thread.pending;
    text += (text.empty() ? "thread " : "; thread ") + std::to_string(id) +
            (thread.asleep ? " sleeps in " : " waits in ") + verify::name_of(operation.kind) + " of " +
            name_of_address(operation.location->address) + " for " + number(operation.operand) + ", newest value " +
            number(operation.location->latest().value) + " (" + sites_[operation.site].place() + ")";
  }
  return text;
}

}  // namespace muster::verify

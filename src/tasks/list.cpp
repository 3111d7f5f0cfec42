// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/find.h"

namespace muster::tasks {
namespace {

std::int32_t priority_of(const Task& task) { return task.extra != nullptr ? task.extra->priority : 0; }

class Locked {
 public:
  explicit Locked(Board& board) : board_(board) { board_.lock.lock(); }
  ~Locked() { board_.lock.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Board& board_;
};

}  // namespace

void list(Board& board, Task& task) {
  const Locked locked(board);
  memory::Block** link = &board.first;
  if (board.last != nullptr && priority_of(task) <= priority_of(*board.last)) {
    link = &board.last->next;
  }
  while (*link != nullptr && priority_of(*static_cast<Task*>(*link)) >= priority_of(task)) {
    link = &(*link)->next;
  }
  task.next = *link;
  *link = &task;
  if (task.next == nullptr) {
    board.last = &task;
  }
  board.listed.store_relaxed(board.listed.load_relaxed() + 1);
}

void list_at_an_end(Board& board, Task& task, bool in_front) {
  const Locked locked(board);
  memory::Block** link = in_front || board.last == nullptr ? &board.first : &board.last->next;
  task.next = *link;
  *link = &task;
  if (task.next == nullptr) {
    board.last = &task;
  }
  board.listed.store_relaxed(board.listed.load_relaxed() + 1);
}

Task* take_listed(Board& board, bool (*accepts)(const void* context, const Task& task), const void* context,
                  std::uint32_t most) {
  const Locked locked(board);
  memory::Block* previous = nullptr;
  for (memory::Block** link = &board.first; *link != nullptr && most > 0; link = &(*link)->next, --most) {
    auto* task = static_cast<Task*>(*link);
    if (accepts(context, *task)) {
      *link = task->next;
      if (task == board.last) {
        board.last = static_cast<Task*>(previous);
      }
      board.listed.store_relaxed(board.listed.load_relaxed() - 1);
      return task;
    }
    previous = task;
  }
  return nullptr;
}

}  // namespace muster::tasks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/find.h"

namespace muster::tasks {
namespace {

class Locked {
 public:
  explicit Locked(Board& board) : board_(board) { board_.lock.lock(); }
  ~Locked() { board_.lock.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Board& board_;
};

void count_one_more(Board& board) { board.listed.store_relaxed(board.listed.load_relaxed() + 1); }

}  // namespace

void list(Board& board, Task& task) {
  const Locked locked(board);
  board.list.add(task);
  count_one_more(board);
}

void list_at_an_end(Board& board, Task& task, bool in_front) {
  const Locked locked(board);
  if (in_front) {
    board.list.prepend(task);
  } else {
    board.list.append(task);
  }
  count_one_more(board);
}

Task* take_listed(Board& board, bool (*accepts)(const void* context, const Task& task), const void* context,
                  std::uint32_t most) {
  const Locked locked(board);
  Task* task = board.list.take([=](const Task& listed) { return accepts(context, listed); }, most);
  if (task != nullptr) {
    board.listed.store_relaxed(board.listed.load_relaxed() - 1);
  }
  return task;
}

}  // namespace muster::tasks

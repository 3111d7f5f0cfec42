// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/threadprivate.h"

#include <pthread.h>
#include <string.h>

#include <new>

#include "platform/pages.h"
#include "platform/standard_error.h"

namespace muster::threads {

struct ThreadprivateVariable {
  ThreadprivateVariable* older = nullptr;
  std::uint32_t index = 0;
  void* original = nullptr;
  std::size_t bytes = 0;    // 0: registered, and not asked for yet
  void* initial = nullptr;  // a copy of the initial value, for variables without a constructor
  ThreadprivateLife life;

  bool has_constructor() const {
    return life.construct != nullptr || life.copy_construct != nullptr || life.construct_array != nullptr ||
           life.copy_construct_array != nullptr;
  }
};

namespace {

// Memory that is given back all at once. Each piece begins at a cache line of its own: the copies of two threads, or two variables
// that a thread uses in turn with another's, never share one.
class Arena {
 public:
  void* take(std::size_t bytes) {
    const std::size_t size = base::divide_rounding_up(bytes, base::kCacheLineBytes) * base::kCacheLineBytes;
    if (size > left_ && !grow(size)) {
      platform::fail("muster: no memory for threadprivate variables");
    }
    void* piece = next_;
    next_ += size;
    left_ -= size;
    return piece;
  }

  void free_all() {
    Chunk* chunk = newest_;
    while (chunk != nullptr) {
      Chunk* older = chunk->older;
      platform::free_pages(chunk, chunk->bytes);
      chunk = older;
    }
  }

 private:
  struct alignas(base::kCacheLineBytes) Chunk {
    Chunk* older;
    std::size_t bytes;
  };
  // Sixteen small pages: programs have few such variables, and most are small.
  static constexpr std::size_t kChunkBytes = 64 * 1024;

  bool grow(std::size_t size) {
    const std::size_t bytes = size + sizeof(Chunk) > kChunkBytes ? size + sizeof(Chunk) : kChunkBytes;
    void* memory = platform::allocate_pages(bytes);
    if (memory == nullptr) {
      return false;
    }
    newest_ = new (memory) Chunk{newest_, bytes};
    next_ = static_cast<std::byte*>(memory) + sizeof(Chunk);
    left_ = bytes - sizeof(Chunk);
    return true;
  }

  Chunk* newest_ = nullptr;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

struct Registry {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  Arena memory;
  ThreadprivateVariable* newest = nullptr;
  std::uint32_t count = 0;
  // Only its identity counts. The next owner writes the originals after what the last one has written there.
  //
  // Ordering: O end     compare-and-swap release of owner_of_originals    pairs with P
  //           P claim   compare-and-swap acquire of it
  Native::Atomic<Thread*> owner_of_originals{nullptr};
};

constinit Registry registry;

class Locked {
 public:
  Locked() { lock_threadprivate(); }
  ~Locked() { unlock_threadprivate(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

// A library may have been unloaded and another have come to its place: then the size tells them apart, if anything does.
ThreadprivateVariable* find_locked(const void* original, std::size_t bytes) {
  for (ThreadprivateVariable* variable = registry.newest; variable != nullptr; variable = variable->older) {
    if (variable->original == original) {
      return bytes == 0 || variable->bytes == 0 || variable->bytes == bytes ? variable : nullptr;
    }
  }
  return nullptr;
}

ThreadprivateVariable& add_locked(void* original) {
  auto* variable = new (registry.memory.take(sizeof(ThreadprivateVariable))) ThreadprivateVariable();
  variable->older = registry.newest;
  variable->index = registry.count++;
  variable->original = original;
  registry.newest = variable;
  return *variable;
}

ThreadprivateVariable* newest_variable() {
  const Locked locked;
  return registry.newest;
}

// A thread that has a copy of its own keeps it, whichever thread ends.
bool has_originals(Thread& thread) {
  if (thread.is_worker || thread.threadprivate != nullptr) {
    return false;
  }
  Thread* owner = registry.owner_of_originals.load_relaxed();
  // P: acquire, pairs with O
  if (owner == nullptr && registry.owner_of_originals.compare_exchange_acquire(owner, &thread)) {
    return true;
  }
  return owner == &thread;
}

void start_life(const ThreadprivateVariable& variable, void* copy) {
  const ThreadprivateLife& life = variable.life;
  if (life.construct != nullptr) {
    life.construct(copy);
  } else if (life.construct_array != nullptr) {
    life.construct_array(copy, life.length);
  } else if (life.copy_construct != nullptr) {
    life.copy_construct(copy, variable.original);
  } else if (life.copy_construct_array != nullptr) {
    life.copy_construct_array(copy, variable.original, life.length);
  } else {
    memcpy(copy, variable.initial, variable.bytes);
  }
}

void end_life(const ThreadprivateVariable& variable, void* copy) {
  if (variable.life.destruct != nullptr) {
    variable.life.destruct(copy);
  } else if (variable.life.destruct_array != nullptr) {
    variable.life.destruct_array(copy, variable.life.length);
  }
}

}  // namespace

// A thread's copies, by the index of the variable.
struct ThreadprivateCopies {
  Arena memory;
  void** table = nullptr;
  std::uint32_t capacity = 0;

  void* at(std::uint32_t index) const { return index < capacity ? table[index] : nullptr; }

  void make_room_for(std::uint32_t index) {
    if (index < capacity) {
      return;
    }
    const std::uint32_t larger = 2 * index + 8;
    auto** longer = static_cast<void**>(memory.take(larger * sizeof(void*)));
    for (std::uint32_t i = 0; i < capacity; ++i) {
      longer[i] = table[i];
    }
    table = longer;
    capacity = larger;
  }
};

namespace {

ThreadprivateCopies& copies_of(Thread& self) {
  if (self.threadprivate == nullptr) {
    Arena memory;
    self.threadprivate = new (memory.take(sizeof(ThreadprivateCopies))) ThreadprivateCopies();
    self.threadprivate->memory = memory;
  }
  return *self.threadprivate;
}

}  // namespace

void register_threadprivate(void* original, const ThreadprivateLife& life) {
  const Locked locked;
  ThreadprivateVariable* known = find_locked(original, 0);
  ThreadprivateVariable& variable = known != nullptr ? *known : add_locked(original);
  variable.life = life;
}

ThreadprivateVariable& threadprivate_variable(void* original, std::size_t bytes) {
  const Locked locked;
  ThreadprivateVariable* known = find_locked(original, bytes);
  ThreadprivateVariable& variable = known != nullptr ? *known : add_locked(original);
  if (variable.bytes == 0) {
    variable.bytes = bytes;
    if (!variable.has_constructor()) {
      variable.initial = registry.memory.take(bytes);
      memcpy(variable.initial, original, bytes);
    }
  }
  return variable;
}

void* threadprivate_copy(Thread& self, ThreadprivateVariable& variable) {
  if (has_originals(self)) {
    return variable.original;
  }
  ThreadprivateCopies& copies = copies_of(self);
  if (void* copy = copies.at(variable.index); copy != nullptr) {
    return copy;
  }
  copies.make_room_for(variable.index);
  void* copy = copies.memory.take(variable.bytes);
  // Before the constructor, which may ask for the variable itself.
  copies.table[variable.index] = copy;
  start_life(variable, copy);
  return copy;
}

void end_threadprivate(Thread& self) {
  Thread* owner = &self;
  // O: release, pairs with P
  registry.owner_of_originals.compare_exchange_release(owner, nullptr);
  if (self.threadprivate == nullptr) {
    return;
  }
  // The newest first, as objects of automatic and static storage go.
  for (const ThreadprivateVariable* variable = newest_variable(); variable != nullptr; variable = variable->older) {
    if (void* copy = self.threadprivate->at(variable->index); copy != nullptr) {
      end_life(*variable, copy);
    }
  }
  Arena memory = self.threadprivate->memory;
  self.threadprivate = nullptr;
  memory.free_all();
}

void lock_threadprivate() { pthread_mutex_lock(&registry.lock); }
void unlock_threadprivate() { pthread_mutex_unlock(&registry.lock); }

}  // namespace muster::threads

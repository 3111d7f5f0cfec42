// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Site: a place in the source where an ordered access, a fence or a wake-up stands. Found by running, named by the compiler
// (std::source_location), so that a mutant needs no change of the source.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

namespace muster::verify {

using SiteId = std::uint32_t;
using Here = std::source_location;

enum class Order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

constexpr bool acquires(Order order) { return order != Order::relaxed && order != Order::release; }
constexpr bool releases(Order order) { return order != Order::relaxed && order != Order::acquire; }

enum class Kind : std::uint8_t {
  load,
  store,
  update,  // exchange, fetch_add and the like
  compare_exchange,
  await,
  light_fence,
  heavy_fence,
  full_fence,
  park,
  unpark,
  signal,      // wakes a slot that sleeps in an await
  signal_all,  // wakes all slots
};

// How a mutant differs from the source at one site.
enum class Change : std::uint8_t { none, no_acquire, no_release, no_seq_cst, no_failure_acquire, dropped };

// The order of an operation of that kind after the change.
Order weakened(Kind kind, Order order, Change change);

struct Mutant {
  SiteId site = 0;
  Change change = Change::none;
};

struct Site {
  Here where;
  Kind kind;
  Order order;
  // The order of a compare_exchange that finds another value.
  Order failure_order;

  // "linear.h:62"
  std::string place() const;
  // The weakenings and omissions that make sense here; none for what has no order and wakes nobody.
  std::vector<Change> changes() const;
};

const char* name_of(Kind kind);
const char* name_of(Order order);

// "linear.h:62 store release, mutated to relaxed"
std::string describe(const Site& site, Change change);

class Sites {
 public:
  // The number of the site; the same for the same place, kind and order in all executions of the process.
  SiteId find_or_add(const Here& where, Kind kind, Order order, Order failure_order);
  const Site& operator[](SiteId site) const { return sites_[site]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(sites_.size()); }

 private:
  // Open addressing by line, column and kind; file names are compared when these agree.
  static constexpr std::uint32_t kSlots = 4096;

  std::vector<Site> sites_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kSlots, 0);
};

}  // namespace muster::verify

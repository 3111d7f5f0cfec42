// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/site.h"

#include <cstring>
#include <string_view>

namespace muster::verify {
namespace {

bool same_file(const char* one, const char* other) { return one == other || std::strcmp(one, other) == 0; }

bool is_wake_up(Kind kind) { return kind == Kind::unpark || kind == Kind::signal || kind == Kind::signal_all; }
bool is_fence(Kind kind) { return kind == Kind::light_fence || kind == Kind::heavy_fence || kind == Kind::full_fence; }

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::load: return "load";
    case Kind::store: return "store";
    case Kind::update: return "update";
    case Kind::compare_exchange: return "compare_exchange";
    case Kind::await: return "await";
    case Kind::light_fence: return "light_fence";
    case Kind::heavy_fence: return "heavy_fence";
    case Kind::full_fence: return "full_fence";
    case Kind::park: return "park";
    case Kind::unpark: return "unpark";
    case Kind::signal: return "signalled";
    case Kind::signal_all: return "signalled_all";
  }
  return "?";
}

const char* name_of(Order order) {
  switch (order) {
    case Order::relaxed: return "relaxed";
    case Order::acquire: return "acquire";
    case Order::release: return "release";
    case Order::acq_rel: return "acq_rel";
    case Order::seq_cst: return "seq_cst";
  }
  return "?";
}

std::string Site::place() const {
  const std::string_view path = where.file_name();
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1)) + ":" +
         std::to_string(where.line());
}

Order weakened(Kind kind, Order order, Change change) {
  if (change == Change::no_seq_cst) {
    return kind == Kind::load ? Order::acquire : (kind == Kind::store ? Order::release : Order::acq_rel);
  }
  const bool keeps_acquire = acquires(order) && change != Change::no_acquire;
  const bool keeps_release = releases(order) && change != Change::no_release;
  if (keeps_acquire) {
    return keeps_release ? Order::acq_rel : Order::acquire;
  }
  return keeps_release ? Order::release : Order::relaxed;
}

std::vector<Change> Site::changes() const {
  if (is_wake_up(kind) || is_fence(kind)) {
    return {Change::dropped};
  }
  std::vector<Change> all;
  if (order == Order::seq_cst) {
    return {Change::no_seq_cst};
  }
  if (acquires(order)) {
    all.push_back(Change::no_acquire);
  }
  if (releases(order)) {
    all.push_back(Change::no_release);
  }
  if (kind == Kind::compare_exchange && acquires(failure_order)) {
    all.push_back(Change::no_failure_acquire);
  }
  return all;
}

std::string describe(const Site& site, Change change) {
  std::string text = site.place() + " " + name_of(site.kind);
  if (!is_wake_up(site.kind) && !is_fence(site.kind)) {
    text += std::string(" ") + name_of(site.order);
  }
  switch (change) {
    case Change::none: return text;
    case Change::dropped: return text + ", dropped";
    case Change::no_failure_acquire: return text + ", its failure mutated to relaxed";
    default: return text + ", mutated to " + name_of(weakened(site.kind, site.order, change));
  }
}

SiteId Sites::find_or_add(const Here& where, Kind kind, Order order, Order failure_order) {
  const std::uint32_t key = where.line() * 131 + where.column() * 17 + static_cast<std::uint32_t>(kind);
  for (std::uint32_t slot = key % kSlots;; slot = (slot + 1) % kSlots) {
    if (slots_[slot] == 0) {
      sites_.push_back(Site{where, kind, order, failure_order});
      slots_[slot] = size();
      return size() - 1;
    }
    const Site& site = sites_[slots_[slot] - 1];
    if (site.where.line() == where.line() && site.where.column() == where.column() && site.kind == kind &&
        site.order == order && same_file(site.where.file_name(), where.file_name())) {
      return slots_[slot] - 1;
    }
  }
}

}  // namespace muster::verify

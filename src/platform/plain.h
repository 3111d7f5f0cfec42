// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain<T> of the native platform: a variable that is not atomic. Where one thread hands it to another, something beside it orders the two, and a
// platform that checks or counts puts its own in its place.
#pragma once

namespace muster::platform {

template <class T>
class Plain {
 public:
  constexpr Plain() = default;
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;

  const T& get() const { return value_; }
  void set(const T& value) { value_ = value; }
  // change(value) writes some of it.
  template <class Change>
  void write(const Change& change) {
    change(value_);
  }

 private:
  T value_{};
};

}  // namespace muster::platform

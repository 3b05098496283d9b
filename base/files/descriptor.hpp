// A file that the system has open for us, and that is closed with whoever holds it.
#pragma once

#include <unistd.h>

#include <utility>

namespace fiveproof {

/// The number of an open file, or none. Standard input is left open, as others may read on from it.
class Descriptor {
 public:
  Descriptor() = default;
  /// `number`: what open() gave; -1: none.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (is_open() && number_ != STDIN_FILENO) ::close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }
  /// Gives it away: the caller has to close it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace fiveproof

// What the whole process shares, and what may be asked for while main() is over and when there is no memory.
//
//     Noted& noted() {
//       static NeverDestroyed<Noted> all;
//       return *all;
//     }
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace fiveproof {

/// A T that is made in place, so that it takes no memory of its own, and is never destroyed: other threads
/// may use it until the process is gone.
template <class T>
class NeverDestroyed {
 public:
  template <class... Arguments>
  explicit NeverDestroyed(Arguments&&... arguments)
      : it_(new (room_) T(std::forward<Arguments>(arguments)...)) {}
  NeverDestroyed(const NeverDestroyed&) = delete;
  NeverDestroyed& operator=(const NeverDestroyed&) = delete;
  [[nodiscard]] T& operator*() const { return *it_; }

 private:
  alignas(T) std::byte room_[sizeof(T)];
  T* it_;
};

}  // namespace fiveproof

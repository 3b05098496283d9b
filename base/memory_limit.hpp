// A bound on the memory that the process takes. Whoever asks for more gets none: std::bad_alloc.
//
// It is the kernel that counts (RLIMIT_DATA): all private memory that can be written to, whoever asked for
// it, our containers or a library, and whether or not it has been touched. So the bound holds for what is not
// written yet, too, and costs no time. What does not count are pages of files, those of temporary files among
// them, which leave memory when others need it.
//
// Without Linux, and under a sanitizer, whose own memory would count, there is no bound.
#pragma once

#include <cstddef>

namespace fiveproof {

/// The memory of the machine, or of the control group that we are in if that is less; 0: not known.
[[nodiscard]] std::size_t memory_of_machine();

/// While it lives, the process may take so many bytes more than it has, and a little for stacks and buffers.
/// A bound that there is already stays if it is the tighter one. One at a time.
class MemoryLimit {
 public:
  /// What may be taken beside the bytes that were said.
  static constexpr std::size_t beside = std::size_t{32} << 20;

  explicit MemoryLimit(std::size_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
};

/// To be called before so many threads are started: their stacks count, although hardly any of them is
/// touched. The room stays until the MemoryLimit ends, as the C library keeps the stacks, too.
void make_room_for_threads(unsigned threads) noexcept;

}  // namespace fiveproof

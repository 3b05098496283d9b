// One zstd frame as RFC 8878 has it. What it holds JavaScript unpacks; how long it is and what it says of itself is
// looked at here, as the rules of spec/format.md, section 4, want it.
#include "format/fvp/fvp_frame.hpp"

#include <optional>

#include "page/core/host.hpp"

namespace fiveproof::fvp {
namespace {

constexpr std::uint32_t frame_magic = 0xFD2FB528;

/// The bytes of a field; nothing when the frame ends before.
class FrameBytes {
 public:
  explicit FrameBytes(View bytes) : rest_(bytes) {}
  /// The least byte comes first.
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value |= std::uint64_t{has(bytes) ? rest_[i] : 0u} << (8 * i);
    skip(bytes);
    return value;
  }
  void skip(std::uint64_t bytes) {
    is_short_ |= !has(bytes);
    rest_ = has(bytes) ? rest_.subspan(static_cast<std::size_t>(bytes)) : View();
  }
  [[nodiscard]] bool is_short() const { return is_short_; }
  [[nodiscard]] bool is_at_end() const { return !is_short_ && rest_.empty(); }

 private:
  [[nodiscard]] bool has(std::uint64_t bytes) const { return bytes <= rest_.size(); }
  View rest_;
  bool is_short_ = false;
};

struct FrameHead {
  std::optional<std::uint64_t> content_bytes = {};
  bool has_checksum = false;
  bool has_dictionary = false;
};

/// require: the magic number has been read.
FrameHead read_head(FrameBytes& bytes) {
  constexpr std::size_t widths[] = {0, 2, 4, 8};
  const auto descriptor = static_cast<unsigned>(bytes.number(1));
  const bool is_single = (descriptor & 0x20u) != 0;
  if (!is_single) bytes.skip(1);  // the window, which is not needed where all comes out at once
  FrameHead head;
  head.has_checksum = (descriptor & 4u) != 0;
  const std::size_t dictionary_bytes = (descriptor & 3u) == 3 ? 4 : descriptor & 3u;
  head.has_dictionary = bytes.number(dictionary_bytes) != 0;
  const unsigned width = descriptor >> 6;
  if (width != 0 || is_single) {
    const std::size_t content_width = width == 0 ? 1 : widths[width];
    head.content_bytes = bytes.number(content_width) + (content_width == 2 ? 256 : 0);
  }
  return head;
}

/// Goes over the blocks, up to the one that says it is the last.
void skip_blocks(FrameBytes& bytes) {
  for (bool is_last = false; !is_last && !bytes.is_short();) {
    const auto head = static_cast<unsigned>(bytes.number(3));
    is_last = (head & 1u) != 0;
    const bool is_one_byte_repeated = (head >> 1 & 3u) == 1;
    bytes.skip(is_one_byte_repeated ? 1 : head >> 3);
  }
}

std::size_t content_bytes(View frame, std::uint64_t offset, std::size_t max_bytes) {
  FrameBytes bytes(frame);
  if (bytes.number(4) != frame_magic || bytes.is_short()) refuse(offset, "a zstd frame", "other bytes");
  const FrameHead head = read_head(bytes);
  skip_blocks(bytes);
  if (head.has_checksum) bytes.skip(4);
  if (!bytes.is_at_end())
    refuse(offset, "one whole zstd frame of " + std::to_string(frame.size()) + " bytes", "another length");
  if (head.has_dictionary) refuse(offset, "a zstd frame without a dictionary", "one with it");
  if (!head.content_bytes) refuse(offset, "a zstd frame that states its content size", "none");
  const std::uint64_t size = *head.content_bytes;
  expect_at_most(offset, "bytes after decompression", max_bytes, size);
  if (size == 0 || size % 8 != 0) refuse(offset, "whole words of 8 bytes", std::to_string(size) + " bytes");
  return static_cast<std::size_t>(size);
}

}  // namespace

/// The formula of ZSTD_COMPRESSBOUND in zstd.h.
std::size_t most_frame_bytes(std::size_t content_bytes) {
  constexpr std::size_t small = std::size_t{128} << 10;
  return content_bytes + (content_bytes >> 8) + (content_bytes < small ? (small - content_bytes) >> 11 : 0);
}

std::vector<std::uint64_t> decompress(View frame, std::uint64_t offset, std::size_t max_bytes) {
  const std::size_t size = content_bytes(frame, offset, max_bytes);
  std::vector<std::uint64_t> words(size / 8);
  const auto got =
      host_unzstd(frame.data(), frame.size(), reinterpret_cast<std::uint8_t*>(words.data()), size);
  if (got < 0 || static_cast<std::size_t>(got) != size)
    refuse(offset, "a readable zstd frame", "one that cannot be unpacked");
  return words;
}

}  // namespace fiveproof::fvp

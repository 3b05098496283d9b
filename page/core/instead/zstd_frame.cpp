#include "page/core/instead/zstd_frame.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace fiveproof::page {
namespace {

using View = std::span<const std::uint8_t>;

constexpr std::uint32_t frame_magic = 0xFD2FB528;
constexpr std::uint64_t most_block_bytes = 128 << 10;

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
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  [[nodiscard]] bool has(std::uint64_t bytes) const { return bytes <= rest_.size(); }
  View rest_;
  bool is_short_ = false;
};

std::uint64_t window_of(std::uint64_t descriptor) {
  const std::uint64_t base = std::uint64_t{1} << (10 + (descriptor >> 3));
  return base + base / 8 * (descriptor & 7u);
}

/// Returns whether a checksum ends the frame. require: the magic number has been read.
bool read_head(FrameBytes& bytes, ZstdFrame& frame) {
  constexpr std::size_t widths[] = {0, 2, 4, 8};
  const auto descriptor = static_cast<unsigned>(bytes.number(1));
  const bool is_single = (descriptor & 0x20u) != 0;
  if (!is_single) frame.window_bytes = window_of(bytes.number(1));
  const std::size_t dictionary_bytes = (descriptor & 3u) == 3 ? 4 : descriptor & 3u;
  frame.has_dictionary = bytes.number(dictionary_bytes) != 0;
  const unsigned width = descriptor >> 6;
  if (width != 0 || is_single) {
    const std::size_t content_width = width == 0 ? 1 : widths[width];
    frame.content_bytes = bytes.number(content_width) + (content_width == 2 ? 256 : 0);
    if (is_single) frame.window_bytes = *frame.content_bytes;
  }
  return (descriptor & 4u) != 0;
}

/// Goes over the blocks, up to the one that says it is the last.
void skip_blocks(FrameBytes& bytes, ZstdFrame& frame) {
  for (bool is_last = false; !is_last && !bytes.is_short();) {
    const auto head = static_cast<unsigned>(bytes.number(3));
    is_last = (head & 1u) != 0;
    const unsigned kind = head >> 1 & 3u;
    const bool is_one_byte_repeated = kind == 1, is_packed = kind == 2;
    frame.most_content_bytes += is_packed ? most_block_bytes : head >> 3;
    bytes.skip(is_one_byte_repeated ? 1 : head >> 3);
  }
}

// -- XXH64, as its specification has it --

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87, prime2 = 0xC2B2AE3D27D4EB4F, prime3 = 0x165667B19E3779F9,
                        prime4 = 0x85EBCA77C2B2AE63, prime5 = 0x27D4EB2F165667C5;

std::uint64_t round_of(std::uint64_t sum, std::uint64_t lane) {
  return std::rotl(sum + lane * prime2, 31) * prime1;
}

template <class Number>
Number take(View& rest) {
  static_assert(std::endian::native == std::endian::little);
  Number number = 0;
  std::memcpy(&number, rest.data(), sizeof number);
  rest = rest.subspan(sizeof number);
  return number;
}

/// What four sums come to that take turns at pieces of 8 bytes.
std::uint64_t sum_of_stripes(View& rest) {
  std::array<std::uint64_t, 4> sums = {prime1 + prime2, prime2, 0, 0 - prime1};
  while (rest.size() >= 32)
    for (std::uint64_t& sum : sums) sum = round_of(sum, take<std::uint64_t>(rest));
  std::uint64_t hash =
      std::rotl(sums[0], 1) + std::rotl(sums[1], 7) + std::rotl(sums[2], 12) + std::rotl(sums[3], 18);
  for (const std::uint64_t sum : sums) hash = (hash ^ round_of(0, sum)) * prime1 + prime4;
  return hash;
}

}  // namespace

ZstdFrame zstd_frame_of(View all) {
  FrameBytes bytes(all);
  ZstdFrame frame;
  frame.has_magic = bytes.number(4) == frame_magic && !bytes.is_short();
  if (!frame.has_magic) return frame;
  const bool has_checksum = read_head(bytes, frame);
  skip_blocks(bytes, frame);
  if (has_checksum) frame.checksum = static_cast<std::uint32_t>(bytes.number(4));
  frame.is_whole = !bytes.is_short();
  frame.bytes = all.size() - bytes.left();
  return frame;
}

std::uint64_t content_checksum(View content) {
  View rest = content;
  std::uint64_t hash = content.size() >= 32 ? sum_of_stripes(rest) : prime5;
  hash += content.size();
  while (rest.size() >= 8)
    hash = std::rotl(hash ^ round_of(0, take<std::uint64_t>(rest)), 27) * prime1 + prime4;
  if (rest.size() >= 4) hash = std::rotl(hash ^ take<std::uint32_t>(rest) * prime1, 23) * prime2 + prime3;
  while (!rest.empty()) hash = std::rotl(hash ^ take<std::uint8_t>(rest) * prime5, 11) * prime1;
  hash = (hash ^ hash >> 33) * prime2;
  hash = (hash ^ hash >> 29) * prime3;
  return hash ^ hash >> 32;
}

}  // namespace fiveproof::page

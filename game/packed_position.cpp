#include "game/packed_position.hpp"

#include <algorithm>

namespace fiveproof {
namespace {

constexpr int weights[5] = {81, 27, 9, 3, 1};
constexpr int values_per_byte = 243;

}  // namespace

void pack(const Position& position, std::span<std::uint8_t> out) {
  const int size = position.size();
  FIVEPROOF_ENSURE(out.size() == packed_bytes(size));
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) {
      const int at = dense_index(s, size);
      auto& byte = out[static_cast<std::size_t>(at / 5)];
      byte = static_cast<std::uint8_t>(byte + (1 + index_of(c)) * weights[at % 5]);
    }
}

std::vector<std::uint8_t> pack(const Position& position) {
  std::vector<std::uint8_t> out(packed_bytes(position.size()));
  pack(position, out);
  return out;
}

Result<Position> unpack(std::span<const std::uint8_t> bytes, int size, Color to_move) {
  FIVEPROOF_ENSURE(bytes.size() == packed_bytes(size));
  Position position(size);
  position.set_to_move(to_move);
  const int squares = size * size;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    int value = bytes[i];
    if (value == 0) continue;
    if (value >= values_per_byte)
      return Error{ErrorCode::malformed,
                   "expected five base-3 digits (0 to 242), found " + std::to_string(value)};
    for (int digit = 4; value != 0; --digit, value /= 3) {
      const int content = value % 3;
      if (content == 0) continue;
      const int at = static_cast<int>(i) * 5 + digit;
      if (at >= squares)
        return Error{ErrorCode::malformed, "expected zero digits beyond the board, found a stone"};
      position.put(content == 1 ? Color::black : Color::white, from_dense_index(at, size));
    }
  }
  return position;
}

}  // namespace fiveproof

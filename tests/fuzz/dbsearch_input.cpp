#include "tests/fuzz/dbsearch_input.hpp"

#include <algorithm>

#include "dbsearch/shapes.hpp"
#include "tests/fuzz/byte_reader.hpp"

namespace fiveproof::fuzz {
namespace {

using dbsearch::Threat;

// Bits of the first byte.
constexpr unsigned standard_bit = 1, white_bit = 2, found_bit = 4, refutation_bit = 8, reduction_bit = 16,
                   unrestricted_bit = 32, fours_bit = 64, renju_bit = 128;
// A threat that begins with a number below this is a shape, else it is made of arbitrary masks.
constexpr std::uint8_t first_arbitrary = 200;
constexpr std::size_t most_extra_stones = 4, most_edits = 12;

/// Colour and dense index in one number: the lowest bit is White.
using Stone = std::pair<Color, Square>;
Stone stone_of(unsigned number, int size) {
  const int index = static_cast<int>(number / 2) % (size * size);
  return {number % 2 ? Color::white : Color::black, Square(index / size, index % size)};
}
unsigned number_of(const Stone& stone, int size) {
  const int index = stone.second.column() * size + stone.second.row();
  return static_cast<unsigned>(2 * index + index_of(stone.first));
}

Threat threat_of(ByteReader& in) {
  const std::uint8_t first = in.u8();
  const auto direction = in.u8();
  const Square gain = Square::from_number(in.u16() % Square::count);
  if (first < first_arbitrary) {
    const auto shapes = dbsearch::all_shapes();
    return shapes[first % shapes.size()].at(gain, static_cast<Direction>(direction % direction_count));
  }
  Threat threat;
  threat.kind = static_cast<dbsearch::ThreatKind>(first - first_arbitrary);
  threat.direction = static_cast<Direction>(direction);
  threat.gain = gain;
  threat.line = in.u16();
  threat.rest = in.u16();
  threat.cost = in.u16();
  threat.extension = in.u16();
  return threat;
}

void put_u16(std::vector<std::uint8_t>& out, unsigned value) {
  out.push_back(static_cast<std::uint8_t>(value & 0xFF));
  out.push_back(static_cast<std::uint8_t>(value >> 8));
}

void put_threat(std::vector<std::uint8_t>& out, const Threat& threat) {
  const auto shapes = dbsearch::all_shapes();
  const auto at = std::find_if(shapes.begin(), shapes.end(), [&](const dbsearch::Shape& shape) {
    return shape.at(threat.gain, threat.direction) == threat;
  });
  FIVEPROOF_ENSURE(at != shapes.end());
  out.push_back(static_cast<std::uint8_t>(at - shapes.begin()));
  out.push_back(static_cast<std::uint8_t>(threat.direction));
  put_u16(out, static_cast<unsigned>(threat.gain.number()));
}

}  // namespace

DbsearchInput decode_dbsearch_input(std::span<const std::uint8_t> data, DbsearchBoards boards) {
  ByteReader in(data);
  DbsearchInput input;
  const unsigned bits = in.u8();
  input.rule = bits & standard_bit ? RuleSet::standard : RuleSet::freestyle;
  if (boards.with_renju && (bits & renju_bit) != 0) input.rule = RuleSet::renju;
  input.attacker = bits & white_bit ? Color::white : Color::black;
  input.starts_with_found = bits & found_bit;
  input.options.global_refutation = !(bits & refutation_bit);
  input.options.category_reduction = !(bits & reduction_bit);
  input.options.restricted_threes = !(bits & unrestricted_bit);
  if (bits & fours_bit) input.options.max_category = 1;
  const int size = min_board_size + in.u8() % (boards.largest - min_board_size + 1);
  input.options.node_limit = 2u * in.u8();
  input.position = Position(size);
  input.position.set_to_move(input.attacker);

  const std::size_t extra = in.u8() % (most_extra_stones + 1);
  Position occupied(size);
  const auto next_stone = [&](auto&& use) {
    const auto [color, square] = stone_of(in.u16(), size);
    if (!occupied.is_empty(square)) return;
    occupied.put(color, square);
    use(color, square);
  };
  for (int stones = in.u16() % 400; stones > 0 && !in.at_end(); --stones)
    next_stone([&](Color c, Square s) { input.position.put(c, s); });
  for (std::size_t i = 0; i < extra; ++i)
    next_stone([&](Color c, Square s) { input.extra_stones.emplace_back(c, s); });
  while (!in.at_end() && input.edits.size() < most_edits) {
    const unsigned what = in.u8();
    input.edits.push_back(
        {static_cast<SequenceEdit::Kind>(what % 4), static_cast<std::uint8_t>(what / 4), threat_of(in)});
  }
  return input;
}

std::vector<std::uint8_t> encode_dbsearch_input(const DbsearchInput& input) {
  const int size = input.position.size();
  std::vector<std::uint8_t> out;
  out.push_back(static_cast<std::uint8_t>(
      (input.rule == RuleSet::standard ? standard_bit : 0) | (input.rule == RuleSet::renju ? renju_bit : 0) |
      (input.attacker == Color::white ? white_bit : 0) | (input.starts_with_found ? found_bit : 0)));
  out.push_back(static_cast<std::uint8_t>(size - min_board_size));
  out.push_back(100);  // 200 nodes
  out.push_back(static_cast<std::uint8_t>(input.extra_stones.size()));
  put_u16(out, static_cast<unsigned>(input.position.stone_count()));
  for (const Color c : {Color::black, Color::white})
    for (const Square s : input.position.stones(c)) put_u16(out, number_of({c, s}, size));
  for (const auto& stone : input.extra_stones) put_u16(out, number_of(stone, size));
  for (const SequenceEdit& edit : input.edits) {
    out.push_back(static_cast<std::uint8_t>(static_cast<unsigned>(edit.kind) + 4u * edit.index));
    put_threat(out, edit.threat);
  }
  return out;
}

}  // namespace fiveproof::fuzz

#include "dbsearch/shapes.hpp"

#include <algorithm>
#include <bit>

namespace fiveproof::dbsearch {
namespace {

using Mask = Threat::Mask;

/// Makes a shape around the gain square; all places are those within a line of `length` squares.
Shape make_shape(ThreatKind kind, int length, int gain, std::initializer_list<int> cost,
                 std::initializer_list<int> rest) {
  const auto bit = [gain](int place) { return bit_at(place - gain); };
  std::uint32_t line = 0;
  std::uint32_t rests = 0;
  std::uint32_t costs = 0;
  for (int i = 0; i < length; ++i) line |= bit(i);
  for (int i : rest) rests |= bit(i);
  for (int i : cost) costs |= bit(i);
  return {kind, static_cast<Mask>(line), static_cast<Mask>(rests), static_cast<Mask>(costs),
          static_cast<Mask>(bit(-1) | bit(length))};
}

void add_threes(std::vector<Shape>& shapes, ThreatKind kind, int length, std::array<int, 3> stones,
                std::initializer_list<int> cost) {
  for (std::size_t g = 0; g < 3; ++g)
    shapes.push_back(make_shape(kind, length, stones[g], cost, {stones[(g + 1) % 3], stones[(g + 2) % 3]}));
}

std::vector<Shape> build_shapes() {
  std::vector<Shape> shapes;
  //  X X X X g
  for (int gain = 0; gain < 5; ++gain)
    // NOLINTNEXTLINE(performance-inefficient-vector-operation): the first of many
    shapes.push_back(make_shape(ThreatKind::five, 5, gain, {},
                                {(gain + 1) % 5, (gain + 2) % 5, (gain + 3) % 5, (gain + 4) % 5}));
  //  _ X X g X _
  for (int gain = 1; gain < 5; ++gain)
    shapes.push_back(make_shape(ThreatKind::straight_four, 6, gain, {},
                                {gain % 4 + 1, (gain + 1) % 4 + 1, (gain + 2) % 4 + 1}));
  //  X X g X c
  for (int gain = 0; gain < 5; ++gain)
    for (int step = 1; step < 5; ++step) {
      const int cost = (gain + step) % 5;
      std::array<int, 3> rest{};
      std::size_t n = 0;
      for (int i = 0; i < 5; ++i)
        if (i != gain && i != cost) rest[n++] = i;
      shapes.push_back(make_shape(ThreatKind::four, 5, gain, {cost}, {rest[0], rest[1], rest[2]}));
    }
  //  c X g c X c
  add_threes(shapes, ThreatKind::broken_three, 6, {1, 3, 4}, {0, 2, 5});
  add_threes(shapes, ThreatKind::broken_three, 6, {1, 2, 4}, {0, 3, 5});
  //  _ c X g X c _
  add_threes(shapes, ThreatKind::three_two_replies, 7, {2, 3, 4}, {1, 5});
  //  c c X g X c
  add_threes(shapes, ThreatKind::three_three_replies, 6, {2, 3, 4}, {0, 1, 5});
  add_threes(shapes, ThreatKind::three_three_replies, 6, {1, 2, 3}, {0, 4, 5});
  return shapes;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> built = build_shapes();
  return built;
}

/// All masks of a shape side by side in one number, for a look-up without false hits.
std::uint64_t masks_of(const Shape& s) {
  return std::uint64_t{s.line} | std::uint64_t{s.rest} << 16 | std::uint64_t{s.cost} << 32 |
         std::uint64_t{s.extension} << 48;
}

/// A hash table of all shapes, by masks_of() and kind, with open addressing.
struct ShapeIndex {
  static constexpr std::size_t slots = 256;
  struct Slot {
    std::uint64_t masks = 0;  // 0: the slot is free
    ThreatKind kind{};
  };
  std::array<Slot, slots> table{};

  ShapeIndex() {
    for (const Shape& s : shapes()) {
      std::size_t at = slot_of(masks_of(s), s.kind);
      while (table[at].masks != 0) at = (at + 1) % slots;
      table[at] = {masks_of(s), s.kind};
    }
  }
  static std::size_t slot_of(std::uint64_t masks, ThreatKind kind) {
    return ((masks + static_cast<std::uint64_t>(kind)) * 0x9E3779B97F4A7C15ull) >> 56;
  }
  [[nodiscard]] bool contains(std::uint64_t masks, ThreatKind kind) const {
    for (std::size_t at = slot_of(masks, kind); table[at].masks != 0; at = (at + 1) % slots)
      if (table[at].masks == masks && table[at].kind == kind) return true;
    return false;
  }
};

constexpr std::uint32_t power_of_3(int n) { return n == 0 ? 1u : 3u * power_of_3(n - 1); }

/// For every word of 2 * radius + 1 bits, its bits without the middle one, read as digits in base 3.
template <class Number>
std::vector<Number> digits_of_words(int radius) {
  const int bits = 2 * radius + 1;
  std::vector<Number> digits(std::size_t{1} << bits);
  for (std::uint32_t word = 0; word < digits.size(); ++word) {
    std::uint32_t value = 0;
    int place = 0;
    for (int i = 0; i < bits; ++i) {
      if (i == radius) continue;
      if (word >> i & 1) value += power_of_3(place);
      ++place;
    }
    digits[word] = static_cast<Number>(value);
  }
  return digits;
}

/// Calls `use(key, own, blocked)` for every neighbourhood of `radius` squares to either side of an empty
/// middle; the words are 13 bits wide.
template <class Use>
void for_each_neighbourhood(int radius, Use use) {
  const std::uint32_t keys = power_of_3(2 * radius);
  for (std::uint32_t key = 0; key < keys; ++key) {
    std::uint32_t own = 0;
    std::uint32_t blocked = 0;
    std::uint32_t rest = key;
    for (int i = -radius; i <= radius; ++i) {
      if (i == 0) continue;
      const std::uint32_t bit = bit_at(i);
      if (rest % 3 == 1) own |= bit;
      if (rest % 3 == 2) blocked |= bit;
      rest /= 3;
    }
    use(key, own, blocked);
  }
}

}  // namespace

std::span<const Shape> all_shapes() { return shapes(); }

bool is_well_formed(const Threat& threat) {
  static const ShapeIndex index;
  return threat.gain.number() < Square::count && static_cast<int>(threat.direction) < direction_count &&
         index.contains(masks_of({threat.kind, threat.line, threat.rest, threat.cost, threat.extension}),
                        threat.kind);
}

ShapeTable::ShapeTable(FiveKind five)
    : radius_(is_spoiled_by_one_more(five) ? 5 : 4),
      low_(Threat::center - radius_),
      mask_((1u << (2 * radius_ + 1)) - 1),
      digits_(digits_of_words<std::uint32_t>(radius_)) {
  first_.reserve(power_of_3(2 * radius_) + 1);
  for_each_neighbourhood(radius_, [&](std::uint32_t, std::uint32_t own, std::uint32_t blocked) {
    first_.push_back(static_cast<std::uint32_t>(entries_.size()));
    std::vector<Mask> stones_of_two_reply_threes;
    const auto stones = [](const Shape& s) { return static_cast<Mask>(s.rest | 1u << Threat::center); };
    for (std::size_t i = 0; i < shapes().size(); ++i) {
      const Shape& s = shapes()[i];
      if (!applies(s.at({}, {}), own, blocked, five)) continue;
      if (s.kind == ThreatKind::three_two_replies) stones_of_two_reply_threes.push_back(stones(s));
      const bool dominated = s.kind == ThreatKind::three_three_replies &&
                             std::find(stones_of_two_reply_threes.begin(), stones_of_two_reply_threes.end(),
                                       stones(s)) != stones_of_two_reply_threes.end();
      entries_.push_back({static_cast<std::uint8_t>(i & 127), dominated});
    }
  });
  first_.push_back(static_cast<std::uint32_t>(entries_.size()));
}

const ShapeTable& ShapeTable::of(FiveKind five) {
  static const ByFiveKind<ShapeTable> tables([](FiveKind kind) { return ShapeTable(kind); });
  return tables[five];
}

TieTable::TieTable() : digits_(digits_of_words<std::uint16_t>(4)), ties_(power_of_3(8)) {
  for_each_neighbourhood(4, [&](std::uint32_t key, std::uint32_t others, std::uint32_t blocked) {
    const std::uint32_t own = others | 1u << Threat::center;
    StoneTies ties{0, 0, 0, 0, 0};
    for (int start = Threat::center - 4; start <= Threat::center; ++start) {
      const std::uint32_t window = 31u << start;
      if (blocked & window) continue;
      const int stones = std::popcount(own & window);
      if (stones > ties.fullest_window) ties.fullest_window = static_cast<std::uint32_t>(stones & 7);
      const int i = start - Threat::center + 4;
      ties.open_windows = (ties.open_windows | 1u << i) & 31u;
      if (stones == 3) ties.windows_of_three = (ties.windows_of_three | 1u << i) & 31u;
      for (int least = 2; least <= std::min(stones, 4); ++least)
        ties.filled_windows = (ties.filled_windows | 1u << (i + 5 * (least - 2))) & 32767u;
    }
    //  _ X X X . _  with the empty square anywhere among the four in the middle
    for (int start = Threat::center - 4; start <= Threat::center - 1; ++start) {
      const std::uint32_t six = 63u << start;
      const std::uint32_t middle = 15u << (start + 1);
      if ((blocked & six) || (own & six & ~middle)) continue;
      if (std::popcount(own & middle) == 3) ties.has_three = 1;
    }
    ties_[key] = ties;
  });
}

const TieTable& TieTable::instance() {
  static const TieTable built;
  return built;
}

}  // namespace fiveproof::dbsearch

#include "convert/rapfi/rapfi_record.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>

#include "base/bytes.hpp"
#include "convert/rapfi/rapfi_text.hpp"

namespace fiveproof::convert {

namespace {

/// Points as numbers, which sort as their bytes do; a pass comes last.
std::uint16_t number_of(DbPoint point) { return static_cast<std::uint16_t>(point.x << 8 | point.y); }
constexpr std::uint16_t pass_number = 0xFFFF;

bool is_sound_board(const DbBoard& board) {
  const auto is_size = [](int size) { return size >= 1 && size <= max_db_board_size; };
  return is_size(board.width) && is_size(board.height);
}

std::strong_ordering order_of_bytes(View a, View b) {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
  return order != 0 ? order <=> 0 : a.size() <=> b.size();
}

/// The kind of a key, in the order of a file: 0 metadata, 1 a key, 2 other bytes, 3 empty.
int class_of(View key) {
  if (key.empty()) return 3;
  if (key.size() % 2 == 0 || key.size() < 3) return 2;
  return DbRecord(key, {}).is_metadata() ? 0 : 1;
}

struct StoneCounts {
  std::size_t black = 0, white = 0;
  auto operator<=>(const StoneCounts&) const = default;
};
StoneCounts stones_of(const DbKey& key) {
  StoneCounts counts;
  for (std::size_t i = 0; i < key.count(); ++i)
    if (!key.point(i).is_pass()) ++(key.color(i) == Color::black ? counts.black : counts.white);
  return counts;
}

bool may_have_pass(const DbKey& key) {
  const View points = key.bytes().subspan(3);
  return !points.empty() && std::memchr(points.data(), 0xFF, points.size()) != nullptr;
}

/// Compares numbers of stones, then stones, then the side to move.
std::strong_ordering compare_points(const DbKey& a, const DbKey& b) {
  if (!may_have_pass(a) && !may_have_pass(b)) {
    if (a.count() != b.count()) return a.count() <=> b.count();
    return order_of_bytes(a.bytes(), b.bytes());
  }
  if (const auto order = stones_of(a) <=> stones_of(b); order != 0) return order;
  std::size_t i = 0, k = 0;
  for (;; ++i, ++k) {
    while (i < a.count() && a.point(i).is_pass()) ++i;
    while (k < b.count() && b.point(k).is_pass()) ++k;
    if (i >= a.count() || k >= b.count()) break;
    if (const auto order = a.point(i) <=> b.point(k); order != 0) return order;
  }
  if (a.to_move() != b.to_move()) return a.to_move() <=> b.to_move();
  return order_of_bytes(a.bytes(), b.bytes());
}

/// The image of a key's points: the black ones first, both colours sorted.
void fill_image(const DbKey& key, int symmetry, std::vector<std::uint16_t>& out) {
  const DbBoard board = key.board();
  out.resize(key.count());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const DbPoint point = key.point(i);
    out[i] = point.is_pass() ? pass_number : number_of(image_of(point, symmetry, board));
  }
  const auto middle = out.begin() + static_cast<std::ptrdiff_t>(key.black_count());
  std::sort(out.begin(), middle);
  std::sort(middle, out.end());
}

void put_points(const std::vector<std::uint16_t>& points, Bytes& key) {
  for (const std::uint16_t number : points) put_number(key, number, 2);
}

/// Can an image be as small as one that begins with `best`? Its smallest black stone rules most images out,
/// and costs no sorting.
bool may_be_as_small(const DbKey& key, int symmetry, std::uint16_t best) {
  const DbBoard board = key.board();
  for (std::size_t i = 0; i < key.black_count(); ++i) {
    const DbPoint point = key.point(i);
    if (point.is_pass() || number_of(image_of(point, symmetry, board)) <= best) return true;
  }
  return false;
}

constexpr std::array<char, 7> known_labels = {'\0', '\xFF', 'w', 'l', 'd', 'x', '!'};

}  // namespace

std::uint8_t db_rule(RuleSet rule) {
  switch (rule) {
    case RuleSet::freestyle:
      return 0;
    case RuleSet::standard:
      return 1;
    case RuleSet::renju:
      return 2;
  }
  FIVEPROOF_ENSURE(false);
}

std::optional<RuleSet> DbBoard::rule_set() const {
  for (const RuleSet known : all_rule_sets)
    if (rule == db_rule(known)) return known;
  return std::nullopt;
}

std::string DbBoard::text() const {
  const auto known = rule_set();
  const std::string out = known ? std::string(name_of(*known)) : "rule " + std::to_string(rule);
  return out + " " + std::to_string(width) + "x" + std::to_string(height);
}

// -- keys --

std::optional<DbKey> DbKey::parse(View bytes) {
  if (bytes.size() < 3 || bytes.size() % 2 == 0) return std::nullopt;
  return DbKey(bytes);
}

bool DbKey::is_position() const {
  const DbBoard on = board();
  if (!is_sound_board(on)) return false;
  std::bitset<max_db_board_size * max_db_board_size> taken;
  for (std::size_t i = 0; i < count(); ++i) {
    const DbPoint at = point(i);
    if (at.is_pass()) continue;
    if (!at.is_on(on)) return false;
    auto bit = taken[static_cast<std::size_t>(at.x * max_db_board_size + at.y)];
    if (bit) return false;
    bit = true;
  }
  return true;
}

const char* DbKey::fault() const {
  const DbBoard on = board();
  if (!on.rule_set()) return "a rule other than 0, 1 and 2";
  if (!is_sound_board(on)) return "a board that is not between 1x1 and 32x32";
  if (!is_position()) return "a stone off the board, or two on one point";
  // A pass belongs at the end of a colour; the number of stones tells of which colour.
  std::size_t passes = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    if (!point(i).is_pass()) {
      if (i > 0 && color(i - 1) == color(i) && point(i) < point(i - 1)) return "stones out of order";
      continue;
    }
    const bool is_last = i + 1 == count() || color(i + 1) != color(i);
    const Color where = (count() - 1) % 2 == 0 ? Color::black : Color::white;
    if (++passes > 1 || !is_last || color(i) != where) return "a pass where none belongs";
  }
  return nullptr;
}

std::strong_ordering compare_keys(View a, View b) {
  const int kind = class_of(a);
  if (const auto order = kind <=> class_of(b); order != 0) return order;
  if (kind != 1) return order_of_bytes(a, b);
  if (const auto order = order_of_bytes(a.first(3), b.first(3)); order != 0) return order;
  return compare_points(*DbKey::parse(a), *DbKey::parse(b));
}

CanonicalDbKey canonical_key(const DbKey& key) {
  std::vector<std::uint16_t> best, other;
  fill_image(key, 0, best);
  std::vector<int> symmetries = {0};
  for (int symmetry = 1; symmetry < symmetries_of(key.board()); ++symmetry) {
    if (!best.empty() && !may_be_as_small(key, symmetry, best[0])) continue;
    fill_image(key, symmetry, other);
    if (other > best) continue;
    if (other < best) {
      std::swap(best, other);
      symmetries.clear();
    }
    symmetries.push_back(symmetry);
  }
  CanonicalDbKey canonical{{key.bytes().begin(), key.bytes().begin() + 3}, std::move(symmetries)};
  put_points(best, canonical.bytes);
  return canonical;
}

bool is_canonical(const DbKey& key) { return std::ranges::equal(canonical_key(key).bytes, key.bytes()); }

Position position_of(const DbKey& key) {
  Position position(key.board().width);
  for (std::size_t i = 0; i < key.count(); ++i)
    if (const DbPoint point = key.point(i); !point.is_pass())
      position.put(key.color(i), square_of(point, position.size()));
  position.set_to_move(key.to_move());
  return position;
}

std::optional<Bytes> key_of(const Position& position, RuleSet rule) {
  const auto size = static_cast<std::uint8_t>(position.size());
  std::array<std::vector<std::uint16_t>, 2> points;
  for (const Color color : {Color::black, Color::white}) {
    auto& of_color = points[static_cast<std::size_t>(index_of(color))];
    for (const Square square : position.stones(color))
      of_color.push_back(number_of(point_of(square, position.size())));
    std::sort(of_color.begin(), of_color.end());
  }
  const std::size_t total = points[0].size() + points[1].size();
  if (position.to_move() != (total % 2 == 0 ? Color::black : Color::white))
    points[total % 2].push_back(pass_number);
  if (const std::size_t all = points[0].size() + points[1].size(); points[0].size() != (all + 1) / 2)
    return std::nullopt;
  Bytes key = {db_rule(rule), size, size};
  for (const auto& of_color : points) put_points(of_color, key);
  return key;
}

// -- what is said --

char DbRecord::label() const {
  if (body_.empty()) return '\0';
  const auto label = static_cast<char>(body_[0]);
  return label >= 'A' && label <= 'Z' ? static_cast<char>(label - 'A' + 'a') : label;
}

std::uint8_t DbRecord::claims_of_value() const {
  const int said = value();
  if (said > db_mate || said < -db_mate) return claims_nothing;  // no value that a program writes
  if (said >= least_db_mate && bound() != upper_bound) return claims_win;
  if (said <= -least_db_mate && bound() != lower_bound) return claims_loss;
  return claims_nothing;
}

std::uint8_t DbRecord::claims() const {
  std::uint8_t claims = claims_of_value();
  if (label() == 'l') claims |= claims_win;
  if (label() == 'w') claims |= claims_loss;
  return claims;
}

std::optional<int> DbRecord::plies() const {
  if (claims_of_value() == claims_nothing) return std::nullopt;
  return db_mate - std::abs(int{value()});
}

const char* DbRecord::body_fault() const {
  if (body_.size() == 2 || body_.size() == 4) return "a record that ends within a number";
  if (std::find(known_labels.begin(), known_labels.end(), label()) == known_labels.end())
    return "an unknown label";
  if (value() > db_mate || value() < -db_mate) return "a value beyond 30000";
  if (claims() == (claims_win | claims_loss)) return "a label and a value that contradict each other";
  if (!text().empty() && !parse_db_text(text())) return "a text on the board without a point";
  return nullptr;
}

Bytes text_image(View text, int symmetry, const DbBoard& board) {
  const auto is_on_board = [&](const DbBoardText& item) { return DbPoint{item.x, item.y}.is_on(board); };
  auto parts = parse_db_text(text);
  if (!parts || parts->board.empty() || !std::all_of(parts->board.begin(), parts->board.end(), is_on_board))
    return {text.begin(), text.end()};
  for (DbBoardText& item : parts->board) {
    const DbPoint moved = image_of({item.x, item.y}, symmetry, board);
    item.x = moved.x;
    item.y = moved.y;
  }
  std::ranges::sort(parts->board);
  return db_text_bytes(*parts);
}

Bytes canonical_body(const DbRecord& record) {
  const View body = record.body(), text = record.text();
  Bytes out(body.begin(), body.end() - static_cast<std::ptrdiff_t>(text.size()));
  if (!out.empty()) out[0] = static_cast<std::uint8_t>(record.label());
  if (text.empty()) return out;
  const DbKey key = *DbKey::parse(record.key());
  // Several symmetries lead to the smallest key if the position is symmetrical: the least text is taken.
  std::optional<Bytes> least;
  for (const int symmetry : canonical_key(key).symmetries) {
    auto turned = text_image(text, symmetry, key.board());
    if (!least || turned < *least) least = std::move(turned);
  }
  out.insert(out.end(), least->begin(), least->end());
  return out;
}

}  // namespace fiveproof::convert

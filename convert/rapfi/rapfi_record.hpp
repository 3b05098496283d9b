// A record of a database of Yixin and Rapfi: a position, and what is said of it.
//
//   key        u8 rule (0 freestyle, 1 standard, 2 renju), i8 width, i8 height, then points (x, y) from the
//              top left corner: the black stones, then the white ones, both sorted by x and then by y
//   body       i8 label, i16 value, i16 depth << 2 | bound, text; little endian. It may end behind the label,
//              the value or the depth, or be empty, which is called a null record
//
// Of n points the first (n + 1) / 2 are black, and Black is to move when n is even. If the numbers of stones
// do not fit that, FF FF (a pass) stands at the end of one of the two colours, so that they do.
//
// Beware of the label: it speaks of the side that has just moved, the value of the side to move. With White
// to move `w` says that Black wins, as a value of -29500 or below does.
//
// A key should be the smallest of the images that the symmetries of the board make of the position: of eight,
// or of four where the board is no square. Rapfi looks positions up in that form and does not mend what it
// reads.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/little_endian.hpp"
#include "convert/syntax/bytes.hpp"
#include "game/position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::convert {

/// The number of a rule set in a key.
[[nodiscard]] std::uint8_t db_rule(RuleSet rule);

/// What a key says without its points.
struct DbBoard {
  std::uint8_t rule = 0;
  std::uint8_t width = 0, height = 0;

  /// Nothing for a number that is none of ours.
  [[nodiscard]] std::optional<RuleSet> rule_set() const;
  [[nodiscard]] constexpr bool is_square() const { return width == height; }
  /// Can a tree or a proof have it?
  [[nodiscard]] constexpr bool is_ours() const { return is_square() && is_board_size(width); }
  /// The board for people, such as "freestyle 15x15" or "rule 7 15x12".
  [[nodiscard]] std::string text() const;
  auto operator<=>(const DbBoard&) const = default;
};

/// Larger boards are not looked at; their records are carried as bytes.
inline constexpr int max_db_board_size = 32;

/// A point of a board, from the top left corner, or a pass.
struct DbPoint {
  std::uint8_t x = 0xFF, y = 0xFF;

  [[nodiscard]] bool is_pass() const { return x == 0xFF && y == 0xFF; }
  [[nodiscard]] bool is_on(const DbBoard& board) const { return x < board.width && y < board.height; }
  auto operator<=>(const DbPoint&) const = default;
};

// -- keys --

/// The parts of a key. It is a view of the key's bytes.
class DbKey {
 public:
  /// Nothing when the bytes have a length that no key has.
  [[nodiscard]] static std::optional<DbKey> parse(View bytes);

  [[nodiscard]] View bytes() const { return bytes_; }
  [[nodiscard]] DbBoard board() const { return {bytes_[0], bytes_[1], bytes_[2]}; }
  /// The number of points, passes included.
  [[nodiscard]] std::size_t count() const { return (bytes_.size() - 3) / 2; }
  [[nodiscard]] std::size_t black_count() const { return (count() + 1) / 2; }
  [[nodiscard]] DbPoint point(std::size_t i) const { return {bytes_[3 + 2 * i], bytes_[4 + 2 * i]}; }
  [[nodiscard]] Color color(std::size_t i) const { return i < black_count() ? Color::black : Color::white; }
  [[nodiscard]] Color to_move() const { return count() % 2 == 0 ? Color::black : Color::white; }

  /// Is the key a position? It has a board of 1x1 to 32x32, and points on it, none of them twice, or passes.
  [[nodiscard]] bool is_position() const;
  /// What is wrong or unusual, in a few words; null when nothing is. Whether the key is the smallest image is
  /// not looked at.
  [[nodiscard]] const char* fault() const;

 private:
  explicit DbKey(View bytes) : bytes_(bytes) {}
  View bytes_;
};

/// The order of a file: first the metadata, then positions by their boards, numbers of stones, stones and
/// sides to move, and last what are no keys. Only equal bytes are equal.
[[nodiscard]] std::strong_ordering compare_keys(View a, View b);

/// Where a symmetry, by its number in Symmetry, puts a point. require: the point is on the board, and the
/// board is square if the number is above 3.
[[nodiscard]] constexpr DbPoint image_of(DbPoint point, int symmetry, const DbBoard& board) {
  auto x = symmetry & 1 ? static_cast<std::uint8_t>(board.width - 1 - point.x) : point.x;
  auto y = symmetry & 2 ? static_cast<std::uint8_t>(board.height - 1 - point.y) : point.y;
  return symmetry & 4 ? DbPoint{y, x} : DbPoint{x, y};
}
[[nodiscard]] constexpr int symmetries_of(const DbBoard& board) {
  return board.is_square() ? Symmetry::count : 4;
}

/// The smallest image of a key.
struct CanonicalDbKey {
  Bytes bytes;
  /// All symmetries that lead from the key to this one.
  std::vector<int> symmetries;
};
/// Finds the smallest image. require: key.is_position().
[[nodiscard]] CanonicalDbKey canonical_key(const DbKey& key);
/// Is the key the smallest image itself? require: key.is_position().
[[nodiscard]] bool is_canonical(const DbKey& key);

/// The square of a point: a database counts rows from the top, a Square from the bottom.
[[nodiscard]] constexpr Square square_of(DbPoint point, int size) { return {point.x, size - 1 - point.y}; }
/// The point of a square.
[[nodiscard]] constexpr DbPoint point_of(Square square, int size) {
  return {static_cast<std::uint8_t>(square.column()), static_cast<std::uint8_t>(size - 1 - square.row())};
}
/// The position of a key. require: key.is_position(), and its board is square, from 5x5 to 20x20.
[[nodiscard]] Position position_of(const DbKey& key);
/// The key of a position as it stands, sorted, but not the smallest image. Nothing when the numbers of stones
/// are such that no key can say which stone has which colour.
[[nodiscard]] std::optional<Bytes> key_of(const Position& position, RuleSet rule);

// -- what is said --

/// What a value is to the true one.
enum DbBound : std::uint8_t { no_bound, upper_bound, lower_bound, exact_bound };

/// The value of a mate in 0 plies; each ply takes one off.
inline constexpr std::int16_t db_mate = 30000;
/// A value of at least so much says that there is a mate.
inline constexpr std::int16_t least_db_mate = 29500;

/// What a record claims of the side to move, as bits; the two contradict each other.
enum DbClaim : std::uint8_t { claims_nothing = 0, claims_win = 1, claims_loss = 2 };

/// A record: a view of its key and its body.
class DbRecord {
 public:
  /// A record with an empty key has no body.
  DbRecord(View key, View body) : key_(key), body_(body) {}

  [[nodiscard]] View key() const { return key_; }
  [[nodiscard]] View body() const { return body_; }

  [[nodiscard]] bool is_skipped() const { return key_.empty(); }
  /// Is it said of the database, and not of a position? Then the board is 0x0 and has no stones.
  [[nodiscard]] bool is_metadata() const {
    return key_.size() == 3 && key_[0] == 0 && key_[1] == 0 && key_[2] == 0;
  }
  /// The label, as a small letter if it is a letter; 0: none, as when there is no body.
  [[nodiscard]] char label() const;
  [[nodiscard]] std::int16_t value() const { return body_.size() < 3 ? std::int16_t{0} : word(1); }
  [[nodiscard]] int depth() const { return body_.size() < 5 ? 0 : word(3) >> 2; }
  [[nodiscard]] DbBound bound() const {
    return body_.size() < 5 ? no_bound : static_cast<DbBound>(body_[3] & 3);
  }
  [[nodiscard]] View text() const { return body_.size() < 5 ? View{} : body_.subspan(5); }

  /// What label and value claim together, as bits of DbClaim. A mate counts unless it is a bound on the wrong
  /// side: "at most a win" is no win.
  [[nodiscard]] std::uint8_t claims() const;
  /// The plies to the mate that the value tells of, if it counts in claims().
  [[nodiscard]] std::optional<int> plies() const;
  /// What is wrong or unusual with the body, in a few words; null when nothing is.
  [[nodiscard]] const char* body_fault() const;

 private:
  [[nodiscard]] std::int16_t word(std::size_t at) const {
    return static_cast<std::int16_t>(little_endian::get_u16(body_, at));
  }
  [[nodiscard]] std::uint8_t claims_of_value() const;

  View key_, body_;
};

/// The text with its points moved by the symmetry. It is unchanged where it has no points, or one that cannot
/// be read or is off the board.
[[nodiscard]] Bytes text_image(View text, int symmetry, const DbBoard& board);

/// The body as it would stand under the smallest key. It is equal for two records of one position that say
/// the same, whatever images of the position their keys are, and whether labels are large or small letters.
/// require: the key is a position.
[[nodiscard]] Bytes canonical_body(const DbRecord& record);

}  // namespace fiveproof::convert

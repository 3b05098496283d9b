// One record of a database of Yixin and Rapfi: a position, and what is said of it.
//
//   key        u8 rule (0 freestyle, 1 standard, 2 renju), i8 width, i8 height, then points (x, y): the black
//              stones, then the white ones, each by x and then y, from the top left corner
//   body       i8 label, i16 value, i16 depth << 2 | bound, text; little endian. May end after the label, the
//              value or the depth, or be empty: a null record
//
// Of n points the first (n + 1) / 2 are black. Black is to move when n is even; where that is not so, FF FF
// (a pass) stands at the end of one of the two colours and makes it so.
//
// The label trap: a label speaks of the side that has just moved, the value of the side to move. `w` with
// White to move says that Black wins, as a value below -29500 does.
//
// A key should be the smallest of the images that the symmetries of the board make of the position: eight, or
// four where the board is no square. Rapfi looks positions up in that form and does not mend what it reads.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

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
  /// "freestyle 15x15", "rule 7 15x12".
  [[nodiscard]] std::string text() const;
  auto operator<=>(const DbBoard&) const = default;
};

/// Boards up to this can be looked at; larger ones are carried as bytes.
inline constexpr int max_db_board_size = 32;

struct DbPoint {
  std::uint8_t x = 0xFF, y = 0xFF;

  [[nodiscard]] bool is_pass() const { return x == 0xFF && y == 0xFF; }
  [[nodiscard]] bool is_on(const DbBoard& board) const { return x < board.width && y < board.height; }
  auto operator<=>(const DbPoint&) const = default;
};

// -- keys --

/// The bytes of a key as its parts. A view: the bytes stay where they are.
class DbKey {
 public:
  /// Nothing when its length cannot be that of a key.
  [[nodiscard]] static std::optional<DbKey> parse(std::span<const std::uint8_t> bytes);

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  [[nodiscard]] DbBoard board() const { return {bytes_[0], bytes_[1], bytes_[2]}; }
  /// Points, passes among them.
  [[nodiscard]] std::size_t count() const { return (bytes_.size() - 3) / 2; }
  [[nodiscard]] std::size_t black_count() const { return (count() + 1) / 2; }
  [[nodiscard]] DbPoint point(std::size_t i) const { return {bytes_[3 + 2 * i], bytes_[4 + 2 * i]}; }
  [[nodiscard]] Color color(std::size_t i) const { return i < black_count() ? Color::black : Color::white; }
  [[nodiscard]] Color to_move() const { return count() % 2 == 0 ? Color::black : Color::white; }

  /// Is it a position: a board of 1 to 32 by 1 to 32, points on it or passes, none of them twice?
  [[nodiscard]] bool is_position() const;
  /// What is wrong or unusual, in a few words; null: nothing. That it is not the smallest image is not looked
  /// for.
  [[nodiscard]] const char* fault() const;

 private:
  explicit DbKey(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::span<const std::uint8_t> bytes_;
};

/// The order of a file: the metadata, then positions by board, numbers of stones, stones, side to move; last
/// what are no keys. Equal only for equal bytes.
[[nodiscard]] std::strong_ordering compare_keys(std::span<const std::uint8_t> a,
                                                std::span<const std::uint8_t> b);

/// x and y of an image; the numbers are those of Symmetry. require: the point is on the board, which is
/// square if the number is above 3.
[[nodiscard]] constexpr DbPoint image_of(DbPoint point, int symmetry, const DbBoard& board) {
  auto x = symmetry & 1 ? static_cast<std::uint8_t>(board.width - 1 - point.x) : point.x;
  auto y = symmetry & 2 ? static_cast<std::uint8_t>(board.height - 1 - point.y) : point.y;
  return symmetry & 4 ? DbPoint{y, x} : DbPoint{x, y};
}
[[nodiscard]] constexpr int symmetries_of(const DbBoard& board) {
  return board.is_square() ? Symmetry::count : 4;
}

struct CanonicalDbKey {
  std::vector<std::uint8_t> bytes;
  /// All that lead there.
  std::vector<int> symmetries;
};
/// The smallest image. require: key.is_position().
[[nodiscard]] CanonicalDbKey canonical_key(const DbKey& key);
/// Is the key the smallest image itself? require: key.is_position().
[[nodiscard]] bool is_canonical(const DbKey& key);

/// Rows are counted from the top in a database, from the bottom by us.
[[nodiscard]] constexpr Square square_of(DbPoint point, int size) { return {point.x, size - 1 - point.y}; }
[[nodiscard]] constexpr DbPoint point_of(Square square, int size) {
  return {static_cast<std::uint8_t>(square.column()), static_cast<std::uint8_t>(size - 1 - square.row())};
}
/// require: key.is_position(), on a square board of a size that we have.
[[nodiscard]] Position position_of(const DbKey& key);
/// The key of a position as it stands, in order, and not the smallest. Nothing when the numbers of stones are
/// such that no key can say which stone has which colour.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> key_of(const Position& position, RuleSet rule);

// -- what is said --

enum DbBound : std::uint8_t { no_bound, upper_bound, lower_bound, exact_bound };

inline constexpr std::int16_t db_mate = 30000;
/// From here on a value is a mate.
inline constexpr std::int16_t least_db_mate = 29500;

/// What a record claims of the side to move; both of them contradict each other.
enum DbClaim : std::uint8_t { claims_nothing = 0, claims_win = 1, claims_loss = 2 };

class DbRecord {
 public:
  /// A record without a body has none because its key is empty.
  DbRecord(std::span<const std::uint8_t> key, std::span<const std::uint8_t> body) : key_(key), body_(body) {}

  [[nodiscard]] std::span<const std::uint8_t> key() const { return key_; }
  [[nodiscard]] std::span<const std::uint8_t> body() const { return body_; }

  [[nodiscard]] bool is_skipped() const { return key_.empty(); }
  /// The board is 0x0 and has no stones: what is said is said of the database.
  [[nodiscard]] bool is_metadata() const {
    return key_.size() == 3 && key_[0] == 0 && key_[1] == 0 && key_[2] == 0;
  }
  /// Letters as small letters. 0: none, as when there is no body.
  [[nodiscard]] char label() const;
  [[nodiscard]] std::int16_t value() const { return body_.size() < 3 ? std::int16_t{0} : word(1); }
  [[nodiscard]] int depth() const { return body_.size() < 5 ? 0 : word(3) >> 2; }
  [[nodiscard]] DbBound bound() const {
    return body_.size() < 5 ? no_bound : static_cast<DbBound>(body_[3] & 3);
  }
  [[nodiscard]] std::span<const std::uint8_t> text() const {
    return body_.size() < 5 ? std::span<const std::uint8_t>{} : body_.subspan(5);
  }

  /// DbClaim, by label and value together. A mate counts unless it is a bound on the wrong side: "at most a
  /// win" is none.
  [[nodiscard]] std::uint8_t claims() const;
  /// Plies to the mate that the value tells of, when it is one that counts.
  [[nodiscard]] std::optional<int> plies() const;
  /// What is wrong or unusual with the body, in a few words; null: nothing.
  [[nodiscard]] const char* body_fault() const;

 private:
  [[nodiscard]] std::int16_t word(std::size_t at) const {
    return static_cast<std::int16_t>(body_[at] | body_[at + 1] << 8);
  }
  [[nodiscard]] std::uint8_t claims_of_value() const;

  std::span<const std::uint8_t> key_, body_;
};

/// The text with its points moved by the symmetry. Unchanged where there are none, or none that could be
/// read.
[[nodiscard]] std::vector<std::uint8_t> text_image(std::span<const std::uint8_t> text, int symmetry,
                                                   const DbBoard& board);

/// The body as it would stand under the smallest key: equal for two records of one position that say the
/// same, whatever images of it their keys are, and whether labels are large or small letters. require: the
/// key is a position.
[[nodiscard]] std::vector<std::uint8_t> canonical_body(const DbRecord& record);

}  // namespace fiveproof::convert

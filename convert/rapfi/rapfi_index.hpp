// Finds the positions of a database (convert/rapfi/rapfi_file.hpp) by any of their images.
//
// A file may hold a position several times, as the same key or as different images of it. Here that is one
// position with several records: records that say the same count as one, and where one says "won" and another
// "lost" both stay and the contradiction is told. Nothing is ever overwritten.
//
//   DbIndex index(db, {1, 15, 15});               // standard, 15x15
//   DbStones stones(index.hashes(), position);
//   if (auto id = index.find(stones)) ... index.claims(*id) ...
//
// A position is found by a sum of eight hashes, one for each symmetry, which does not depend on how the
// position is turned; then the stones are compared one by one, so that no collision of hashes can do harm.
// Adding a stone or taking one away changes eight words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convert/rapfi/rapfi_file.hpp"

namespace fiveproof::convert {

/// Words that stand in a hash for the stones on a board, in each of its images. They are the same in every
/// run.
class DbHashes {
 public:
  explicit DbHashes(const DbBoard& board);

  using Images = std::array<std::uint64_t, Symmetry::count>;
  [[nodiscard]] const Images& of(Color color, DbPoint point) const {
    return points_[(static_cast<std::size_t>(index_of(color)) * board_.width + point.x) * board_.height +
                   point.y];
  }
  [[nodiscard]] const DbBoard& board() const { return board_; }

 private:
  DbBoard board_;
  std::vector<Images> points_;
};

/// The stones of a position, which may be taken off and put back, with their hashes.
class DbStones {
 public:
  struct Stone {
    DbPoint point;
    Color color;
  };

  /// No stones yet. require: `hashes` outlives the object and is for the board of the position.
  DbStones(const DbHashes& hashes, Color to_move) : hashes_(&hashes), to_move_(to_move) {}
  /// require: key.is_position(), on the board of `hashes`.
  DbStones(const DbHashes& hashes, const DbKey& key);
  DbStones(const DbHashes& hashes, const Position& position);

  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] const std::vector<Stone>& stones() const { return stones_; }
  void set_to_move(Color color) { to_move_ = color; }
  /// require: the point is empty.
  void put(Stone stone) {
    stones_.push_back(stone);
    toggle(stone);
  }
  /// Takes stone i away; the last stone gets its number. require: i < stones().size().
  Stone take(std::size_t i) {
    const Stone stone = stones_[i];
    stones_[i] = stones_.back();
    stones_.pop_back();
    toggle(stone);
    return stone;
  }
  /// Undoes take(i).
  void put_back(std::size_t i, Stone stone) {
    stones_.push_back(stone);
    std::swap(stones_[i], stones_.back());
    toggle(stone);
  }

  /// A hash that is the same for all images of the position.
  [[nodiscard]] std::uint64_t hash() const;
  /// The hash of one image; where those of two positions are equal, the images most likely are.
  [[nodiscard]] std::uint64_t image_hash(int symmetry) const {
    return images_[static_cast<std::size_t>(symmetry)];
  }

 private:
  void toggle(const Stone& stone) {
    const auto& of_stone = hashes_->of(stone.color, stone.point);
    for (std::size_t k = 0; k < images_.size(); ++k) images_[k] ^= of_stone[k];
  }

  const DbHashes* hashes_;
  std::vector<Stone> stones_;
  DbHashes::Images images_{};
  Color to_move_;
};

/// Two records of one position of which one says that the side to move wins and the other that it loses; or
/// one record that says both.
struct DbContradiction {
  std::uint32_t win, loss;  ///< numbers of the records; equal if label and value of one record disagree

  bool operator==(const DbContradiction&) const = default;
};

/// The positions of one board, with what their records say together.
class DbIndex {
 public:
  using Id = std::uint32_t;

  /// Takes all positions on one board. require: the board is 32x32 at most; the database outlives the index
  /// and does not change.
  DbIndex(const RapfiDatabase& db, const DbBoard& board);
  /// Takes the positions of some records. require: as above; the records are in ascending order, and their
  /// keys can be parsed and are of this board.
  DbIndex(const RapfiDatabase& db, const DbBoard& board, std::span<const std::uint32_t> records);

  [[nodiscard]] const DbBoard& board() const { return hashes_.board(); }
  [[nodiscard]] const DbHashes& hashes() const { return hashes_; }
  /// How many positions there are; they are numbered from 0, in the order of their first records in the file.
  [[nodiscard]] std::size_t count() const { return first_.size(); }
  /// The number of the position's first record.
  [[nodiscard]] std::uint32_t first_record(Id id) const { return first_[id]; }
  /// The numbers of all of its records, of which there are few.
  [[nodiscard]] std::vector<std::uint32_t> records(Id id) const;
  /// What all of its records claim together, as bits of DbClaim.
  [[nodiscard]] std::uint8_t claims(Id id) const { return claims_[id]; }
  /// The fewest plies to a mate that a record of the position tells of.
  [[nodiscard]] std::optional<int> plies(Id id) const;
  /// The position with these stones and this side to move, if it is there. require: the stones have this
  /// board.
  [[nodiscard]] std::optional<Id> find(const DbStones& stones) const;

  /// The records that are not the first of their position and say what an earlier one said, sorted by number.
  [[nodiscard]] const std::vector<std::uint32_t>& repeated() const { return repeated_; }
  /// The records that are not the first of their position and say something new, sorted by number.
  [[nodiscard]] const std::vector<std::uint32_t>& different() const { return different_; }
  /// The contradictions, sorted by position.
  [[nodiscard]] const std::vector<DbContradiction>& contradictions() const { return contradictions_; }
  /// How many records of the board have keys that are no positions.
  [[nodiscard]] std::uint64_t not_positions() const { return not_positions_; }

 private:
  struct Slot {
    Id id_and_one = 0;       ///< the position's number + 1; 0: the slot is free
    std::uint32_t hash = 0;  ///< the low bits of the position's hash
  };

  void add(std::uint32_t record);
  void grow();
  void compare_records();
  void find_contradictions();
  [[nodiscard]] bool is_at(Id id, const DbStones& stones) const;
  /// The slot that holds the position, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(const DbStones& stones, std::uint32_t hash) const;

  const RapfiDatabase* db_;
  DbHashes hashes_;
  std::vector<Slot> slots_;  ///< their number is a power of two; at most half of them are taken
  std::vector<std::uint32_t> first_;
  std::vector<std::uint8_t> claims_;
  /// The records that are not the first of their position, sorted by position.
  std::vector<std::pair<Id, std::uint32_t>> later_;
  std::vector<std::uint32_t> repeated_, different_;
  std::vector<DbContradiction> contradictions_;
  std::uint64_t not_positions_ = 0;
};

/// A key as people read it, such as "black h8, white to move": in squares where the board is square and from
/// 5x5 to 20x20, else as x,y.
[[nodiscard]] std::string text_of_key(const DbKey& key);

/// The records of one board.
struct DbGroup {
  DbBoard board;
  std::vector<std::uint32_t> records;
};
/// The records grouped by the boards of their keys, the largest group first. Metadata, and what are no keys,
/// are left out.
[[nodiscard]] std::vector<DbGroup> groups_of(const RapfiDatabase& db);

}  // namespace fiveproof::convert

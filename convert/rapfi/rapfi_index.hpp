// The positions of a database (convert/rapfi/rapfi_file.hpp), found by any of their images.
//
// A file may hold a position several times, as the same key or as different images of it. They are one
// position here, with all of its records: two that say the same count as one, and where one says "won" and
// another "lost" both stay and the contradiction is told. Nothing is ever overwritten.
//
//   DbIndex index(db, {1, 15, 15});               // standard, 15x15
//   DbStones stones(index.hashes(), position);
//   if (auto id = index.find(stones)) ... index.claims(*id) ...
//
// A position is found by a sum of eight hashes, one for each symmetry, which does not depend on how it is
// turned; then the stones are compared, one by one. Adding a stone or taking one away changes eight words.
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

/// Random words for the points of a board, in all of its images.
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

/// The stones of a position, which may be taken off and put back.
class DbStones {
 public:
  struct Stone {
    DbPoint point;
    Color color;
  };

  /// require: `hashes` outlives it and is for the board of the position.
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
  /// Takes stone i away; the last one gets its number. require: i < stones().size().
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

  /// The same for all images.
  [[nodiscard]] std::uint64_t hash() const;
  /// Of one image; that of two positions with equal hashes is most likely the same.
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

/// Two records of one position, or one alone, of which one says that the side to move wins and one that it
/// loses.
struct DbContradiction {
  std::uint32_t win, loss;  ///< numbers of records; the same one if its label and value disagree

  bool operator==(const DbContradiction&) const = default;
};

class DbIndex {
 public:
  using Id = std::uint32_t;

  /// Of all positions on one board of at most 32x32. require: the database outlives the index and does not
  /// change.
  DbIndex(const RapfiDatabase& db, const DbBoard& board);
  /// Of some records. require: their keys can be parsed and are of this board; in ascending order.
  DbIndex(const RapfiDatabase& db, const DbBoard& board, std::span<const std::uint32_t> records);

  [[nodiscard]] const DbBoard& board() const { return hashes_.board(); }
  [[nodiscard]] const DbHashes& hashes() const { return hashes_; }
  /// Positions, numbered from 0 by their first record in the file.
  [[nodiscard]] std::size_t count() const { return first_.size(); }
  /// The number of its first record, and of the others, which are few.
  [[nodiscard]] std::uint32_t first_record(Id id) const { return first_[id]; }
  [[nodiscard]] std::vector<std::uint32_t> records(Id id) const;
  /// Of all of its records together, as in DbRecord.
  [[nodiscard]] std::uint8_t claims(Id id) const { return claims_[id]; }
  /// The fewest plies that a record tells of.
  [[nodiscard]] std::optional<int> plies(Id id) const;
  /// require: stones of this board.
  [[nodiscard]] std::optional<Id> find(const DbStones& stones) const;

  /// Records that are not the first of their position, by number: those that say what an earlier one said,
  /// and others.
  [[nodiscard]] const std::vector<std::uint32_t>& repeated() const { return repeated_; }
  [[nodiscard]] const std::vector<std::uint32_t>& different() const { return different_; }
  /// By position.
  [[nodiscard]] const std::vector<DbContradiction>& contradictions() const { return contradictions_; }
  /// Records on the board whose keys are no positions.
  [[nodiscard]] std::uint64_t not_positions() const { return not_positions_; }

 private:
  struct Slot {
    Id id_and_one = 0;       ///< 0: free
    std::uint32_t hash = 0;  ///< its low bits
  };

  void add(std::uint32_t record);
  void grow();
  void finish();
  void compare_records();
  void find_contradictions();
  [[nodiscard]] bool is_at(Id id, const DbStones& stones) const;
  /// The slot that holds the position, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(const DbStones& stones, std::uint32_t hash) const;

  const RapfiDatabase* db_;
  DbHashes hashes_;
  std::vector<Slot> slots_;  ///< a power of two; at most half of them are taken
  std::vector<std::uint32_t> first_;
  std::vector<std::uint8_t> claims_;
  /// Records that are not the first, by position.
  std::vector<std::pair<Id, std::uint32_t>> later_;
  std::vector<std::uint32_t> repeated_, different_;
  std::vector<DbContradiction> contradictions_;
  std::uint64_t not_positions_ = 0;
};

/// "black h8, white to move": a key as people read it, in our squares where the board is square.
[[nodiscard]] std::string text_of(const DbKey& key);

/// Records by the boards of their keys; metadata, and what are no keys, left out. Most records first.
struct DbGroup {
  DbBoard board;
  std::vector<std::uint32_t> records;
};
[[nodiscard]] std::vector<DbGroup> groups_of(const RapfiDatabase& db);

}  // namespace fiveproof::convert

// A proof in memory: what every reader produces and every writer takes.
//
// A proof claims: "with this rule set, on this board, the attacker wins from each root against every
// reply". Its records are positions with the attacker to move (OR positions), each with one move or
// without a move; the latter claims a winning threat sequence. Nothing here says whether any of it is
// true: that is verify's job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "format/gap.hpp"
#include "game/position.hpp"

namespace fiveproof {

/// One claimed root.
struct Root {
  Position position;
  /// The moves that lead to `position` from the empty board, when the root was given as moves. An
  /// empty list means the empty board. Absent: the root was given by its stones.
  std::optional<std::vector<Square>> moves;

  /// "the empty board", "h8 a1", or "black h8 h9, white a1, white to move".
  [[nodiscard]] std::string text() const;
};

/// One record, unpacked. `position` is canonical and the attacker is to move; `move` is a square of
/// `position` (any square of the board, possibly occupied: verify says so), or nothing.
struct Record {
  Position position;
  std::optional<Square> move;
};

/// The records of a proof, packed (49 bytes each on 15x15), in canonical order: by number of stones, then
/// by the order of canonical_form, then by move (no move last).
///
/// Fill with add(), then call finish() once; the look-ups demand a finished table. Memory: the entries and
/// a few megabytes, at any time; 4 bytes per record more within a finish() that has to sort.
/// Reading a finished table from several threads is safe.
class RecordTable {
 public:
  /// require: is_board_size(size). All records have `attacker` to move.
  RecordTable(int size, Color attacker);

  // -- fill --
  /// require: position.size() == size(), position.to_move() == attacker(), not finished.
  /// Stores the canonical form of `position`; `move`, a square of `position`, goes along and becomes the
  /// smallest of its images under the canonical position's own symmetries.
  void add(const Position& position, std::optional<Square> move);
  /// The same, of a record that is canonical already. require: `entry` is what ImageBoard::write_entry or
  /// write_canonical_entry wrote for a position of size() with attacker() to move; not finished.
  void add_entry(std::span<const std::uint8_t> entry);
  /// Sorts, and drops records equal in position and move. Equal positions with different moves stay.
  /// require: fewer than 2^32 records.
  void finish();

  /// Gives back the memory of the first `end` records, as far as it can be given back in one piece. They must
  /// not be asked for any more; the count stays. require: finished, end <= count().
  void forget_before(std::size_t end);

  // -- look --
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Color attacker() const { return attacker_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool empty() const { return count() == 0; }
  /// require: index < count().
  [[nodiscard]] Record at(std::size_t index) const;
  /// The packed bytes of the position (see game/packed_position.hpp). require: index < count().
  [[nodiscard]] std::span<const std::uint8_t> packed(std::size_t index) const;
  /// The whole entry: stone count (2 bytes), packed position, move (2), big-endian. require: index < count().
  [[nodiscard]] std::span<const std::uint8_t> entry(std::size_t index) const;
  /// The move alone. require: index < count().
  [[nodiscard]] std::optional<Square> move(std::size_t index) const;
  /// The same as a dense index; 0xFFFF: none. require: index < count().
  [[nodiscard]] std::uint16_t move_number(std::size_t index) const;
  /// Of the position, both colours. require: index < count().
  [[nodiscard]] int stone_count(std::size_t index) const;
  /// The indices [first, last) of the records whose position equals `canonical` in full; empty when it is
  /// not stored. require: `canonical` is in canonical form. A binary search.
  [[nodiscard]] std::pair<std::size_t, std::size_t> find(const Position& canonical) const;
  /// Those with the position of `entry`. require: an entry of a board of this size.
  [[nodiscard]] std::pair<std::size_t, std::size_t> find_entry(std::span<const std::uint8_t> entry) const;
  /// Bytes allocated for entries.
  [[nodiscard]] std::size_t allocated_bytes() const;

 private:
  using Chunk = std::vector<std::uint8_t>;

  std::span<std::uint8_t> new_place();
  [[nodiscard]] std::span<std::uint8_t> place(std::size_t index) {
    return std::span(chunks_[index / chunk_entries]).subspan(index % chunk_entries * stride_, stride_);
  }
  [[nodiscard]] std::span<const std::uint8_t> place(std::size_t index) const {
    return std::span(chunks_[index / chunk_entries]).subspan(index % chunk_entries * stride_, stride_);
  }
  [[nodiscard]] int order(std::size_t a, std::size_t b) const;
  void sort();
  void drop_repetitions();
  void truncate(std::size_t count);

  static constexpr std::size_t chunk_entries = 65536;

  int size_;
  Color attacker_;
  std::size_t stride_;  // bytes of one entry: stone count (2), packed position, move (2), all big-endian
  bool finished_ = false;
  std::size_t count_ = 0;
  /// Each of `chunk_entries` entries but the last. One block of memory that grows would hold the entries
  /// twice or more while it does. Large chunks, so that they are mapped and do not fragment the heap; what is
  /// not written to yet costs nothing.
  std::vector<Chunk> chunks_;
};

/// Something that goes along with a proof and says nothing about it: comments of a foreign file, hints, where
/// it comes from.
struct Section {
  std::uint32_t kind = 0;  ///< spec/format.md, section 7; kinds that are not known are carried as they are
  std::vector<std::uint8_t> bytes;

  bool operator==(const Section&) const = default;
};

/// A whole proof.
struct Proof {
  Proof(RuleSet rule_set, int board_size, Color side)
      : rule(rule_set), size(board_size), attacker(side), records(board_size, side) {}

  RuleSet rule;
  int size;
  Color attacker;
  std::vector<Root> roots;  ///< may be empty: a study, nothing to verify
  RecordTable records;
  /// What a converter found wrong in a foreign file and could not put into a record (for example a
  /// move onto an occupied point). Verify reports them as gaps; a file with any is never accepted.
  std::vector<Gap> findings;
  /// By ascending kind, each kind once. Only .fvp can hold them.
  std::vector<Section> sections;
  unsigned format_version = 0;  ///< of the file this was read from; 0: of none, or its format has none
};

/// The name of the proof (not of a file's bytes): SHA-256 over rule, size, attacker, the roots in canonical
/// form and order, then the records in canonical order, then the findings; 64 lower-case hex digits. The
/// exact bytes are in spec/format.md. require: proof.records is finished.
[[nodiscard]] std::string content_hash(const Proof& proof);

}  // namespace fiveproof

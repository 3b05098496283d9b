// What follows what in a proof: its positions, each there once however many lines lead to it.
//
//   OR position    The attacker is to move. It stands for all records of the position, and its number is the
//                  index of the first.
//   AND position   The defender is to move, after the move of a record or at a root. It is numbered when it
//                  is first met.
//
// Every position stands in its canonical form. An edge names a move on the board of its upper end, and the
// symmetry that takes that board to the one of its lower end. So whoever goes down from a root needs no
// board: with the symmetry that leads from his orientation to that of the position he is at, `Symmetry::then`
// gives that of the next one, and the inverse brings moves back.
//
// Which replies lead to a stored position is found by asking for each of the two hundred. That is done
// when an AND position is first asked about, and remembered: what nobody looks at costs nothing. Most
// replies are answered by eight bytes of a table of keys, made for each ply when it is needed; what passes
// there is compared in full. It takes 18 bytes for each record of a ply that is looked at, 5 for every
// record, and 8 for each stored reply.
//
// A line of play goes on until the attacker's move makes a five or cannot be played, as in needed_records().
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/memory/tag_table.hpp"
#include "game/symmetric_keys.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

class ProofGraph {
 public:
  /// A position as the graph has it: its kind, its number among those of the kind, and how it is turned.
  struct Place {
    bool is_or = false;
    std::uint32_t number = 0;
    Symmetry symmetry = {};  ///< leads from the board of whoever came here to that of the position

    [[nodiscard]] bool is_same(const Place& other) const {
      return is_or == other.is_or && number == other.number;
    }
  };
  /// What a record says to do.
  struct Answer {
    enum class Kind : std::uint8_t {
      leads_on,    ///< it leads to `next`
      makes_five,  ///< the game is over
      is_illegal,  ///< is_legal() of game/legal_moves.hpp says no
      is_absent,   ///< there is no move: the record claims a winning threat sequence
    };
    Kind kind;
    Square move;  ///< on the board of the record; meaningless if there is none
    Place next;   ///< where it leads on to
  };
  /// A reply that leads to a stored position.
  struct Reply {
    std::uint32_t position;  ///< number of an OR position
    std::uint16_t square;    ///< on the board of the AND position; dense index
    std::uint8_t symmetry;
  };

  /// `key_mask` is for tests: nothing may depend on it but the time. require: proof.records is finished and
  /// has fewer than 2^32 records; the proof outlives the graph.
  explicit ProofGraph(const Proof& proof, std::uint64_t key_mask = ~std::uint64_t{0});

  [[nodiscard]] const Proof& proof() const { return proof_; }
  /// Where the position is in the graph; nothing for an OR position that is not stored. require: it
  /// has the size of the proof.
  [[nodiscard]] std::optional<Place> find(const Position& position);
  /// The records [first, last) of an OR position.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> records_of(std::uint32_t or_position) const;
  [[nodiscard]] Answer answer(std::uint32_t record);
  /// The replies that lead to stored positions, in the order of their squares. They stay until the next
  /// AND position is asked about.
  [[nodiscard]] std::span<const Reply> replies(std::uint32_t and_position);
  /// How many replies are legal, stored or not: legal_moves() of game/legal_moves.hpp.
  [[nodiscard]] int legal_replies(std::uint32_t and_position) const;

  /// The position as it stands in the graph.
  [[nodiscard]] Position position(const Place& place) const;
  [[nodiscard]] int stone_count(const Place& place) const;
  /// Does the position look the same after `symmetry`?
  [[nodiscard]] bool is_symmetric(const Place& place, Symmetry symmetry) const;

 private:
  struct AndPosition {
    const std::string* packed;  ///< its key in numbers_
    std::uint16_t stones;
    bool is_scanned = false;
    std::uint32_t replies = 0;
    std::uint64_t first_reply = 0;
  };
  struct KeyedRecord {
    std::uint32_t part, record;  ///< the part of the key that part_of() gives
  };
  using Ply = TagTable<KeyedRecord>;  ///< without slots where no record has so many stones

  [[nodiscard]] Place and_place(std::span<const std::uint8_t> entry, Symmetry symmetry);
  [[nodiscard]] std::span<const std::uint8_t> packed(const Place& place) const;
  [[nodiscard]] const Ply& ply(int stones);
  void scan(AndPosition& at);

  const Proof& proof_;
  int squares_;
  ImageKeys keys_;
  std::map<int, Ply> plies_;
  /// For each record the kind of its answer with the symmetry, and the number of the position it leads on to.
  std::vector<std::uint8_t> asked_;
  std::vector<std::uint32_t> next_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of AND positions, by packed position
  std::vector<AndPosition> and_positions_;
  std::vector<Reply> replies_;
};

}  // namespace fiveproof

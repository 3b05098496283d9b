// A proof in memory: what every reader produces and every writer takes.
//
// A proof claims: "with this rule set, on this board, the attacker wins from each root against every reply".
// Its records are positions with the attacker to move (OR positions). A record has one move, or none: then it
// claims a winning threat sequence. Nothing here says whether any of it is true: that is verify's job.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proof/gap.hpp"
#include "proof/records/record_table.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof {

/// One claimed root.
struct Root {
  Position position;
  /// The moves that lead to `position` from the empty board, when the root was given as moves; an empty list
  /// means the empty board. Absent when the root was given by its stones.
  std::optional<std::vector<Square>> moves;

  /// "the empty board", "h8 a1", or "black h8 h9, white a1, white to move".
  [[nodiscard]] std::string text() const;
};

/// Something that goes along with a proof and says nothing about it: comments of a foreign file, hints, where
/// it comes from.
struct Section {
  std::uint32_t kind = 0;  ///< spec/format.md, section 7; kinds that are not known are carried as they are
  std::vector<std::uint8_t> bytes;
  /// The tree that the bytes hold (kind 2), where somebody has it at hand, so that nobody decodes it again.
  std::shared_ptr<const GameTree> tree = nullptr;

  bool operator==(const Section& other) const { return kind == other.kind && bytes == other.bytes; }
};

/// A whole proof.
struct Proof {
  Proof(RuleSet rule_set, int board_size, Color side, MemoryBudget budget = {})
      : rule(rule_set), size(board_size), attacker(side), records(board_size, side, std::move(budget)) {}

  RuleSet rule;
  int size;
  Color attacker;
  std::vector<Root> roots;  ///< may be empty: a study, nothing to verify
  RecordTable records;
  /// What a converter found wrong in a foreign file and could not put into a record (for example a move onto
  /// an occupied point). Verify reports them as gaps; a proof with findings is never accepted.
  std::vector<Gap> findings;
  /// The records of positions that have several, each as the table has it and those of one position in the
  /// order in which a tree file gives their moves. What is not here comes in the order of the table. It says
  /// what is tried first and nothing else; no file of ours holds it.
  std::vector<Record> alternatives = {};
  /// The sections in ascending order of their kinds, each kind once. Only .fvp can hold them.
  std::vector<Section> sections;
  unsigned format_version = 0;   ///< version of the file this was read from; 0: there is none
  std::string_view coding = {};  ///< what its reader calls the coding of that file's blocks
};

/// The proof's section of that kind; null if it has none.
[[nodiscard]] const Section* find_section(const Proof& proof, std::uint32_t kind);
[[nodiscard]] Section* find_section(Proof& proof, std::uint32_t kind);

/// The name of the proof (not of a file's bytes): the SHA-256 over rule, size, attacker, the roots in
/// canonical form and order, then the records in canonical order, then the findings, as 64 lower-case hex
/// digits. The exact bytes are in spec/format.md. require: proof.records is finished.
[[nodiscard]] std::string content_hash(const Proof& proof);

}  // namespace fiveproof

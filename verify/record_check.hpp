// The check of one record, or of one root, on its own: spec/verification.md, "Rules".
//
// A node is a record (its index) or a root (number of records + index of the root). Checking a node looks at
// its position, its move and every legal reply; whether the positions that answer a reply are proved
// themselves is the business of their own nodes. So nodes can be checked in any order and by any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "format/proof.hpp"
#include "verify/position_index.hpp"

namespace fiveproof::verify {

using NodeId = std::uint32_t;

/// What is known about a node. Only `proved` supports a claim.
enum class NodeState : std::uint8_t {
  unchecked,
  proved,       ///< all its rules hold, given that the nodes it leads to are proved
  open,         ///< it has a gap
  repetition,   ///< a record whose position an earlier record has: the gap is reported there
  stored_root,  ///< a root that is a record; the record's node says the rest
};

/// The outcome for one node, with its replies counted by how they were answered (see Tally).
struct NodeResult {
  NodeState state = NodeState::unchecked;
  bool is_leaf = false;  ///< no move
  bool is_end = false;   ///< the move makes a five
  std::uint16_t stones = 0;
  std::uint16_t replies = 0;
  std::uint16_t stored = 0;
  std::uint16_t replayed = 0;
  std::uint16_t searched = 0;
  std::uint16_t searched_fully = 0;
  std::uint16_t unanswered = 0;  ///< or not looked at, because another reply makes a five
  std::uint16_t defender_fives = 0;
};

/// A reply that leads to a stored position.
struct Edge {
  NodeId from = 0;
  std::uint32_t to = 0;       ///< a record
  std::uint16_t reply = 0;    ///< number of the square, in the orientation of `from`
  std::uint8_t symmetry = 0;  ///< maps the position after the reply onto the record's
};

/// A gap as found at a node.
struct RawGap {
  NodeId node = 0;
  GapKind kind = GapKind::unanswered_reply;
  bool limit = false;
  /// unanswered_reply: the reply. refuted_move, illegal_move: `by`. Otherwise absent.
  std::optional<Square> square;
};

/// Checks nodes one after the other; one checker per thread.
class RecordChecker {
 public:
  /// require: all outlive the checker; `index` is over proof.records.
  RecordChecker(const Proof& proof, const PositionIndex& index, std::uint32_t effort);

  /// Checks one node. Its edges and gaps are appended to edges() and gaps(), in a fixed order.
  /// require: node < number of records + number of roots.
  [[nodiscard]] NodeResult check(NodeId node);

  [[nodiscard]] std::vector<Edge>& edges() { return edges_; }
  [[nodiscard]] std::vector<RawGap>& gaps() { return gaps_; }

 private:
  NodeResult check_record(std::uint32_t record);
  NodeResult check_root(std::size_t root);
  std::optional<GapKind> unfit_position(const Position& position) const;
  bool fits_a_root(const Position& position) const;
  void check_leaf(const Position& position, GapKind otherwise, NodeResult& result);
  void check_replies(const Position& and_position, NodeResult& result);
  bool is_lost(NodeResult& result, bool& limit);
  std::optional<Square> refutation(const Position& and_position);
  void add_gap(GapKind kind, std::optional<Square> square = std::nullopt, bool limit = false);

  const Proof& proof_;
  const PositionIndex& index_;
  Color defender_;
  dbsearch::SearchOptions with_heuristics_;
  dbsearch::Searcher searcher_;
  NodeId node_ = 0;
  /// Sequences that won after earlier replies at this AND position, most recently successful first.
  std::vector<dbsearch::ThreatSequence> known_;
  std::vector<Edge> edges_;
  std::vector<RawGap> gaps_;
};

}  // namespace fiveproof::verify

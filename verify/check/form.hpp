// Says what can be said of a node without any search: the rules End, Full, Fits, One move and Five of
// spec/verification.md, whether its move is legal, and which replies are fives or stored.
//
// Every level of trust starts with these, the walk from the roots repeats them instead of remembering them,
// and reports and journals are held against them.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "proof/graph/links.hpp"
#include "proof/proof.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/check/record_source.hpp"

namespace fiveproof::verify {

/// What a node is, and what there is to check.
struct NodeForm {
  enum class Kind : std::uint8_t {
    repetition,  ///< only where several moves are contradictory
    stored_root,
    wrong,    ///< it has the gap `gap`, with `by`, whatever the replies are
    leaf,     ///< `position` is an OR position that claims a winning threat sequence
    end,      ///< the attacker's move makes a five, or leaves the defender nothing but forbidden replies
    replies,  ///< `position` is an AND position with at least one legal reply
  };
  Kind kind = Kind::wrong;
  GapKind gap = GapKind::stray_position;
  std::optional<Square> by = {};
  /// The position that leaf and replies speak of; otherwise that of the record or root.
  Position position = Position();
  int stones = 0;        ///< on the board of the record or root
  bool is_leaf = false;  ///< a record without a move, whatever else is wrong with it; a root of kind `leaf`
  NodeId node = 0;       ///< whose form it is

  [[nodiscard]] bool is_counted() const { return kind != Kind::repetition && kind != Kind::stored_root; }
};

/// A reply after which the position is stored.
struct StoredReply {
  Square reply;
  StoredPosition at;
};

/// The legal replies at an AND position; each is a five, stored, or among `rest`.
struct SortedReplies {
  int total = 0;
  int fives = 0;
  std::optional<Square> first_five = {};
  std::vector<StoredReply> stored;  ///< in square order
  SquareSet rest;
};

/// What it is to have several records of one position, with different moves.
enum class SeveralMoves : std::uint8_t {
  alternatives,   ///< each is checked by itself, and one that holds will do
  contradictory,  ///< a gap of this kind, whatever the moves are worth
};

/// Works out forms. All its members are safe from several threads.
class FormChecker {
 public:
  /// `perhaps_stored`: where to look for stored replies to the moves of records; none: everywhere. A reply
  /// that it leaves out is not looked up, and so not stored, which can make a node lack an answer and never
  /// give it one. require: all outlive the checker; `records` are those of `proof`, whose own table is not
  /// looked at.
  FormChecker(const Proof& proof, const RecordSource& records,
              SeveralMoves several = SeveralMoves::alternatives,
              const ReplySquares* perhaps_stored = nullptr);

  [[nodiscard]] std::size_t node_count() const { return records_.count() + proof_.roots.size(); }
  [[nodiscard]] bool is_record(NodeId node) const { return node < records_.count(); }
  /// require: node < node_count().
  [[nodiscard]] NodeForm form(NodeId node) const;
  /// Sorts the legal replies of a node into `out`, whose memory is used again. require: its kind is
  /// `replies`.
  void sort_replies(const NodeForm& form, SortedReplies& out) const;

  /// The outcome as far as the form alone says it: the state, which is `unchecked` where only a search can
  /// tell, and the positions, leaves, ends, replies, stored replies and fives of the tally. For a node of
  /// kind replies, `replies` are set.
  [[nodiscard]] NodeOutcome known_outcome(const NodeForm& form, SortedReplies& replies) const;

  /// Could the check of a node of this form have found these gaps? This is asked about gaps that come from a
  /// file. require: `gaps` is not empty, all of one node, in the order of its check; `replies` is as
  /// known_outcome() left it.
  [[nodiscard]] bool are_possible(const NodeForm& form, const SortedReplies& replies,
                                  std::span<const RawGap> gaps) const;

  /// The position of the gap in the orientation of its node. require: the gap can be one.
  [[nodiscard]] Position position_of(const RawGap& gap) const;

  [[nodiscard]] const Proof& proof() const { return proof_; }
  [[nodiscard]] const RecordSource& records() const { return records_; }

 private:
  [[nodiscard]] NodeForm record_form(std::uint32_t index) const;
  [[nodiscard]] NodeForm root_form(std::size_t index) const;
  [[nodiscard]] std::optional<GapKind> unfit_position(const Position& position) const;
  [[nodiscard]] NodeForm::Kind kind_of_and_position(const Position& and_position) const;
  [[nodiscard]] bool fits_a_root(const Position& position) const;

  const Proof& proof_;
  const RecordSource& records_;
  SeveralMoves several_;
  const ReplySquares* perhaps_stored_;
  Color defender_;
  /// The different roots as far as stray positions are concerned: attacker's and defender's stones, and
  /// whether the attacker is to move.
  std::set<std::tuple<int, int, bool>> root_counts_;
};

}  // namespace fiveproof::verify

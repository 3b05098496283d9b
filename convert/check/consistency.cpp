#include "convert/check/consistency.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/syntax/bytes.hpp"
#include "convert/syntax/charset.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::convert {

namespace {

/// Counts what is wrong by kinds, in the order in which they are met.
class Inconsistencies {
 public:
  template <class Place>
  void note(const char* what, const Place& place) {
    const auto known = std::ranges::find(list_, what, &Inconsistency::what);
    if (known == list_.end())
      list_.push_back({what, 1, place()});
    else
      ++known->times;
  }
  [[nodiscard]] std::vector<Inconsistency> list() && { return std::move(list_); }

 private:
  std::vector<Inconsistency> list_;
};

// -- moves --

/// Goes through a tree with the position at each node.
class TreeMoves {
 public:
  TreeMoves(const GameTree& tree, Inconsistencies& found) : tree_(tree), found_(found) {
    line_.push_back({Position(tree.size()), true, {}, {}});
  }

  void look() {
    for (TreeCursor at(tree_); at.next();) {
      line_.resize(at.depth() + 1, line_.front());
      moves_.resize(at.depth(), TreeMove());
      moves_.push_back(at.move());
      Step next = step_after(line_[at.depth()], at);
      line_.push_back(std::move(next));
    }
  }

 private:
  struct Step {
    Position position;
    bool is_played;                ///< false below a move that cannot be played
    std::vector<Square> moves;     ///< of the children so far
    std::vector<Square> smallest;  ///< the smallest images of these
  };

  Step step_after(Step& above, const TreeCursor& at) {
    Step next{above.position, above.is_played, {}, {}};
    if (!at.move().is_square()) {
      if (at.move().is_pass()) next.position.set_to_move(opponent(next.position.to_move()));
      return next;
    }
    if ((at.bits() & is_text_only) != 0 || !above.is_played) return next;
    const Square square = at.move().square(tree_.size());
    const auto place = [&] { return "after \"" + line_text() + "\""; };
    if (!above.position.is_empty(square)) {
      found_.note("move onto an occupied square", place);
      next.is_played = false;
      return next;
    }
    note_twins(above, square, place);
    if ((at.bits() & is_out_of_turn) != 0) next.position.set_to_move(opponent(next.position.to_move()));
    next.position.play(square);
    return next;
  }

  template <class Place>
  void note_twins(Step& above, Square square, const Place& place) {
    if (std::ranges::find(above.moves, square) != above.moves.end())
      return found_.note("move that a sibling is, too", place);
    above.moves.push_back(square);
    const Square smallest = canonical_move(above.position, square);
    if (std::ranges::find(above.smallest, smallest) != above.smallest.end())
      return found_.note("move that is the mirror image of a sibling", place);
    above.smallest.push_back(smallest);
  }

  [[nodiscard]] std::string line_text() const {
    std::string text;
    for (const TreeMove move : moves_)
      if (!move.is_none())
        text += (text.empty() ? "" : " ") + (move.is_pass() ? "pass" : to_text(move.square(tree_.size())));
    return text;
  }

  const GameTree& tree_;
  Inconsistencies& found_;
  std::vector<Step> line_;  ///< what is above the next node
  std::vector<TreeMove> moves_;
};

// -- texts --

Status look_at_texts(const GameTree& tree, const std::string& charset, Inconsistencies& found) {
  std::vector<View> texts;
  for (TreeCursor at(tree); at.next();)
    for (const NodeText& text : at.texts())
      if (text.kind() == TextKind::comment || text.kind() == TextKind::board_text)
        texts.push_back(tree.pool().at(text.text()));
  std::string named = charset;
  if (const auto fact = tree.fact(charset_fact); fact && named.empty()) named = as_text(*fact);
  if (named.find('\n') != std::string::npos) return Done{};  // each game has its own
  if (named.empty()) {
    const bool is_ascii = std::ranges::all_of(
        texts, [](View text) { return std::ranges::all_of(text, [](auto byte) { return byte < 0x80; }); });
    if (!is_ascii && fitting_charsets(texts).empty())
      found.note("charset that fits none of the texts", [] { return std::string("all of them together"); });
    return Done{};
  }
  FIVEPROOF_LET(auto decoder, TextDecoder::open(named));
  for (const View text : texts) {
    std::uint64_t invalid = 0;
    const Bytes decoded = decoder.decode(text, invalid);
    if (invalid > 0)
      found.note("text that is not in its charset",
                 [&] { return "\"" + std::string(as_text(decoded)) + "\""; });
  }
  return Done{};
}

// -- databases --

std::string place_of(const RapfiDatabase& db, std::uint32_t record) {
  return text_of_key(*DbKey::parse(db.record(record).key())) + ", byte " + std::to_string(db.offset(record));
}

/// A position that is lost for the side to move is won for the side that moved into it.
void look_before(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id, Inconsistencies& found) {
  DbStones stones(index.hashes(), *DbKey::parse(db.record(index.first_record(id)).key()));
  const Color moved = opponent(stones.to_move());
  stones.set_to_move(moved);
  for (std::size_t i = 0; i < stones.stones().size(); ++i) {
    if (stones.stones()[i].color != moved) continue;
    const DbStones::Stone stone = stones.take(i);
    const auto before = index.find(stones);
    if (before && (index.claims(*before) & claims_loss) != 0)
      found.note("position said to be lost, from which a move leads to one that the other side loses",
                 [&] { return place_of(db, index.first_record(*before)); });
    stones.put_back(i, stone);
  }
}

void look_at_database(const RapfiDatabase& db, Inconsistencies& found) {
  for (const DbGroup& group : groups_of(db)) {
    const DbBoard& board = group.board;
    if (board.width < 1 || board.height < 1 || board.width > max_db_board_size ||
        board.height > max_db_board_size)
      continue;
    const DbIndex index(db, board, group.records);
    for (const DbContradiction& one : index.contradictions())
      found.note("position said to be won and to be lost", [&] { return place_of(db, one.win); });
    for (const std::uint32_t record : index.different())
      found.note("record of a position that was there before, which says something else",
                 [&] { return place_of(db, record); });
    for (const std::uint32_t record : index.repeated())
      found.note("record of a position that was there before, which says the same",
                 [&] { return place_of(db, record); });
    for (const std::uint32_t record : group.records) {
      const auto place = [&] { return place_of(db, record); };
      if (const char* fault = DbKey::parse(db.record(record).key())->fault()) found.note(fault, place);
      if (const char* fault = db.record(record).body_fault()) found.note(fault, place);
    }
    for (const std::uint32_t record : group.records)
      if (const auto key = *DbKey::parse(db.record(record).key()); key.is_position() && !is_canonical(key))
        found.note("key that is not the smallest image of its position",
                   [&] { return place_of(db, record); });
    for (DbIndex::Id id = 0; id < index.count(); ++id)
      if ((index.claims(id) & claims_loss) != 0) look_before(db, index, id, found);
  }
}

}  // namespace

Result<std::vector<Inconsistency>> inconsistencies_of(const GameTree& tree, const std::string& charset) {
  Inconsistencies found;
  if (tree.source() == rapfi_db_source) {
    FIVEPROOF_LET(const auto db, db_of_tree(tree));
    look_at_database(db, found);
    FIVEPROOF_TRY(look_at_texts(tree, charset.empty() ? db.charset().value_or("") : charset, found));
  } else {
    TreeMoves(tree, found).look();
    FIVEPROOF_TRY(look_at_texts(tree, charset, found));
  }
  return std::move(found).list();
}

}  // namespace fiveproof::convert

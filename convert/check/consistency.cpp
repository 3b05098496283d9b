#include "convert/check/consistency.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "convert/check/kinds.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/syntax/bytes.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree/tree_facts.hpp"
#include "game/legal_moves.hpp"
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
    Step next{kinds::position_after(above.position, at.move(), at.bits()), above.is_played, {}, {}};
    if (!above.is_played) return next;
    const auto place = [&] { return "after \"" + text_of_line(tree_, at.line()) + "\""; };
    const kinds::Step step = kinds::step_of(above.position, at.move(), at.bits());
    if (step == kinds::Step::played) {
      note_twins(above, at.move().square(tree_.size()), place);
    } else if (step == kinds::Step::blocked || step == kinds::Step::full) {
      found_.note(step == kinds::Step::full ? kinds::beyond_full : kinds::occupied, place);
      next.is_played = false;
    }
    return next;
  }

  template <class Place>
  void note_twins(Step& above, Square square, const Place& place) {
    if (std::ranges::find(above.moves, square) != above.moves.end()) return found_.note(kinds::equal, place);
    above.moves.push_back(square);
    const Square smallest = canonical_move(above.position, square);
    if (std::ranges::find(above.smallest, smallest) != above.smallest.end())
      return found_.note(kinds::mirrored, place);
    above.smallest.push_back(smallest);
  }

  const GameTree& tree_;
  Inconsistencies& found_;
  std::vector<Step> line_;  ///< what is above the next node
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
      found.note(kinds::no_charset, [] { return std::string("all of them together"); });
    return Done{};
  }
  FIVEPROOF_LET(auto decoder, TextDecoder::open(named));
  for (const View text : texts) {
    std::uint64_t invalid = 0;
    const Bytes decoded = decoder.decode(text, invalid);
    if (invalid > 0)
      found.note(kinds::not_in_charset, [&] { return "\"" + std::string(as_text(decoded)) + "\""; });
  }
  return Done{};
}

// -- databases --

/// May the stone be the last move to where the others stand? Not if the rules forbid it there; a rule set or
/// a board that is none of ours forbids nothing.
bool may_have_been_put(const DbBoard& board, const DbStones& others, const DbStones::Stone& stone) {
  const auto rule = board.rule_set();
  if (!rule || !has_forbidden_moves(*rule, stone.color) || !board.is_ours()) return true;
  Position position(board.width);
  for (const DbStones::Stone& one : others.stones())
    position.put(one.color, square_of(one.point, board.width));
  position.set_to_move(stone.color);
  return is_legal(position, *rule, stone.color, square_of(stone.point, board.width));
}

/// A position that is lost for the side to move is won for the side that moved into it.
void look_before(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id, Inconsistencies& found) {
  const auto plies = index.plies(id);
  kinds::for_each_before(db, index, id, [&](DbIndex::Id before) {
    const auto place = [&] { return kinds::place_of(db, index.first_record(before)); };
    const auto is_too_long = [&](std::uint32_t record) {
      return kinds::is_too_long(db.record(record), *plies);
    };
    if ((index.claims(before) & claims_loss) != 0)
      found.note(kinds::lost_with_win, place);
    else if (plies && std::ranges::any_of(index.records(before), is_too_long))
      found.note(kinds::too_long, place);
  });
}

void look_behind(const RapfiDatabase& db, const DbIndex& index, std::span<const std::uint8_t> claims,
                 DbIndex::Id id, Inconsistencies& found) {
  const std::uint32_t record = index.first_record(id);
  if ((claims[id] & claims_loss) != 0 || !kinds::may_be_lost(db.record(record).label())) return;
  if (!kinds::replies_that_all_win(db, index, id, claims)) return;
  found.note(claims[id] == claims_win ? kinds::won_without_move : kinds::not_lost,
             [&] { return kinds::place_of(db, record); });
}

void look_at_database(const RapfiDatabase& db, Inconsistencies& found) {
  for (const DbGroup& group : groups_of(db)) {
    const DbBoard& board = group.board;
    if (board.width < 1 || board.height < 1 || board.width > max_db_board_size ||
        board.height > max_db_board_size)
      continue;
    const DbIndex index(db, board, group.records);
    for (const DbContradiction& one : index.contradictions())
      found.note(kinds::won_and_lost, [&] { return kinds::place_of(db, one.win); });
    for (const std::uint32_t record : index.different())
      found.note(kinds::says_else, [&] { return kinds::place_of(db, record); });
    for (const std::uint32_t record : index.repeated())
      found.note(kinds::says_same, [&] { return kinds::place_of(db, record); });
    for (const std::uint32_t record : group.records) {
      const auto place = [&] { return kinds::place_of(db, record); };
      if (const char* fault = DbKey::parse(db.record(record).key())->fault()) found.note(fault, place);
      if (const char* fault = db.record(record).body_fault()) found.note(fault, place);
    }
    for (const std::uint32_t record : group.records)
      if (const auto key = *DbKey::parse(db.record(record).key()); key.is_position() && !is_canonical(key))
        found.note(kinds::not_smallest, [&] { return kinds::place_of(db, record); });
    std::vector<std::uint8_t> claims(index.count());
    for (DbIndex::Id id = 0; id < index.count(); ++id) claims[id] = index.claims(id);
    for (DbIndex::Id id = 0; id < index.count(); ++id) {
      if ((claims[id] & claims_loss) != 0) look_before(db, index, id, found);
      look_behind(db, index, claims, id, found);
    }
  }
}

}  // namespace

std::string kinds::place_of(const RapfiDatabase& db, std::uint32_t record) {
  return text_of_key(*DbKey::parse(db.record(record).key())) + ", byte " + std::to_string(db.offset(record));
}

void kinds::for_each_before(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id,
                            const std::function<void(DbIndex::Id before)>& take) {
  DbStones stones(index.hashes(), *DbKey::parse(db.record(index.first_record(id)).key()));
  const Color moved = opponent(stones.to_move());
  stones.set_to_move(moved);
  for (std::size_t i = 0; i < stones.stones().size(); ++i) {
    if (stones.stones()[i].color != moved) continue;
    const DbStones::Stone stone = stones.take(i);
    const auto before = index.find(stones);
    if (before && may_have_been_put(index.board(), stones, stone)) take(*before);
    stones.put_back(i, stone);
  }
}

std::optional<std::vector<DbIndex::Id>> kinds::replies_that_all_win(const RapfiDatabase& db,
                                                                    const DbIndex& index, DbIndex::Id id,
                                                                    std::span<const std::uint8_t> claims) {
  const auto rule = index.board().rule_set();
  if (!rule || !index.board().is_ours()) return std::nullopt;
  const DbKey key = *DbKey::parse(db.record(index.first_record(id)).key());
  const Position position = position_of(key);
  const Color mover = position.to_move();
  DbStones stones(index.hashes(), key);
  stones.set_to_move(opponent(mover));
  std::vector<DbIndex::Id> replies;
  const auto may_play = [&](Square square) { return is_legal(position, *rule, mover, square); };
  for (const Square square : position.empties()) {
    stones.put({point_of(square, position.size()), mover});
    const auto reply = index.find(stones);
    stones.take(stones.stones().size() - 1);
    // What is stored is looked at first: whether a move is legal is dear to know.
    const bool is_won = reply && claims[*reply] == claims_win;
    if (!is_won && may_play(square)) return std::nullopt;
    if (is_won && (!has_forbidden_moves(*rule, mover) || may_play(square))) replies.push_back(*reply);
  }
  const bool is_over = has_five(position, *rule) || is_dead(position, *rule);
  if (is_over || replies.empty() || !five_squares(position, *rule, mover).empty()) return std::nullopt;
  return replies;
}

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

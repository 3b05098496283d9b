#include "dbsearch/vcf.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "dbsearch/field.hpp"
#include "dbsearch/five_table.hpp"
#include "dbsearch/shapes.hpp"
#include "game/forbidden.hpp"
#include "game/stone_keys.hpp"

namespace fiveproof::dbsearch {
namespace {

/// Black's lines; notes which squares were looked at.
struct NotedLines {
  BlackLines lines;
  int size;
  SquareSet& noted;
  [[nodiscard]] Neighbourhood around_black(Square s, int direction) const {
    for (int k = -BlackForm::radius; k <= BlackForm::radius; ++k) {
      const int x = s.column() + k * direction_dx[direction];
      const int y = s.row() + k * direction_dy[direction];
      if (x >= 0 && y >= 0 && x < size && y < size) noted.insert(Square(x, y));
    }
    return lines.around_black(s, direction);
  }
};

/// Up to two different squares, and whether there are any.
struct FewSquares {
  int count = 0;
  std::array<Square, 2> squares{};
  void add(Square s) {
    if (count < 2 && (count == 0 || squares[0] != s)) squares[static_cast<std::size_t>(count++)] = s;
  }
};

}  // namespace

struct Vcf::Impl {
  Impl(RuleSet r, int n) : rule(r), size(n), empty(n), mine(n), theirs(n), failed(1u << table_bits) {}

  static constexpr int table_bits = 16;
  static constexpr int attacker_side = WideField::attacker;
  static constexpr int defender_side = WideField::defender;
  struct Mark {
    WideField::Mark mine, theirs;
  };
  struct Put {
    int side;
    Square square;
    Mark before;
    bool over_before;
  };
  /// A four that can be played.
  struct Candidate {
    Square gain, answer;
  };
  [[nodiscard]] static std::uint64_t key_of(int side, Square s) {
    return stone_keys[static_cast<std::size_t>(side)][static_cast<std::size_t>(s.number())];
  }

  // -- the board --
  [[nodiscard]] const LineBoard& board() const { return theirs.board(); }
  [[nodiscard]] Mark mark() const { return {mine.mark(), theirs.mark()}; }
  void put(int side, Square s) {
    put_in_search(side, s);
    if (side == defender_side) theirs.note_windows(s);
  }
  /// While fours are searched for nobody asks for the defender's windows, only for those of the attacker.
  void put_in_search(int side, Square s) {
    key ^= key_of(side, s);
    if (side == attacker_side) {
      mine.put_defender(s);  // `mine` has the roles exchanged, as it notes the attacker's windows
      theirs.put_attacker(s);
    } else {
      mine.put_attacker(s);
      theirs.put_unnoted(s);
    }
  }
  void take(int side, Square s, const Mark& before) {
    key ^= key_of(side, s);
    mine.take(1 - side, s, before.mine);
    theirs.take(side, s, before.theirs);
  }
  [[nodiscard]] const FiveTable& table(int side) const { return *tables[static_cast<std::size_t>(side)]; }
  [[nodiscard]] FiveForm form(int side, Square s, int direction) const {
    return table(side).at(board().around(side, s, direction));
  }
  [[nodiscard]] bool makes_five(int side, Square s) const {
    for (int d = 0; d < direction_count; ++d)
      if (form(side, s, d).is_five()) return true;
    return false;
  }
  /// The squares on which `side` makes a five with its stone on `s`, which may be there or not yet.
  [[nodiscard]] FewSquares five_squares(int side, Square s) const {
    FewSquares found;
    for (int d = 0; d < direction_count; ++d)
      for (std::uint32_t rest = form(side, s, d).five_squares(); rest != 0; rest &= rest - 1)
        found.add(square_at(s, d, std::countr_zero(rest) - Neighbourhood::center));
    return found;
  }
  /// All squares on which `side` makes a five; of windows that the field does not note there are none.
  [[nodiscard]] FewSquares all_five_squares(int side) const {
    FewSquares found;
    const WideField& field = side == attacker_side ? mine : theirs;
    for (Square s : field.defender_five_squares())
      if (board().is_empty(s) && makes_five(side, s)) found.add(s);
    return found;
  }
  /// May the side not play there? require: nobody makes a five there.
  [[nodiscard]] bool is_forbidden(int side, Square s) const {
    return side == black_side && forbidden_on(BlackLines{board(), side}, s) != Forbidden::no;
  }
  /// Is the defender, after the attacker's four on `gain`, not allowed to stop it?
  [[nodiscard]] bool is_answer_forbidden(Square gain, Square answer) {
    if (black_side != defender_side) return false;
    theirs.put_attacker(gain);
    const bool is_it = is_forbidden(defender_side, answer);
    theirs.take(attacker_side, gain, theirs.mark());
    return is_it;
  }

  // -- the search --
  [[nodiscard]] std::uint64_t& slot_of(std::uint64_t of_key) { return failed[of_key >> (64 - table_bits)]; }
  [[nodiscard]] std::uint64_t key_after(const Candidate& four) const {
    return key ^ key_of(attacker_side, four.gain) ^ key_of(defender_side, four.answer);
  }
  /// Counts a position, if the limit allows one more.
  bool counts_one_more() {
    if (nodes == limit) {
      cut_short = true;
      return false;
    }
    ++nodes;
    return true;
  }
  bool attack(const FewSquares& forced);
  bool wins_at_once(const FewSquares& forced);
  bool wins_by_candidates(std::size_t first);
  bool play(std::span<const Square> moves, SquareSet* noted);
  void note_move(Square gain, SquareSet& noted) const;
  void note_forbidden(int side, Square s, SquareSet& noted) const;
  [[nodiscard]] Threat threat_at(Square gain, ThreatKind kind, std::optional<Square> answer) const;

  RuleSet rule;
  int size;
  WideField empty;  // has no stones; copying it is faster than making a new one
  WideField mine, theirs;
  std::array<const FiveTable*, 2> tables{};
  int black_side = -1;  // the side that has forbidden points; -1: neither
  Color attacker = Color::black;
  bool over = false;  // somebody has a five
  std::uint64_t key = 0;
  std::vector<Put> puts;
  /// Keys of positions in which no line of fours wins, marked with `setup`. A wrong one would cost a win, no
  /// more.
  std::vector<std::uint64_t> failed;
  /// Another one after each set_position(): what is found within a limit must not depend on what was asked
  /// before.
  std::uint64_t setup = 0;
  FourLine line;
  std::vector<WideField::Four> fours;  // stacks: each depth of attack() has its own at the end
  std::vector<Candidate> candidates;
  std::uint32_t nodes = 0, limit = 0;
  bool cut_short = false;
};

Vcf::Vcf(RuleSet rule, int size) : impl_(std::make_unique<Impl>(rule, size)) {}
Vcf::~Vcf() = default;
Vcf::Vcf(Vcf&&) noexcept = default;
Vcf& Vcf::operator=(Vcf&&) noexcept = default;

void Vcf::set_position(const Position& position, Color attacker) {
  Impl& me = *impl_;
  FIVEPROOF_ENSURE(position.size() == me.size);
  const Color defender = opponent(attacker);
  me.setup += 0x9E3779B97F4A7C15u;  // odd, so that it comes back after 2^64 of them
  me.attacker = attacker;
  me.tables = {&FiveTable::of(me.rule, attacker), &FiveTable::of(me.rule, defender)};
  me.black_side = has_forbidden_moves(me.rule, attacker)   ? Impl::attacker_side
                  : has_forbidden_moves(me.rule, defender) ? Impl::defender_side
                                                           : -1;
  me.puts.clear();
  me.mine = me.empty;
  me.theirs = me.empty;
  me.key = 0;
  // In each field the stones that note no windows come first: on a crowded board most windows are dead, and
  // there is room for those that are not.
  for (Square s : position.stones(defender)) {
    me.mine.put_attacker(s);
    me.key ^= Impl::key_of(Impl::defender_side, s);
  }
  for (Square s : position.stones(attacker)) {
    me.mine.put_defender(s);
    me.theirs.put_attacker(s);
    me.key ^= Impl::key_of(Impl::attacker_side, s);
  }
  for (Square s : position.stones(defender)) me.theirs.put_defender(s);
  me.over = false;
  for (const Color c : {attacker, defender})
    for (Square s : position.stones(c))
      me.over = me.over || me.makes_five(c == attacker ? Impl::attacker_side : Impl::defender_side, s);
}

void Vcf::put(Color c, Square s) {
  Impl& me = *impl_;
  FIVEPROOF_ENSURE(s.is_on_board(me.size) && me.board().is_empty(s));
  const int side = c == me.attacker ? Impl::attacker_side : Impl::defender_side;
  me.puts.push_back({side, s, me.mark(), me.over});
  me.over = me.over || me.makes_five(side, s);
  me.put(side, s);
}

void Vcf::undo() {
  Impl& me = *impl_;
  FIVEPROOF_ENSURE(!me.puts.empty());
  const Impl::Put last = me.puts.back();
  me.puts.pop_back();
  me.take(last.side, last.square, last.before);
  me.over = last.over_before;
}

VcfResult Vcf::search(std::uint32_t node_limit) {
  Impl& me = *impl_;
  VcfResult result;
  if (me.over) return result;
  if (me.theirs.overflowed()) {  // the defender may have fives that nobody sees
    result.cut_short = true;
    return result;
  }
  me.line.clear();
  me.nodes = 0;
  me.limit = node_limit;
  me.cut_short = false;
  result.win = me.all_five_squares(Impl::attacker_side).count > 0 ||
               me.attack(me.all_five_squares(Impl::defender_side));
  result.cut_short = !result.win && me.cut_short;
  result.nodes = me.nodes;
  if (result.win) result.fours.assign(me.line.rbegin(), me.line.rend());
  return result;
}

// The attacker is to move and can make no five; the defender, if it were his move, could on `forced`.
// Leaves the winning line in `line`, its last four first.
bool Vcf::Impl::attack(const FewSquares& forced) {
  if (forced.count >= 2 || !counts_one_more()) return false;
  std::uint64_t& slot = slot_of(key);
  if (slot == (key ^ setup)) return false;
  const bool was_cut_before = std::exchange(cut_short, mine.overflowed());  // then fours are missing
  const std::size_t first = candidates.size();
  const bool wins = wins_at_once(forced) || wins_by_candidates(first);
  candidates.resize(first);
  if (!wins && !cut_short) slot = key ^ setup;
  cut_short = cut_short || was_cut_before;
  return wins;
}

// Is there a four that cannot be answered? Notes all others as candidates.
bool Vcf::Impl::wins_at_once(const FewSquares& forced) {
  const std::size_t first_four = fours.size();
  mine.append_fours(0, fours);
  SquareSet seen;
  bool wins = false;
  // The newest windows come first: they hold the stone that was just played.
  for (std::size_t i = fours.size(); i-- > first_four && !wins;) {
    const Square gain = fours[i].gain;
    if (seen.contains(gain) || (forced.count == 1 && gain != forced.squares[0])) continue;
    seen.insert(gain);
    if (is_forbidden(attacker_side, gain)) continue;
    // Seen before the stone is put. All his fives are made through it, as there was none before it; and the
    // defender has none now.
    const FewSquares fives = five_squares(attacker_side, gain);
    wins = fives.count >= 2 || (fives.count == 1 && is_answer_forbidden(gain, fives.squares[0]));
    if (wins) line.push_back(gain);
    if (fives.count != 1) continue;
    candidates.push_back({gain, fives.squares[0]});
    // The table is too large for the nearest cache: it is asked for before it is needed.
    __builtin_prefetch(&slot_of(key_after(candidates.back())));
  }
  fours.resize(first_four);
  return wins;
}

bool Vcf::Impl::wins_by_candidates(std::size_t first) {
  for (std::size_t i = first; i < candidates.size(); ++i) {
    const auto [gain, answer] = candidates[i];
    // A position that has failed counts, and fails again, without its stones on the board.
    const std::uint64_t then = key_after(candidates[i]);
    if (slot_of(then) == (then ^ setup)) {
      (void)counts_one_more();
      continue;
    }
    const Mark before = mark();
    put_in_search(attacker_side, gain);
    const Mark after_gain = mark();
    put_in_search(defender_side, answer);
    const bool wins = attack(five_squares(defender_side, answer));
    take(defender_side, answer, after_gain);
    take(attacker_side, gain, before);
    if (wins) {
      line.push_back(gain);
      return true;
    }
  }
  return false;
}

bool Vcf::replay(std::span<const Square> fours) {
  return !impl_->over && !impl_->theirs.overflowed() && impl_->play(fours, nullptr);
}

SquareSet Vcf::squares_read(std::span<const Square> fours) {
  SquareSet noted;
  FIVEPROOF_ENSURE(!impl_->over && !impl_->theirs.overflowed() && impl_->play(fours, &noted));
  return noted;
}

// Why a stone of the defender on a square that is not noted changes no step (spec/renju.md, "Reading"): it is
// in no window in which he has three stones, so that he has the same five squares at every step; it leaves
// the squares of the attacker's fives and of the answers as they are; and every question for a forbidden
// point that it could change has noted what it looked at.
bool Vcf::Impl::play(std::span<const Square> moves, SquareSet* noted) {
  const FewSquares five = all_five_squares(attacker_side);
  if (five.count > 0) {
    if (noted != nullptr) {
      noted->insert(five.squares[0]);
      *noted |= theirs.squares_of_windows();
    }
    return true;
  }
  FewSquares forced = all_five_squares(defender_side);
  // Only the board is asked here, that of `theirs`; and where squares are noted the defender's windows.
  const WideField::Mark start = theirs.mark();
  std::vector<std::pair<int, Square>> played;
  const auto put_here = [&](int side, Square s) {
    played.emplace_back(side, s);
    if (side == attacker_side) return theirs.put_attacker(s);
    theirs.put_unnoted(s);
    if (noted != nullptr) theirs.note_windows(s);
  };
  bool wins = false;
  for (const Square gain : moves) {
    if (!gain.is_on_board(size) || !board().is_empty(gain) || forced.count >= 2 ||
        (forced.count == 1 && forced.squares[0] != gain) || is_forbidden(attacker_side, gain))
      break;
    if (noted != nullptr) note_move(gain, *noted);
    put_here(attacker_side, gain);
    const FewSquares fives = five_squares(attacker_side, gain);
    if (fives.count == 0) break;
    if (noted != nullptr)
      for (int i = 0; i < fives.count; ++i) noted->insert(fives.squares[static_cast<std::size_t>(i)]);
    const Square answer = fives.squares[0];
    wins = fives.count >= 2 || is_forbidden(defender_side, answer);
    if (wins) {
      if (noted != nullptr && fives.count == 1) note_forbidden(defender_side, answer, *noted);
      break;
    }
    put_here(defender_side, answer);
    forced = five_squares(defender_side, answer);
  }
  if (noted != nullptr)
    *noted |= theirs.overflowed() ? SquareSet::whole_board(size) : theirs.squares_of_windows();
  // Windows are forgotten down to the start's, whichever stones are taken first.
  for (; !played.empty(); played.pop_back()) theirs.take(played.back().first, played.back().second, start);
  return wins;
}

void Vcf::Impl::note_move(Square gain, SquareSet& noted) const {
  noted.insert(gain);
  if (black_side != attacker_side) return;
  // White stones only ever take fours and rows away, line by line: with few of them the move stays allowed.
  int fours_made = 0, rows = 0;
  for (int d = 0; d < direction_count; ++d) {
    const BlackForm form = BlackForm::of(board().around(attacker_side, gain, d));
    fours_made += form.fours();
    rows += form.straight_fours() != 0;
  }
  if (fours_made > 1 || rows > 1) note_forbidden(attacker_side, gain, noted);
}

void Vcf::Impl::note_forbidden(int side, Square s, SquareSet& noted) const {
  (void)forbidden_on(NotedLines{{board(), side}, size, noted}, s);
}

bool Vcf::is_legal(Color c, Square s) const {
  return s.is_on_board(impl_->size) && impl_->board().is_empty(s) &&
         !impl_->is_forbidden(c == impl_->attacker ? Impl::attacker_side : Impl::defender_side, s);
}

std::vector<Square> Vcf::defender_five_squares() const {
  const FewSquares found = impl_->all_five_squares(Impl::defender_side);
  return {found.squares.begin(), found.squares.begin() + found.count};
}

ThreatSequence Vcf::threats_of(std::span<const Square> fours) {
  ThreatSequence threats;
  Impl& me = *impl_;
  const FewSquares five = me.all_five_squares(Impl::attacker_side);
  if (five.count > 0) return {me.threat_at(five.squares[0], ThreatKind::five, std::nullopt)};
  const std::size_t puts_before = me.puts.size();
  for (const Square gain : fours) {
    put(me.attacker, gain);
    const FewSquares fives = me.five_squares(Impl::attacker_side, gain);
    undo();
    FIVEPROOF_ENSURE(fives.count > 0);
    const Square answer = fives.squares[0];
    if (fives.count == 2) {
      threats.push_back(me.threat_at(gain, ThreatKind::straight_four, std::nullopt));
      break;
    }
    threats.push_back(me.threat_at(gain, ThreatKind::four, answer));
    put(me.attacker, gain);
    if (me.is_forbidden(Impl::defender_side, answer)) break;
    put(opponent(me.attacker), answer);
  }
  while (me.puts.size() > puts_before) undo();
  return threats;
}

// A threat of this kind at the square, with this answer; where there is none (two fours are no straight
// four), any other.
Threat Vcf::Impl::threat_at(Square gain, ThreatKind kind, std::optional<Square> answer) const {
  std::optional<Threat> found;
  for (int d = 0; d < direction_count; ++d) {
    const Neighbourhood n = board().around(attacker_side, gain, d);
    for (const auto entry : ShapeTable::of(rule, attacker).applicable(n.own, n.blocked)) {
      const Threat threat = all_shapes()[entry.shape].at(gain, static_cast<Direction>(d));
      if (category_of(threat.kind) > 1) continue;
      if (threat.kind == kind && (!answer || threat.squares(threat.cost, size).contains(*answer)))
        return threat;
      if (!found) found = threat;
    }
  }
  FIVEPROOF_ENSURE(found.has_value());
  return *found;
}

bool Vcf::makes_four(Square s) const {
  const LineBoard& board = impl_->board();
  for (int d = 0; d < direction_count; ++d) {
    const Neighbourhood n = board.around(Impl::defender_side, s, d);
    for (int low = -4; low <= 0; ++low) {
      const int shift = Neighbourhood::center + low;
      if ((n.blocked >> shift & 31u) == 0 && count_of_five(n.own >> shift) >= 3) return true;
    }
  }
  return false;
}

}  // namespace fiveproof::dbsearch

#include "kernel.hpp"

#include <algorithm>
#include <stdexcept>

namespace fiveproof::audit {

constexpr int powers_of_three[5] = {1, 3, 9, 27, 81};
// Symmetry 0..7: bit 0 mirrors the rows, bit 1 the columns, bit 2 then exchanges the two.
static Point image(Point p, int symmetry, int size) {
  const int x = symmetry & 1 ? size - 1 - p % size : p % size;
  const int y = symmetry & 2 ? size - 1 - p / size : p / size;
  return symmetry & 4 ? x * size + y : y * size + x;
}

Plan plan_after(Plan played, Point reply) {
  if (played.is_empty()) return played;
  for (const auto& [replies, plan] : played.first->branches)
    if (std::find(replies.begin(), replies.end(), reply) != replies.end()) return view_of(plan);
  return {played.first + 1, played.last};
}

Book::Book(Rule rule, int size, Stone attacker, std::size_t records)
    : rule_(rule), size_(size), attacker_(attacker) {
  if (size != Board(rule, size).size() || attacker == none) throw std::invalid_argument("attacker");
  packed_.reserve(records * bytes());
  moves_.reserve(records);
  is_established_.reserve(records);
  weights_.resize(static_cast<std::size_t>(size * size));
  constexpr std::uint32_t factor = 0x9E3779B1U;  // any numbers do
  std::uint32_t power = factor;
  for (Point p = 0; p < size * size; ++p) {
    for (int s = 0; s < 8; ++s) weights_[image(p, s, size)][s] = power;
    power *= factor;
  }
}

void Book::add(const Board& board, Point move) {
  if (board.size() != size_ || move < -1 || move >= board.points()) throw std::invalid_argument("record");
  packed_.resize(packed_.size() + bytes());
  for (Point p = 0; p < board.points(); ++p) {
    std::uint8_t& byte = packed_[count() * bytes() + p / 5];
    byte = static_cast<std::uint8_t>(byte + board.at(p) * powers_of_three[p % 5]);
  }
  is_established_.push_back(0);
  moves_.push_back(static_cast<std::int16_t>(move));  // last: it is what counts
}

void Book::close() {
  Board board(rule_, size_);
  if (!index_.empty()) throw std::logic_error("close: closed");  // between check() and prove() it stays
  index_.reserve(count());
  for (std::size_t i = 0; i < count(); ++i) {
    set_up(board, i);
    index_.emplace_back(key_of(board), static_cast<std::uint32_t>(i));
    may_be_key_[index_.back().first >> 12] = true;
  }
  std::sort(index_.begin(), index_.end());
}

Stone Book::stone(std::size_t record, Point p) const {
  return static_cast<Stone>(packed_[record * bytes() + p / 5] / powers_of_three[p % 5] % 3);
}

void Book::set_up(Board& board, std::size_t record) const {
  while (!board.stones().empty()) board.take_back();
  for (Point p = 0; p < board.points(); ++p)
    if (stone(record, p) != none) board.place(stone(record, p), p);
}

std::uint32_t Book::key_of(const Board& board) const {
  std::array<std::uint32_t, 8> sums{};  // of the board's images, in another order for each of these
  for (const Point p : board.stones())
    for (int s = 0; s < 8; ++s) sums[s] += board.at(p) * weights_[p][s];
  std::uint64_t key = 0;
  for (const std::uint64_t sum : sums) key += sum * sum;
  return static_cast<std::uint32_t>(key >> 24);
}

bool Book::equals(std::size_t record, const Board& board, int symmetry) const {
  for (Point p = 0; p < board.points(); ++p)
    if (board.at(image(p, symmetry, size_)) != stone(record, p)) return false;
  return true;
}

// Stored: all squares are equal under one of the eight symmetries. An equal key says nothing by itself.
std::optional<std::size_t> Book::find(const Board& board) const {
  const std::uint32_t key = key_of(board);
  if (!may_be_key_[key >> 12]) return std::nullopt;
  auto at = std::lower_bound(index_.begin(), index_.end(), std::pair(key, 0U));
  for (; at != index_.end() && at->first == key; ++at)
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      if (equals(at->second, board, symmetry)) return at->second;
  return std::nullopt;
}

void Book::choose(std::size_t record) {
  Board board(rule_, size_);
  set_up(board, record);
  const std::pair own(key_of(board), static_cast<std::uint32_t>(record));
  const auto first = std::lower_bound(index_.begin(), index_.end(), std::pair(own.first, 0U));
  const auto at = std::find(first, index_.end(), own);
  if (at != index_.end()) std::rotate(first, at, at + 1);
}

void Kernel::Visits::meet(std::size_t record) {
  if (met.empty() || met[record]) return;
  met[record] = true;
  next.push_back(record);
}

bool Kernel::check(std::size_t record, Hints& hints) {
  Visits nobody_asks;
  const bool is_established = holds(record, &hints, nobody_asks);
  book_.is_established_[record] = is_established;
  return is_established;
}

// Record. Without hints, in the walk of prove(), what needs them is taken for granted, as check() has seen to
// it; the stored replies are collected, nothing else.
bool Kernel::holds(std::size_t record, Hints* hints, Visits& walk) {
  book_.set_up(board_, record);
  // Over: from a position that is over the attacker does not win, whatever is stored.
  if (is_over(board_)) return false;
  const Point move = book_.move(record);
  // It has no move: a plan wins.
  if (move < 0) return !hints || wins_by_hints(-1, *hints);
  // Its move is an empty square on which the attacker may play.
  if (!may_play(board_, attacker_, move)) return false;
  board_.place(attacker_, move);
  // The move makes a five: nothing below it is asked.
  if (board_.has_five(attacker_)) return true;
  // Otherwise All holds after it.
  return answers_all(hints, walk);
}

// All. The AND position on the board: the attacker wins against every legal reply, one by one.
bool Kernel::answers_all(Hints* hints, Visits& walk) {
  // A full board is a draw: there has to be a reply.
  if (board_.is_full()) return false;
  // With a five point the defender makes his five. The lemmas, too, hold only where he has none.
  if (board_.five_points(defender_).count > 0) return false;
  const auto lemmas = hints ? by_lemmas(*hints) : std::vector<Answer>(board_.points(), Answer::played);
  bool all = true;
  for (Point reply = 0; reply < board_.points(); ++reply) {
    // On a square that is forbidden to him the defender loses at once: that is no legal reply.
    if (!may_play(board_, defender_, reply)) continue;
    ++walk.replies;
    board_.place(defender_, reply);
    const Answer how = answer(reply, lemmas[reply], hints, walk);
    board_.take_back();
    if (hints) hints->answered(reply, how);
    if (how == Answer::not_established) all = false;
  }
  return all;
}

// The reply stands on the board: P + r is stored; or a lemma excludes r; or a plan wins in P + r.
Answer Kernel::answer(Point reply, Answer by_lemma, Hints* hints, Visits& walk) {
  // Stored: this goes before everything else, so that the same records are found with and without hints.
  if (const auto stored = book_.find(board_)) {
    walk.meet(*stored);
    return Answer::stored;
  }
  // A lemma excludes it.
  if (by_lemma != Answer::played) return by_lemma;
  // A plan wins.
  if (!hints || wins_by_hints(reply, *hints)) return Answer::played;
  return Answer::not_established;
}

// What the lemmas say of each reply to the AND position on the board, before one is placed; `played` where
// they say nothing.
std::vector<Answer> Kernel::by_lemmas(Hints& hints) {
  std::vector<Answer> how(board_.points(), Answer::excluded);
  // Lemmas 1, 2 and 3: the replies that they do not exclude are listed.
  const Plan plan = hints.threat(board_);
  const std::vector<Point> left = replies_left(plan);
  for (const Point reply : left) how[reply] = Answer::played;
  // Lemma 4 speaks of any plan that wins after a pass: of that against most replies, and of each branch's.
  leave_outside(plan, left, how, hints);
  const Plan played = hints.played(board_);
  if (played.is_empty()) return how;
  // A reply is answered by the first branch that lists it. For one reply it is no gain to play after a pass.
  std::vector<std::uint8_t> is_seen(board_.points());
  for (const auto& [replies, branch] : played.first->branches) {
    std::vector<Point> own;
    for (const Point p : replies)
      if (board_.is_empty(p) && std::exchange(is_seen[p], 1) == 0 && how[p] == Answer::played)
        own.push_back(p);
    if (own.size() > 1) leave_outside(view_of(branch), own, how, hints);
  }
  return how;
}

// Lemma 4: a plan that wins after a pass wins after every reply that it does not read. The attacker plays
// after a pass of the defender, and what he reads is noted. Where the plan does not win the lemma says
// nothing; nor in renju, where a stone can forbid a move or allow one.
void Kernel::leave_outside(Plan plan, const std::vector<Point>& of, std::vector<Answer>& how, Hints& hints) {
  if (board_.rule() == Rule::renju) return;
  zone_.assign(board_.points(), false);
  budget_left_ = budget_;
  const bool wins = attacker_to_move(plan, {}, -1, hints);
  const std::vector<bool> zone = std::exchange(zone_, {});
  if (!wins) return;
  for (const Point reply : of)
    if (!zone[reply]) how[reply] = Answer::outside;
}

// The OR position on the board: a plan wins, one of those that are offered.
bool Kernel::wins_by_hints(Point reply, Hints& hints) {
  for (int attempt = 0;; ++attempt) {
    const auto plan = hints.plan(board_, reply, attempt);
    if (!plan) return false;
    budget_left_ = budget_;
    if (attacker_to_move(*plan, {}, -1, hints)) return true;
  }
}

// Or: the OR position on the board, without a five, is won by the plan. `pending`: the plan to whose first
// move `reply` was the reply. It goes on where the attacker has to parry, as if the two had not been played.
bool Kernel::attacker_to_move(Plan plan, Plan pending, Point reply, Hints& hints) {
  // The attacker has a five point: he makes his five, which no rule set forbids.
  const FivePoints five = board_.five_points(attacker_);
  if (five.count > 0) {
    read(five.points);
    return true;
  }
  // The defender has a five point: the attacker has to parry it. He has none: what the plan says is played.
  const FivePoints theirs = board_.five_points(defender_);
  const Point planned = plan.is_empty() ? -1 : plan.first->move;
  const Point move = theirs.count == 0 ? planned : theirs.points[0];
  // Two five points cannot be parried; and the move has to be an empty square on which the attacker may play.
  if (theirs.count >= 2 || !may_play(board_, attacker_, move)) {
    hints.stuck(board_, pending, reply);
    return false;
  }
  // Lemma 4 reads the move, and before a parry the squares that could undo the defender's four.
  read(std::array{move});
  if (theirs.count > 0 && is_zone_asked()) read(board_.near(defender_, 3));
  // And holds after the move.
  board_.place(attacker_, move);
  const bool wins = defender_to_move(move == planned ? plan : pending, hints);
  board_.take_back();
  return wins;
}

// And: in the AND position on the board, without a five, the attacker wins against every legal reply that no
// lemma excludes. `played`: the plan, from the step whose move was just made.
bool Kernel::defender_to_move(Plan played, Hints& hints) {
  // A full board is a draw: there has to be a reply.
  if (board_.is_full()) return false;
  // With a five point the defender makes his five. The lemmas, too, hold only where he has none.
  if (board_.five_points(defender_).count > 0) return false;
  for (const Point reply : replies_left(plan_after(played, -1))) {
    hints.tick();
    --budget_left_;
    if (budget_left_ < 0) return false;
    // On a square that is forbidden to him the defender loses at once: that is no legal reply.
    if (!may_play(board_, defender_, reply)) continue;
    // Or holds after the reply.
    board_.place(defender_, reply);
    const bool wins = attacker_to_move(plan_after(played, reply), played, reply, hints);
    board_.take_back();
    if (!wins) return false;
  }
  return true;
}

// Left: the empty squares of an AND position where the defender has no five point, less those that the
// lemmas exclude. `plan`: how the attacker goes on after most replies.
std::vector<Point> Kernel::replies_left(Plan plan) {
  const FivePoints five = board_.five_points(attacker_);
  // Lemma 4 reads the attacker's five points, and where a reply could give the defender one.
  if (is_zone_asked()) {
    read(five.points);
    read(board_.near(defender_, 3));
  }
  // Lemma 2: the attacker has two five points or more. Every reply loses.
  if (five.count >= 2) return {};
  // Lemma 1: the attacker has a five point p. Every reply r other than p loses.
  if (five.count == 1) return {five.points[0]};
  // Lemma 3, for a threat: a move g after which the attacker has two five points or more.
  if (!plan.is_empty() && board_.is_empty(plan.first->move))
    if (auto left = left_by_lemma_3(plan.first->move)) return *std::move(left);
  // No lemma applies.
  std::vector<Point> all;
  for (Point p = 0; p < board_.points(); ++p)
    if (board_.is_empty(p)) all.push_back(p);
  return all;
}

// Lemma 3: the attacker has no five point; g is empty; with g on the board (and without a reply) he has the
// five points F. Let r, other than g, be a reply such that F without r has two squares or more, and such that
// with r and g on the board the defender has no five point. Then r loses. In renju the attacker has to be
// allowed g after r, too. Returns the replies for which not all of this is sure; nothing: F is too small.
std::optional<std::vector<Point>> Kernel::left_by_lemma_3(Point g) {
  board_.place(attacker_, g);
  const FivePoints then = board_.five_points(attacker_);
  const bool is_threat = then.count >= 2;
  // With g on the board: where a reply could give the defender a five point; it names more, never fewer.
  std::vector<Point> left = board_.near(defender_, 3);
  // Lemma 4 reads where it could do so together with a reply that Lemma 3 excludes.
  if (is_threat && is_zone_asked()) read(board_.near(defender_, 2));
  board_.take_back();
  if (!is_threat) return std::nullopt;
  // The square g itself.
  left.push_back(g);
  // F has two squares: without either of them it has one. Of three or more two remain whatever r is.
  if (then.count == 2) {
    left.push_back(then.points[0]);
    left.push_back(then.points[1]);
  }
  // Lemma 4 reads g, F (or three of it), and what is left so far.
  read(left);
  read(then.points);
  // Renju: the replies after which g is forbidden to the attacker.
  for (const Point p : replies_that_forbid(board_, attacker_, g)) left.push_back(p);
  return left;
}

// Root. The OR position on the board is stored, or else a plan wins; in an AND position All holds.
bool Kernel::root_holds(Stone to_move, Hints& hints, Visits& walk) {
  if (to_move != attacker_) return answers_all(&hints, walk);
  const auto stored = book_.find(board_);
  if (!stored) return wins_by_hints(-1, hints);
  walk.meet(*stored);
  return true;
}

std::optional<Proved> Kernel::prove(const Board& root, Stone to_move, Hints& hints) {
  // What was established holds for the rule and the size of the book alone.
  if (root.rule() != board_.rule()) return std::nullopt;
  if (root.size() != board_.size()) return std::nullopt;
  if (to_move == none) return std::nullopt;
  // Over: from a position that is over the attacker does not win, whatever is stored.
  if (is_over(root)) return std::nullopt;
  board_ = Board(root);
  Proved proved{board_, attacker_, to_move};
  Visits walk{std::vector<std::uint8_t>(book_.count()), {}, 0};
  if (!root_holds(to_move, hints, walk)) return std::nullopt;
  // Every record that is reached is established and holds again; its stored replies are reached in turn.
  while (!walk.next.empty()) {
    const std::size_t record = walk.next.back();
    walk.next.pop_back();
    if (!book_.is_established(record)) return std::nullopt;
    if (!holds(record, nullptr, walk)) return std::nullopt;
    ++proved.positions;
    hints.tick();
  }
  proved.replies = walk.replies;
  return proved;
}

}  // namespace fiveproof::audit

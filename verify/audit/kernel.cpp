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
  if (played.first == played.last) return played;
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
  std::uint32_t power = 0x9E3779B1U;  // any numbers do
  for (Point p = 0; p < size * size; ++p, power *= 0x9E3779B1U)
    for (int s = 0; s < 8; ++s) weights_[image(p, s, size)][s] = power;
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

std::optional<std::size_t> Book::find(const Board& board) const {
  const std::uint32_t key = key_of(board);
  auto at = std::lower_bound(index_.begin(), index_.end(), std::pair(key, 0U));
  for (; at != index_.end() && at->first == key; ++at)
    for (int s = 0, p = 0; s < 8; ++s, p = 0) {
      while (p < board.points() && board.at(image(p, s, size_)) == stone(at->second, p)) ++p;
      if (p == board.points()) return at->second;  // all squares are equal
    }
  return std::nullopt;
}

void Book::choose(std::size_t record) {
  Board board(rule_, size_);
  set_up(board, record);
  const std::pair own(key_of(board), static_cast<std::uint32_t>(record));
  const auto first = std::lower_bound(index_.begin(), index_.end(), std::pair(own.first, 0U));
  if (auto at = std::find(first, index_.end(), own); at != index_.end()) std::rotate(first, at, at + 1);
}

// Without hints: all that needs them is taken for granted, and what is stored is collected, nothing else.
bool Kernel::holds(std::size_t record, Hints* hints, Visits& walk) {
  book_.set_up(board_, record);
  if (is_over(board_)) return false;
  const Point move = book_.move(record);
  if (move < 0) return !hints || wins_by_hints(-1, *hints);
  if (!may_play(board_, attacker_, move)) return false;
  board_.place(attacker_, move);
  return board_.has_five(attacker_) || answers_all(hints, walk);
}

// The AND position on the board: the attacker wins against every legal reply, one by one; and there is one.
bool Kernel::answers_all(Hints* hints, Visits& walk) {
  if (board_.is_full() || board_.five_points(defender_).count > 0) return false;
  const Plan threat = hints ? hints->threat(board_) : Plan();
  const std::vector<Point> left = replies_left(threat);
  // Lemma 4: what wins after a pass wins after a reply that it does not read, too; but for renju's forbidden points.
  zone_.assign(board_.points(), false);
  budget_left_ = budget_;
  const bool has_zone = hints && board_.rule() != Rule::renju && attacker_to_move(threat, {}, -1, *hints);
  const std::vector<bool> zone = std::exchange(zone_, {});
  bool all = true;
  for (Point reply = 0; reply < board_.points(); ++reply) {
    if (!may_play(board_, defender_, reply)) continue;  // or he loses at once
    ++walk.replies;
    board_.place(defender_, reply);
    // A stored position goes before everything else: so the same ones are found with and without hints.
    const auto stored = book_.find(board_);
    if (stored && !walk.met.empty() && !std::exchange(walk.met[*stored], true)) walk.next.push_back(*stored);
    const Answer how = stored                                                     ? Answer::stored
                       : std::find(left.begin(), left.end(), reply) == left.end() ? Answer::excluded
                       : has_zone && !zone[reply]                                 ? Answer::outside
                       : !hints || wins_by_hints(reply, *hints)                   ? Answer::played
                                                                                  : Answer::not_established;
    board_.take_back();
    if (hints) hints->answered(reply, how);
    all = all && how != Answer::not_established;
  }
  return all;
}

bool Kernel::wins_by_hints(Point reply, Hints& hints) {
  for (int attempt = 0;; ++attempt) {
    const auto plan = hints.plan(board_, reply, attempt);
    budget_left_ = budget_;
    if (!plan || attacker_to_move(*plan, {}, -1, hints)) return plan.has_value();
  }
}

// An OR position without a five. `pending`: the plan `reply` was a reply to; goes on when that is parried.
bool Kernel::attacker_to_move(Plan plan, Plan pending, Point reply, Hints& hints) {
  if (const FivePoints five = board_.five_points(attacker_); five.count > 0) return read(five.points), true;
  const FivePoints theirs = board_.five_points(defender_);
  const Point planned = plan.first == plan.last ? -1 : plan.first->move;
  const Point move = theirs.count == 0 ? planned : theirs.points[0];
  if (theirs.count >= 2 || !may_play(board_, attacker_, move))  // he cannot parry both, or has no move
    return hints.stuck(board_, pending, reply), false;
  read(std::array{move});
  if (theirs.count > 0 && !zone_.empty()) read(board_.near(defender_, 3));
  board_.place(attacker_, move);
  const bool wins = defender_to_move(move == planned ? plan : pending, hints);
  board_.take_back();
  return wins;
}

// An AND position without a five: every legal reply is excluded or played out; and there is one.
bool Kernel::defender_to_move(Plan played, Hints& hints) {
  if (board_.is_full() || board_.five_points(defender_).count > 0) return false;
  for (const Point reply : replies_left(plan_after(played, -1))) {
    if (hints.tick(), --budget_left_ < 0) return false;
    if (!may_play(board_, defender_, reply)) continue;  // or he loses at once
    board_.place(defender_, reply);
    const bool wins = attacker_to_move(plan_after(played, reply), played, reply, hints);
    board_.take_back();
    if (!wins) return false;
  }
  return true;
}

// The legal replies where the defender makes no five, less those that lose by a lemma (3: the plan's first move threatens).
std::vector<Point> Kernel::replies_left(Plan plan) {
  const FivePoints five = board_.five_points(attacker_);
  if (!zone_.empty()) read(five.points), read(board_.near(defender_, 3));
  if (five.count > 0) return std::vector<Point>(five.count == 1 ? 1 : 0, five.points[0]);  // Lemmas 1 and 2
  if (plan.first != plan.last && board_.is_empty(plan.first->move)) {
    board_.place(attacker_, plan.first->move);
    const FivePoints then = board_.five_points(attacker_);
    std::vector<Point> left = board_.near(defender_, 3);
    if (then.count >= 2 && !zone_.empty()) read(board_.near(defender_, 2));
    board_.take_back();
    left.push_back(plan.first->move);
    if (then.count == 2) left.insert(left.end(), {then.points[0], then.points[1]});  // of three two stay
    if (then.count >= 2) {                                                           // Lemma 3
      read(left), read(then.points);
      for (const Point p : replies_that_forbid(board_, attacker_, plan.first->move)) left.push_back(p);
      return left;
    }
  }
  std::vector<Point> all;
  for (Point p = 0; p < board_.points(); ++p)
    if (board_.is_empty(p)) all.push_back(p);
  return all;
}

std::optional<Proved> Kernel::prove(const Board& root, Stone to_move, Hints& hints) {
  if (root.rule() != board_.rule() || root.size() != board_.size() || to_move == none || is_over(root))
    return std::nullopt;
  board_ = Board(root);
  Proved proved{board_, attacker_, to_move};
  Visits walk{std::vector<std::uint8_t>(book_.count()), {}, 0};
  const auto stored = to_move == attacker_ ? book_.find(board_) : std::nullopt;
  if (stored) walk.next.push_back(*stored);
  const bool wins = to_move == attacker_ ? stored || wins_by_hints(-1, hints) : answers_all(&hints, walk);
  if (!wins) return std::nullopt;
  for (; !walk.next.empty(); ++proved.positions, hints.tick()) {
    const std::size_t record = walk.next.back();
    walk.next.pop_back();
    if (!book_.is_established(record) || !holds(record, nullptr, walk)) return std::nullopt;
  }
  proved.replies = walk.replies;
  return proved;
}

}  // namespace fiveproof::audit

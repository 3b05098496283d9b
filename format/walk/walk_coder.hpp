// Turns a walk through a tree of records into bits, and bits into a walk.
//
// One class does both, so that writer and reader cannot come to differ: a bit is coded together with what
// is true, and the coder of a reader does not look at that. What is true comes from the host, and what
// was walked goes to the host:
//
//   struct Host {
//     void on_record(int move);           // at a record: its move, or no_move
//     bool enter(int reply);              // a reply is on the board; false: the walk has failed
//     void leave();                       // the last reply is taken back
//     // These are asked when writing only:
//     int move();                         // of the record just reached
//     int reply_count();                  // of the AND position just reached
//     bool is_reply(int square);          // there
//     int reply_beside(span<const uint16_t> found);   // the first reply there that is not among these
//   };
//
// How likely each answer is, the models say (format/walk/plain_models.hpp, format/walk/mixed_models.hpp).
//
// The replies that follow a record's move are all asked for together; while one of them is entered, the host
// answers for what lies below it. Squares are dense indices, in the orientation of the walk.
//
// A walk of any bits ends: each record takes a step of the host's count, and there are at most size * size
// squares to reply on. Recursion is as deep as the board allows, with two stones on each level.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "format/coding/bit_coder.hpp"
#include "format/walk/walk_game.hpp"
#include "format/walk/walk_questions.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::walk {

/// Remembers the squares that were thought of already.
class Seen {
 public:
  void clear() { ++now_; }
  /// Notes a square, which may be nowhere; false: it was thought of already.
  bool note(int square) { return std::exchange(when_[static_cast<std::size_t>(square + 1)], now_) != now_; }

 private:
  std::uint32_t now_ = 0;
  std::array<std::uint32_t, max_squares + 1> when_{};
};

/// A list of likely squares, best first, each once, and why they are on it.
template <std::size_t capacity>
class Wanted {
 public:
  Wanted(const Board& board, Seen& seen) : board_(board), seen_(seen) { seen_.clear(); }
  void add(int square, unsigned why) {
    // The square is written in any case, and then it counts or not: half of them do,
    // and which cannot be foreseen.
    both_[count_] = static_cast<std::uint16_t>(square * reasons + static_cast<int>(why));
    const bool is_empty = board_.is_empty(square), is_new = seen_.note(square);
    count_ += is_empty & is_new & (count_ < capacity);
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] int square(std::size_t i) const { return both_[i] / reasons; }
  [[nodiscard]] unsigned why(std::size_t i) const { return static_cast<unsigned>(both_[i] % reasons); }

 private:
  static constexpr int reasons = 16;  ///< more than there are reasons

  const Board& board_;
  Seen& seen_;
  std::size_t count_ = 0;
  std::array<std::uint16_t, capacity + 1> both_;
};

/// Gives the squares around one, or around the middle, ring by ring: the nearest first,
/// in a ring column by column.
class Rings {
 public:
  Rings(const Board& board, int from)
      : size_(board.size()), from_(from == nowhere ? size_ / 2 * size_ + size_ / 2 : from) {}
  /// Gives the squares of the next ring to `take`; false: there is no ring left.
  template <class Take>
  bool next(const Take& take) {
    if (++radius_ >= size_) return false;
    const int column = from_ / size_, row = from_ % size_;
    for (int x = std::max(column - radius_, 0); x <= std::min(column + radius_, size_ - 1); ++x) {
      const int step = std::abs(x - column) == radius_ ? 1 : 2 * radius_;
      for (int y = row - radius_; y <= row + radius_; y += step)
        if (y >= 0 && y < size_) take(x * size_ + y);
    }
    return true;
  }

 private:
  int size_, from_, radius_ = -1;
};

/// The last few different values, newest first, side by side in one small number. There are many such lists,
/// looked up anywhere among them, and what they take of the processor's cache is what they cost.
template <unsigned bits, std::size_t size>
class NewestLanes {
 public:
  /// Puts `v` in front. require: v < 2^bits.
  void note(std::uint32_t v) { all_ = noted(v); }
  void note_if(bool is_so, std::uint32_t v) {
    const std::uint32_t then = noted(v), mask = 0u - static_cast<std::uint32_t>(is_so);
    all_ ^= (all_ ^ then) & mask;
  }
  [[nodiscard]] std::uint32_t lane(std::size_t i) const { return all_ >> (bits * i) & ((1u << bits) - 1); }

 private:
  static_assert(bits * size <= 32);
  static constexpr std::uint32_t ones = [] {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < size; ++i) all |= 1u << (bits * i);
    return all;
  }();
  static constexpr std::uint32_t highs = ones << (bits - 1), last_high = 1u << (bits * size - 1);

  /// The list with `v` in front: the values before its old place move back by one. Where that place was
  /// cannot be foreseen, so that no decision depends on it.
  [[nodiscard]] std::uint32_t noted(std::uint32_t v) const {
    const std::uint32_t differ = all_ ^ v * ones;
    // The first of the places where nothing differs gets its high bit; a later one may get it in vain, and
    // the last of all has it in any case.
    const std::uint32_t found = ((differ - ones) & ~differ & highs) | last_high;
    const std::uint32_t moving = found ^ (found - 1);
    return (all_ & ~moving) | ((all_ << bits | v) & moving);
  }

  std::uint32_t all_ = 0;
};
/// The last three different squares; at first each is nowhere.
class NewestSquares {
 public:
  void note(int square) { lanes_.note(static_cast<std::uint32_t>(square + 1)); }
  [[nodiscard]] int value(std::size_t i) const { return static_cast<int>(lanes_.lane(i)) - 1; }

 private:
  NewestLanes<10, 3> lanes_;
};
/// The last five different numbers of steps; at first each is 0.
class NewestSteps {
 public:
  /// Notes steps other than 0, which is no step. require: |steps| <= 4.
  void note(int steps) { lanes_.note_if(steps != 0, static_cast<std::uint32_t>(steps) & 15); }
  [[nodiscard]] int value(std::size_t i) const { return static_cast<int>(lanes_.lane(i) ^ 8) - 8; }

 private:
  NewestLanes<4, 5> lanes_;
};

/// The last eight different values, one by one, since they are too many for one number.
struct NewestEight {
  std::array<std::int16_t, 8> value;
  NewestEight() { value.fill(nowhere); }
  void note(std::int16_t v) {
    bool was_here = false;
    std::int16_t in_front = v;
    for (std::int16_t& here : value) {
      const std::int16_t old = here;
      here = was_here ? old : in_front;
      was_here |= old == v;
      in_front = old;
    }
  }
};

/// What was played where so far, within one block.
struct Memory {
  static constexpr unsigned history_bits = 14, line_bits = 12;
  enum Kind { of_moves, of_replies };

  std::array<std::array<BitModel, 64>, 2> columns;
  std::array<std::array<BitModel, 64 * 64>, 2> rows;
  /// What followed the last stone, the last two and the last three.
  std::array<std::array<std::array<NewestSquares, 1 << history_bits>, 3>, 2> history;
  /// Where, on a lively line, the move or reply was. There are three kinds of lines: of the attacker's move
  /// before a move, of his move before a reply, and of the defender's stone before a reply.
  std::array<std::array<std::array<NewestSteps, 1 << line_bits>, 2>, 3> lines;
  NewestEight replies;
};

template <class Models, class Coder, class Host>
class WalkCoder {
 public:
  /// `records` is how many the block has. require: coder and host outlive the walk coder.
  WalkCoder(Coder& coder, Host& host, int size, std::uint32_t records)
      : coder_(coder),
        host_(host),
        game_(size),
        memory_(std::make_unique<Memory>()),
        models_(std::make_unique<Models>(game_, records)) {
    nodes_.reserve(records);
  }
  WalkCoder(const WalkCoder&) = delete;  // its models keep a reference to its game

  /// The board, on which the caller puts the stones to start from.
  [[nodiscard]] Board& board() { return game_.board(); }
  /// Walks the tree below a record, or those below an AND position. false: no walk has these bits.
  bool walk_from_record() {
    record(histories(Memory::of_moves), none, none, 0);
    return !has_failed_;
  }
  bool walk_from_and_position() {
    replies(none, none, none);
    return !has_failed_;
  }

 private:
  static constexpr bool is_reading = Coder::is_decoder;
  using Id = std::uint32_t;
  static constexpr Id none = 0xFFFFFFFFu;
  static constexpr std::size_t squares_everywhere = Models::looks_everywhere ? max_squares : 0;
  /// A record that was walked, as a precedent for others.
  struct WalkedRecord {
    std::int16_t move = nowhere, reply = nowhere;
    std::uint16_t replies = 0;  ///< how many are below it; the first of them is the next record
    Id next = none;             ///< the record of the next greater reply beside this one
  };
  using Squares = std::array<std::uint16_t, max_squares>;
  using History = std::array<NewestSquares*, 3>;  ///< what followed the last three stones, two, one

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  template <class Question>
  bool ask(const Question& question, bool truth) {
    return models_->ask(coder_, question, truth);
  }
  [[nodiscard]] int last(int back) const { return game_.last(back); }

  // -- a record ------------------------------------------------------------------------------------------

  /// What a precedent says about the move here.
  struct Example {
    int move = nowhere;
    unsigned state = 1;  ///< 0: its move is not possible; 1: no precedent; 2: it has no move; 3: this one
  };
  [[nodiscard]] Example example(Id precedent) const {
    if (precedent == none) return {};
    const int move = nodes_[precedent].move;
    if (move == nowhere) return {nowhere, 2};
    if (!board_.is_empty(move)) return {nowhere, 0};
    return {move, 3};
  }

  /// Walks a record and what is below it. The caller fetches `history`, early.
  void record(const History& history, Id a, Id b, int siblings) {
    const auto id = static_cast<Id>(nodes_.size());
    nodes_.push_back({nowhere, static_cast<std::int16_t>(last(0)), 0, none});
    const Example like_a = example(a), like_b = example(b);
    const int reply = last(0), before = last(1);
    Lines around{};
    const int defends = reply == nowhere ? nowhere : ends_of_fours(board_, reply, board_.lines(reply))[0];
    if (before != nowhere) around = board_.lines(before);
    const int wins = before == nowhere ? nowhere : ends_of_fours(board_, before, around)[0];

    int truth = no_move;
    if constexpr (!is_reading) truth = host_.move();
    models_->begin_record();
    const bool has_move = ask(
        HasMove{like_a.state, like_b.state, siblings, defends != nowhere, wins != nowhere}, truth != no_move);
    if (!has_move) return host_.on_record(no_move);

    const auto lively = liveliest(0, around, attacker, before);
    const unsigned kind = (like_a.move != nowhere) + 2u * (like_b.move != nowhere) +
                          4u * (like_a.move != nowhere && like_a.move == like_b.move) +
                          8u * (defends != nowhere) + 16u * (wins != nowhere);
    Wanted<16 + squares_everywhere> wanted(board_, seen_);
    wanted.add(wins, 0);
    wanted.add(defends, 0);
    wanted.add(like_a.move, 0);
    wanted.add(like_b.move, 0);
    bool is_all = false;
    Rings rings(board_, reply);
    int move = nowhere;
    for (unsigned i = 0; move == nowhere; ++i) {
      if (i == wanted.count() && !is_all) {
        // These come only here, since mostly one of the first squares was it.
        for (const NewestSquares* newest : history) wanted.add(newest->value(0), 0);
        for (const NewestSquares* newest : history) wanted.add(newest->value(1), 0);
        add_steps(wanted, before, lively, 2, 0);
        is_all = true;
      }
      if (i == wanted.count()) look_everywhere(wanted, rings);
      if (i == wanted.count()) break;
      const int s = wanted.square(i);
      const unsigned end = (s == wins) + 2u * (s == defends);
      unsigned agree = 8u * (s == like_a.move) + 16u * (s == like_b.move);
      for (unsigned k = 0; k < 3; ++k) agree |= static_cast<unsigned>(history[k]->value(0) == s) << k;
      if (ask(IsMove{s, i, kind, agree, end, wanted.why(i) == far_away}, s == truth)) move = s;
    }
    if (move == nowhere) move = any_square(Memory::of_moves, truth);
    if (has_failed_) return;
    nodes_[id].move = static_cast<std::int16_t>(move);
    for (NewestSquares* newest : history) newest->note(move);
    note_steps(before, lively, move);
    host_.on_record(move);
    if (!board_.is_empty(move)) return;  // nothing lies below an illegal move

    game_.play(move, attacker);
    replies(id, like_a.move == move ? a : none, like_b.move == move ? b : none);
    game_.take_back();
  }

  // -- replies -------------------------------------------------------------------------------------------

  void replies(Id parent, Id a, Id b) {
    const int empties = board_.empties();
    const int count_a = reply_count(a), count_b = reply_count(b);
    const auto density = [&](Id id, int count) { return id == none ? 0u : count * 8 > empties ? 2u : 1u; };
    int truth = 0;
    if constexpr (!is_reading) truth = host_.reply_count();
    models_->begin_and_position();
    const bool is_dense = ask(IsDense{density(a, count_a), density(b, count_b)}, truth * 8 > empties);
    Squares set;
    const int found =
        is_dense ? dense_replies(a, b, set) : sparse_replies(a, b, {count_a, count_b}, truth, set);
    if (!has_failed_) walk_replies(parent, a, b, std::span(set).first(index(found)));
  }

  [[nodiscard]] int reply_count(Id id) const { return id == none ? 0 : nodes_[id].replies; }
  [[nodiscard]] Id first_reply(Id id) const { return reply_count(id) == 0 ? none : id + 1; }
  bool is_reply(int square) {
    if constexpr (is_reading)
      return false;
    else
      return host_.is_reply(square);
  }

  /// Goes through the replies of a walked record together with ascending squares.
  class Follower {
   public:
    Follower(const std::vector<WalkedRecord>& nodes, Id first) : nodes_(nodes), at_(first) {}
    /// The record after `reply`, or none. Calls ask for ascending squares.
    Id find(int reply) {
      while (at_ != none && nodes_[at_].reply < reply) at_ = nodes_[at_].next;
      return at_ != none && nodes_[at_].reply == reply ? at_ : none;
    }

   private:
    const std::vector<WalkedRecord>& nodes_;
    Id at_;
  };

  /// Tells replies by one bit for each empty square.
  int dense_replies(Id a, Id b, Squares& set) {
    Follower in_a(nodes_, first_reply(a)), in_b(nodes_, first_reply(b));
    unsigned before = 3;
    int found = 0;
    for (int q = 0; q < board_.squares(); ++q) {
      if (!board_.is_empty(q)) continue;
      const bool is_in =
          ask(IsOneOfMany{q, before, in_a.find(q) != none, in_b.find(q) != none, a != none, b != none},
              is_reply(q));
      before = before * 2 + is_in;
      if (is_in) set[index(found++)] = static_cast<std::uint16_t>(q);
    }
    return found;
  }

  /// A line on which much may happen, and what was played on it.
  struct Lively {
    int direction = 0;
    Line line = 0;  ///< read from its smaller end
    bool is_turned = false;
    NewestSteps* steps = nullptr;
  };

  /// What is near the last two stones, and what has followed them elsewhere.
  struct Surroundings {
    int move, own;
    Lines around;
    std::array<Lively, 2> lively{}, own_lively{};
    History history{};
    bool is_looked_up = false;
  };

  /// Tells replies one after the other, likely ones first; they are sorted in the end.
  int sparse_replies(Id a, Id b, std::array<int, 2> counts, int truth, Squares& set) {
    const int last_move = last(0);
    Surroundings here{last_move, last(1), last_move == nowhere ? Lines{} : board_.lines(last_move)};
    Wanted<48 + squares_everywhere> wanted(board_, seen_);
    const auto fours =
        here.move == nowhere ? std::array{nowhere, nowhere} : ends_of_fours(board_, here.move, here.around);
    for (int s : fours) wanted.add(s, 0);
    add_replies_after(wanted, {a, b});
    bool is_all = false;

    RepliesScene scene{static_cast<unsigned>((fours[0] != nowhere) + (fours[1] != nowhere)),
                       a == none ? -1 : counts[0],
                       b == none ? -1 : counts[1],
                       {},
                       {}};
    if constexpr (Models::looks_at_lines) {
      look_up(here);
      scene.lively = {here.lively[0].line, here.lively[1].line};
      scene.own_lively = {here.own_lively[0].line, here.own_lively[1].line};
    }
    models_->begin_replies(scene);
    Rings rings(board_, here.move);
    int found = 0;
    unsigned i = 0, missed = 0;
    for (;;) {
      const unsigned next = i < wanted.count() && wanted.why(i) <= 2 ? wanted.why(i) : 0;
      const auto so_far = static_cast<unsigned>(found);
      if (!ask(HasMore{{so_far, missed, i}, next}, found < truth)) break;
      look_up(here);
      int reply = nowhere;
      for (; reply == nowhere; ++i) {
        // These come only here, since mostly the first squares were all.
        if (i == wanted.count() && !std::exchange(is_all, true)) add_others(wanted, here);
        if (i == wanted.count()) look_everywhere(wanted, rings);
        if (i == wanted.count()) break;
        const int s = wanted.square(i);
        if (ask(IsReply{s, {so_far, missed, i}, wanted.why(i)}, is_reply(s)))
          reply = s;
        else
          ++missed;
      }
      if (reply == nowhere) {
        reply = other_reply(std::span(set).first(so_far));
        if (has_failed_) return 0;
      }
      set[so_far] = static_cast<std::uint16_t>(reply);
      ++found;
    }
    note_replies(here, std::span(set).first(index(found)));
    sort(std::span(set).first(index(found)));
    return found;
  }

  /// This is done only when it is needed, as mostly there is no reply.
  void look_up(Surroundings& here) {
    if (std::exchange(here.is_looked_up, true)) return;
    const Lines around_own = here.own == nowhere ? Lines{} : board_.lines(here.own);
    here.lively = liveliest(1, here.around, attacker, here.move);
    here.own_lively = liveliest(2, around_own, defender, here.own);
    here.history = histories(Memory::of_replies);
  }

  template <class List>
  void add_others(List& wanted, const Surroundings& here) const {
    add_steps(wanted, here.move, here.lively, 5, 3);
    add_steps(wanted, here.own, here.own_lively, 2, 5);
    for (unsigned k = 0; k < 3; ++k)
      for (std::size_t n = 0; n < 3; ++n) wanted.add(here.history[k]->value(n), 7 + k);
    for (int s : memory_->replies.value) wanted.add(s, 10);
  }

  /// The first is the newest in the end.
  void note_replies(const Surroundings& here, std::span<const std::uint16_t> replies) {
    for (std::size_t k = replies.size(); k-- > 0;) {
      const int reply = replies[k];
      memory_->replies.note(static_cast<std::int16_t>(reply));
      for (NewestSquares* newest : here.history) newest->note(reply);
      note_steps(here.move, here.lively, reply);
      note_steps(here.own, here.own_lively, reply);
    }
  }

  /// Wants the replies that followed the two precedents, for the reasons 1 and 2.
  template <class List>
  void add_replies_after(List& wanted, std::array<Id, 2> precedents) const {
    unsigned why = 1;
    for (Id id : precedents) {
      if (id != none)
        for (Id child = first_reply(id); child != none && wanted.count() < 40; child = nodes_[child].next)
          wanted.add(nodes_[child].reply, why);
      ++why;
    }
  }

  /// Tells a reply that no square was asked for; has_failed_ if it cannot be one.
  int other_reply(std::span<const std::uint16_t> set_so_far) {
    int other = 0;
    if constexpr (!is_reading) other = host_.reply_beside(set_so_far);
    const int reply = any_square(Memory::of_replies, other);
    has_failed_ =
        has_failed_ || !board_.is_empty(reply) || std::ranges::find(set_so_far, reply) != set_so_far.end();
    return reply;
  }

  /// Sorts few squares by insertion: mostly there is one, and seldom are there many.
  static void sort(std::span<std::uint16_t> squares) {
    if (squares.size() > 12) {
      std::ranges::sort(squares);
      return;
    }
    for (std::size_t i = 1; i < squares.size(); ++i)
      for (std::size_t k = i; k > 0 && squares[k] < squares[k - 1]; --k)
        std::swap(squares[k], squares[k - 1]);
  }

  /// Walks the records after replies. The precedents of each are what followed the same reply after the
  /// precedents of the AND position, else the records of the replies before this one.
  void walk_replies(Id parent, Id a, Id b, std::span<const std::uint16_t> set) {
    if (set.empty()) return;
    Follower in_a(nodes_, first_reply(a)), in_b(nodes_, first_reply(b));
    Id brother = none, elder = none;
    if (parent != none) nodes_[parent].replies = static_cast<std::uint16_t>(set.size());
    for (const std::uint16_t reply : set) {
      Id first = in_a.find(reply);
      const Id other = in_b.find(reply);
      if (first == none) first = other;
      const bool is_alone = first == none;
      const auto id = static_cast<Id>(nodes_.size());
      game_.play(reply, defender);
      const History history = histories(Memory::of_moves);
      if (host_.enter(reply)) {
        if (brother != none) nodes_[brother].next = id;
        record(history, is_alone ? brother : first, is_alone ? elder : brother, static_cast<int>(set.size()));
        host_.leave();
      } else {
        has_failed_ = true;
      }
      game_.take_back();
      if (has_failed_) return;
      elder = brother;
      brother = id;
    }
  }

  // -- what is likely ------------------------------------------------------------------------------------

  /// Adds the next ring with an empty square that was not thought of, if there is one.
  template <class List>
  void look_everywhere(List& wanted, Rings& rings) const {
    if constexpr (Models::looks_everywhere) {
      const std::size_t before = wanted.count();
      while (wanted.count() == before && rings.next([&](int square) { wanted.add(square, far_away); })) {
      }
    }
  }

  /// The two directions in which a stone's line offers most, and what was played there.
  [[nodiscard]] std::array<Lively, 2> liveliest(std::size_t role, const Lines& around, Cell colour,
                                                int from) {
    std::array<Lively, 2> lively{};
    if (from == nowhere) return lively;
    // The direction is in the low bits, so that of equal ones the first is the greatest.
    unsigned first = 0, second = 0;
    for (unsigned d = 0; d < directions; ++d) {
      const unsigned life = worth_of(around[d], colour) % one_stone * directions + (directions - 1 - d);
      second = std::max(second, std::min(first, life));
      first = std::max(first, life);
    }
    for (std::size_t rank = 0; rank < 2; ++rank) {
      const std::size_t d = directions - 1 - (rank == 0 ? first : second) % directions;
      const Line line = from_smaller_end(around[d]);
      const std::uint32_t place = (line * 0x9E3779B1u) >> (32 - Memory::line_bits);
      lively[rank] = {static_cast<int>(d), line, line < around[d], &memory_->lines[role][rank][place]};
    }
    return lively;
  }
  template <class List>
  void add_steps(List& wanted, int from, const std::array<Lively, 2>& lively, std::size_t count,
                 unsigned why) const {
    if (from == nowhere) return;
    for (const Lively& line : lively) {
      const NewestSteps newest = *line.steps;
      for (std::size_t i = 0; i < count; ++i) {
        // No steps lead to the stone itself, which is not empty.
        const int steps = newest.value(i);
        wanted.add(board_.along(from, line.direction, line.is_turned ? -steps : steps), why);
      }
      if (why != 0) ++why;
    }
  }
  void note_steps(int from, const std::array<Lively, 2>& lively, int to) {
    if (from == nowhere) return;
    for (const Lively& line : lively) {
      const int steps = board_.steps_to(from, line.direction, to);
      line.steps->note(line.is_turned ? -steps : steps);
    }
  }
  /// What followed the last three stones, two, one. They lie anywhere in a large table
  /// and are fetched meanwhile.
  [[nodiscard]] History histories(Memory::Kind kind) {
    History found;
    const bool are_three = game_.played() >= 3;
    for (unsigned order = 3; order > 0; --order) {
      std::uint32_t hash = order * 0x9E3779B1u;
      for (int back = 0; back < static_cast<int>(order); ++back) {
        if (!are_three && back >= game_.played()) break;
        hash = (hash ^ static_cast<std::uint32_t>(last(back) + 1)) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
      }
      found[3 - order] = &memory_->history[kind][order - 1][hash >> (32 - Memory::history_bits)];
      __builtin_prefetch(found[3 - order]);
    }
    return found;
  }

  /// Codes any square, as seen from the last stone.
  int any_square(Memory::Kind kind, int truth) {
    const int size = board_.size();
    const int from = last(0) == nowhere ? size / 2 * size + size / 2 : last(0);
    if constexpr (is_reading) truth = from;  // nobody knows the truth when reading; any square will do
    const int left = board_.column(from) - size + 1, below = board_.row(from) - size + 1;
    const int x = six_bits(&memory_->columns[kind][0], board_.column(truth) - left);
    const int y = six_bits(&memory_->rows[kind][index(x) * 64], board_.row(truth) - below);
    const int column = x + left, row = y + below;
    if (column >= 0 && row >= 0 && column < size && row < size) return column * size + row;
    has_failed_ = true;
    return 0;
  }
  int six_bits(BitModel* models, int truth) {
    unsigned node = 1;
    for (int b = 5; b >= 0; --b) node = node * 2 + coder_.code(models[node], (truth >> b & 1) != 0);
    return static_cast<int>(node) & 63;
  }

  Coder& coder_;
  Host& host_;
  Game game_;
  Board& board_ = game_.board();
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Models> models_;
  std::vector<WalkedRecord> nodes_;
  Seen seen_;
  bool has_failed_ = false;
};

}  // namespace fiveproof::walk

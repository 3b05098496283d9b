// The kernel: "the attacker wins here" is believed only after every legal reply was played out on its own
// board, or excluded by one of the four lemmas of spec/verification.md, section 6.
//
// It does not search. Which move the attacker plays comes from outside, as hints: a wrong hint can make it
// say "not established", never the opposite. What a legal reply is, and when the game is over, forbidden.hpp
// says under every rule set. board.*, forbidden.* and kernel.* are all that has to be believed.
#pragma once

#include <optional>
#include <utility>

#include "forbidden.hpp"

namespace fiveproof::audit {

/// The records of a proof: positions with the attacker to move, each with his move, or -1 (hints say which).
class Book {
 public:
  /// `records`: how many to expect. Throws std::invalid_argument: no such size, or `attacker` no colour.
  Book(Rule rule, int size, Stone attacker, std::size_t records = 0);
  /// Any stones and any square. Throws std::invalid_argument for a board of another size and a move off it.
  void add(const Board& board, Point move);
  void close();  ///< once, after the last add(): find() sees nothing before
  [[nodiscard]] std::size_t count() const { return moves_.size(); }
  [[nodiscard]] bool is_established(std::size_t record) const { return is_established_[record] != 0; }
  [[nodiscard]] Point move(std::size_t record) const { return moves_[record]; }
  void set_up(Board& board, std::size_t record) const;  ///< makes `board`, of its size, that of it
  /// A record all of whose squares equal those of the board under one of the eight symmetries. Of several
  /// records of one position it is the first, or that which choose() named last.
  [[nodiscard]] std::optional<std::size_t> find(const Board& board) const;
  void choose(std::size_t record);  ///< once closed, and not during prove()

 private:
  friend class Kernel;  // which alone establishes records
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size_ * size_ + 4) / 5; }
  [[nodiscard]] Stone stone(std::size_t record, Point p) const;
  /// Do all squares of the record equal those of the board's image under this symmetry?
  [[nodiscard]] bool equals(std::size_t record, const Board& board, int symmetry) const;
  /// Says where to look, no more: the same for all eight images of a board.
  [[nodiscard]] std::uint32_t key_of(const Board& board) const;
  const Rule rule_;
  const int size_;
  const Stone attacker_;  // no other book can be assigned: what is established stays with its rule
  std::vector<std::uint8_t> packed_, is_established_;  // five squares a byte; a byte a record
  std::vector<std::int16_t> moves_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> index_;  // keys, ascending, and their records
  std::vector<bool> may_be_key_ = std::vector<bool>(1 << 20);   // by the first 20 bits of a key
  std::vector<std::array<std::uint32_t, 8>> weights_;           // by square, of eight images
};

struct Branch;
/// A move of the attacker, and branches for some replies to it; after all others the plan's next step.
struct Step {
  Point move = -1;
  std::vector<Branch> branches;
};
struct Branch {
  std::vector<Point> replies;
  std::vector<Step> plan;
};
/// Steps from `first` to before `last`, kept by whoever made them.
struct Plan {
  const Step *first = nullptr, *last = nullptr;
  [[nodiscard]] bool is_empty() const { return first == last; }
};
[[nodiscard]] inline Plan view_of(const std::vector<Step>& v) { return {v.data(), v.data() + v.size()}; }
/// What to do after `reply` to the first move of `played`.
[[nodiscard]] Plan plan_after(Plan played, Point reply);
/// `excluded` by Lemma 1, 2 or 3, `outside` what a plan reads that wins after a pass (Lemma 4).
enum class Answer : std::uint8_t { stored, excluded, outside, played, not_established };

/// Where hints come from, and who is told what became of them. The boards are the kernel's own.
class Hints {
 public:
  virtual ~Hints() = default;
  /// The defender to move, at a record or root: the plan against most replies, for Lemmas 3 and 4. It may be
  /// empty.
  virtual Plan threat(const Board& board) = 0;
  /// There, after threat(): the branches of its first step are what plan() offers after the replies that they
  /// list, for Lemma 4. It may be empty, and is where that is not known before plan() is asked. It lasts
  /// while plan() is asked.
  virtual Plan played(const Board& /*board*/) { return {}; }
  /// The attacker to move, after `reply` or at the start (-1). Asked with attempt 0, 1, ... until a plan does
  /// or there is none. A plan may be empty where he makes five or must parry.
  virtual std::optional<Plan> plan(const Board& board, Point reply, int attempt) = 0;
  /// The last plan did not do: the attacker has no move here, after `reply` to the first move of `played`.
  virtual void stuck(const Board& /*board*/, Plan /*played*/, Point /*reply*/) {}
  virtual void answered(Point /*reply*/, Answer /*how*/) {}  ///< every legal reply at a record or root, once
  virtual void tick() {}  ///< now and then; who throws, here or above, ends the work: nothing is established
};

/// What was proved, and on how many stored positions and replies it rests.
struct Proved {
  Board root;
  Stone attacker, to_move;
  std::uint64_t positions = 0, replies = 0;
};

class Kernel {
 public:
  static constexpr int usual_budget = 5000000;
  /// `budget`: replies to one plan; a plan that needs more does not do. require: `book` is closed and
  /// outlives the kernel. One per thread; prove() when all have checked.
  explicit Kernel(Book& book, int budget = usual_budget) : book_(book), budget_(budget) {}
  /// Establishes the record if its move and every reply hold. Whether stored replies do: see prove().
  bool check(std::size_t record, Hints& hints);
  /// Does the attacker win from here? Walks over all stored positions that can be reached; each must be
  /// established. Returns what it walked from. Nothing for another rule or size.
  [[nodiscard]] std::optional<Proved> prove(const Board& root, Stone to_move, Hints& hints);

 private:
  /// The records that a walk from a claim has come to.
  struct Visits {
    std::vector<std::uint8_t> met;  // by record; empty: nobody asks
    std::vector<std::size_t> next;  // met and not visited
    std::uint64_t replies = 0;
    void meet(std::size_t record);
  };
  // The rules of spec/verification.md, section 6, each a function.
  bool holds(std::size_t record, Hints* hints, Visits& walk);
  bool root_holds(Stone to_move, Hints& hints, Visits& walk);
  bool answers_all(Hints* hints, Visits& walk);
  [[nodiscard]] std::vector<Answer> by_lemmas(Hints& hints);
  [[nodiscard]] Answer answer(Point reply, Answer by_lemma, Hints* hints, Visits& walk);
  bool wins_by_hints(Point reply, Hints& hints);
  bool attacker_to_move(Plan plan, Plan pending, Point reply, Hints& hints);
  bool defender_to_move(Plan played, Hints& hints);
  [[nodiscard]] std::vector<Point> replies_left(Plan plan);
  [[nodiscard]] std::optional<std::vector<Point>> left_by_lemma_3(Point g);
  void leave_outside(Plan plan, const std::vector<Point>& of, std::vector<Answer>& how, Hints& hints);
  /// Lemma 4: one more stone of the defender on these squares could spoil what is played out.
  template <typename Points>
  void read(const Points& points) {
    if (!is_zone_asked()) return;
    for (const Point p : points)
      if (p >= 0) zone_[p] = true;
  }
  [[nodiscard]] bool is_zone_asked() const { return !zone_.empty(); }

  Book& book_;
  const Stone attacker_ = book_.attacker_, defender_ = other(attacker_);
  Board board_{book_.rule_, book_.size_};
  const int budget_;
  int budget_left_ = 0;
  std::vector<bool> zone_;  // by square, what was read; empty: nobody asks
};

}  // namespace fiveproof::audit

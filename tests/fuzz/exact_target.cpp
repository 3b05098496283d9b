// A position under any rule set (dbsearch_input.hpp), and moves that somebody claims for it. What Vcf,
// ExactSearch and ReplySearch say of it must hold for the oracle of tests/oracle, which plays every reply,
// and knows forbidden points from their definition alone.
#include <algorithm>
#include <optional>
#include <vector>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/reply_search.hpp"
#include "dbsearch/vcf.hpp"
#include "game/legal_moves.hpp"
#include "tests/fuzz/dbsearch_input.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/game/literal_forbidden.hpp"
#include "tests/oracle/renju_oracle.hpp"

namespace exact_target {

using namespace fiveproof;
using dbsearch::ExactSearch;
using dbsearch::PlayedSteps;
using dbsearch::ReplySearch;
using dbsearch::ThreatSequence;
using dbsearch::Vcf;
using dbsearch::VcfResult;
using renju_oracle::Outcome;
using Squares = std::vector<Square>;

/// The oracle looks at every reply.
constexpr fuzz::DbsearchBoards boards{.largest = 12, .with_renju = true};
/// The definition of a double three asks about threes within threes, which takes long where there are many.
constexpr int most_for_literal = 60;
constexpr std::uint64_t oracle_nodes = 10'000;
constexpr std::uint32_t most_nodes = 100, most_positions = 60;
constexpr std::size_t most_replies = 6;

renju_oracle::Plan plan_of(const PlayedSteps& steps) {
  renju_oracle::Plan plan;
  for (const auto& step : steps) {
    plan.push_back({step.move});
    for (const auto& branch : step.branches)
      plan.back().branches.push_back({branch.reply, plan_of(branch.steps)});
  }
  return plan;
}

renju_oracle::Plan plan_of(const Squares& fours) {
  renju_oracle::Plan plan;
  for (const Square four : fours) plan.push_back({four});
  return plan;
}

bool same(const VcfResult& a, const VcfResult& b) {
  return a.win == b.win && a.cut_short == b.cut_short && a.fours == b.fours;
}

class Question {
 public:
  explicit Question(const fuzz::DbsearchInput& input)
      : input_(input),
        rule_(input.rule),
        attacker_(input.attacker),
        defender_(opponent(input.attacker)),
        position_(input.position),
        rules_{.rule = input.rule} {
    for (const auto& edit : input.edits) claimed_.push_back(on_board(edit.threat.gain));
  }

  void ask() {
    check_points();
    check_fours();
    if (input_.starts_with_found)
      check_replies();
    else
      check_moves();
  }

 private:
  [[nodiscard]] Square on_board(Square s) const {
    return Square(s.column() % position_.size(), s.row() % position_.size());
  }
  [[nodiscard]] std::uint32_t nodes() const { return std::min(input_.options.node_limit, most_nodes); }

  void check_points() const {
    const renju_oracle::Board board(position_, rules_);
    Vcf vcf(rule_, position_.size());
    vcf.set_position(position_, attacker_);
    for (const Color c : {Color::black, Color::white})
      for (const Square s : position_.empties()) {
        FIVEPROOF_ENSURE(vcf.is_legal(c, s) == board.is_legal(c, s));
        FIVEPROOF_ENSURE(is_legal(position_, rule_, c, s) == board.is_legal(c, s));
      }
    if (position_.stone_count() > most_for_literal) return;
    test::LiteralForbidden literal(position_);
    for (const Square s : forbidden_points(position_))
      FIVEPROOF_ENSURE(forbidden_on(position_, s) == literal.kind_of(s));
  }

  // -- fours ----------------------------------------------------------------------------------------------

  void check_fours() {
    Vcf vcf(rule_, position_.size());
    vcf.set_position(position_, attacker_);
    const VcfResult found = vcf.search(input_.options.node_limit);
    FIVEPROOF_ENSURE(!(found.win && found.cut_short));
    if (found.win) {
      FIVEPROOF_ENSURE(wins_by_plan(position_, rules_, attacker_, plan_of(found.fours)));
      const Squares gains = gains_of(vcf.threats_of(found.fours));
      FIVEPROOF_ENSURE(found.fours.empty() ? gains.size() == 1 : gains == found.fours);  // a five at once
      check_squares_read(vcf, found.fours);
    } else if (!found.cut_short) {
      const auto plain = fours_alone(position_, rules_, attacker_, oracle_nodes);
      FIVEPROOF_ENSURE(plain.outcome != Outcome::confirmed);
    }
    check_replayed(vcf, position_, found.fours);
    Position changed = position_;
    for (const auto& [color, square] : input_.extra_stones) {
      vcf.put(color, square);
      changed.put(color, square);
      check_replayed(vcf, changed, found.fours);
    }
    for (std::size_t i = 0; i < input_.extra_stones.size(); ++i) vcf.undo();
    const VcfResult again = vcf.search(input_.options.node_limit);
    FIVEPROOF_ENSURE(found.cut_short || again.cut_short || same(found, again));
  }

  void check_replayed(Vcf& vcf, const Position& position, const Squares& found) const {
    for (const Squares& fours : {found, claimed_}) {
      const bool wins = vcf.replay(fours);
      FIVEPROOF_ENSURE(wins == plays_out(position, rules_, attacker_, fours));
      if (wins && fours == claimed_ && position == position_) check_squares_read(vcf, fours);
    }
  }

  /// One more stone of the defender, anywhere.
  void check_squares_read(Vcf& vcf, const Squares& fours) const {
    const SquareSet read = vcf.squares_read(fours);
    for (const Square s : position_.empties()) {
      Position after = position_;
      after.put(defender_, s);
      vcf.put(defender_, s);
      const bool wins = vcf.replay(fours);
      vcf.undo();
      FIVEPROOF_ENSURE(wins || read.contains(s));
      FIVEPROOF_ENSURE(wins == plays_out(after, rules_, attacker_, fours));
    }
    FIVEPROOF_ENSURE(vcf.replay(fours));
  }

  // -- moves that are played out --------------------------------------------------------------------------

  void check_moves() {
    ExactSearch search(rule_, position_.size(), nodes(),
                       {.positions = most_positions, .allowed_first = input_.extra_stones.size() % 2 != 0});
    search.set_position(position_, attacker_);
    const auto found = search.search();
    FIVEPROOF_ENSURE(!(found.win && found.cut_short));
    std::vector<Squares> moves{claimed_};
    if (found.win) {
      confirm(search, position_, found.moves());
      moves.push_back(found.moves());
    }
    std::vector<PlayedSteps> likes{made_up_steps()};
    for (const Squares& of : moves)
      if (auto steps = play_out(search, position_, of, {})) likes.push_back(*std::move(steps));

    Position changed = position_;
    const auto ask = [&] {
      for (const Squares& of : moves)
        for (const PlayedSteps& like : likes) (void)play_out(search, changed, of, like);
    };
    ask();
    for (const auto& [color, square] : input_.extra_stones) {
      search.put(color, square);
      changed.put(color, square);
      ask();
    }
    for (std::size_t i = 0; i < input_.extra_stones.size(); ++i) search.undo();
    ask_again(search, moves);
  }

  /// How the moves win on the board of `search`, if they do; that is held against the rules.
  std::optional<PlayedSteps> play_out(ExactSearch& search, const Position& position, const Squares& moves,
                                      const PlayedSteps& like) const {
    auto steps = search.play_out(moves, like);
    if (steps) FIVEPROOF_ENSURE(wins_by_plan(position, rules_, attacker_, plan_of(*steps)));
    return steps;
  }

  void confirm(ExactSearch& search, const Position& position, const Squares& moves) const {
    if (play_out(search, position, moves, {})) return;
    // Won by the replay of threats, or beyond the limit when played again.
    const auto answer = check(position, rules_, attacker_, moves, {.node_budget = oracle_nodes});
    FIVEPROOF_ENSURE(answer.outcome != Outcome::refuted);
  }

  /// The board is the same after what was put and taken back.
  void ask_again(ExactSearch& search, const std::vector<Squares>& moves) const {
    for (const Squares& of : moves) {
      (void)play_out(search, position_, of, {});
      if (search.wins_with(of)) confirm(search, position_, of);
    }
  }

  /// Steps that somebody played on another board: any squares.
  [[nodiscard]] PlayedSteps made_up_steps() const {
    PlayedSteps steps;
    for (const auto& edit : input_.edits) {
      const Square square = on_board(edit.threat.gain);
      const auto what = edit.index % 3;
      if (what == 0 || steps.empty())
        steps.push_back({square});
      else if (what == 1 || steps.back().branches.empty())
        steps.back().branches.push_back({square, {}});
      else
        steps.back().branches.back().steps.push_back({square});
    }
    return steps;
  }

  // -- replies --------------------------------------------------------------------------------------------

  [[nodiscard]] bool is_over() const {
    return has_five(position_, rule_, Color::black) || has_five(position_, rule_, Color::white) ||
           is_dead(position_, rule_);
  }

  /// Those that are named by the input, then the first ones.
  [[nodiscard]] Squares replies() const {
    const renju_oracle::Board board(position_, rules_);
    Squares wanted = claimed_, chosen;
    for (const auto& stone : input_.extra_stones) wanted.push_back(stone.second);
    for (const Square s : position_.empties()) wanted.push_back(s);
    for (const Square s : wanted) {
      const bool is_new = std::find(chosen.begin(), chosen.end(), s) == chosen.end();
      if (chosen.size() < most_replies && is_new && board.is_empty(s) && board.is_legal(defender_, s) &&
          !board.makes_five(defender_, s))
        chosen.push_back(s);
    }
    return chosen;
  }

  void check_replies() {
    if (is_over()) return;
    Position and_position = position_;
    and_position.set_to_move(defender_);
    ReplySearch search(rule_, position_.size(), nodes());
    const auto first = answers(search, and_position, true);
    if (const auto won = search.win(position_, attacker_); won.win) confirm_sequence(position_, won.sequence);
    if (const auto move = search.refutation(and_position))
      FIVEPROOF_ENSURE(is_legal(and_position, rule_, defender_, *move));
    FIVEPROOF_ENSURE(answers(search, and_position, false) == first);
  }

  std::vector<ThreatSequence> answers(ReplySearch& search, const Position& and_position, bool confirmed) {
    std::vector<ThreatSequence> told;
    search.set_and_position(and_position, attacker_);
    for (const Square reply : replies()) {
      told.emplace_back();
      if (!search.answer(reply).is_lost()) continue;
      told.back() = search.sequence();
      Position after = and_position;
      after.play(reply);
      if (confirmed) confirm_sequence(after, told.back());
    }
    return told;
  }

  void confirm_sequence(const Position& position, const ThreatSequence& sequence) {
    if (!confirming_)
      confirming_.emplace(rule_, position.size(), nodes(), dbsearch::PlayingOut{.positions = most_positions});
    confirming_->set_position(position, attacker_);
    confirm(*confirming_, position, gains_of(sequence));
  }

  const fuzz::DbsearchInput& input_;
  RuleSet rule_;
  Color attacker_, defender_;
  Position position_;
  renju_oracle::Rules rules_;
  Squares claimed_;
  std::optional<ExactSearch> confirming_;  ///< for sequences of replies
};

#ifdef FIVEPROOF_LIBFUZZER
/// Searches have large tables, which the address sanitizer would keep 256 MB of.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "quarantine_size_mb=32";
}
#endif

FIVEPROOF_FUZZ_TARGET(exact, data, size) {
  const auto input = fuzz::decode_dbsearch_input({data, size}, boards);
  Question(input).ask();
  return 0;
}

}  // namespace exact_target

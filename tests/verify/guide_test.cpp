// What the guide proposes under rules with forbidden points: after replies, what ReplySearch would say of
// them.
#include "verify/rules/guide.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <string>

#include "dbsearch/reply_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "tests/game/positions.hpp"
#include "verify/rules/kernel_words.hpp"

namespace guide_test {

using namespace fiveproof;
using fiveproof::test::position;
using fiveproof::test::square;
using verify::Guide;
using verify::HintSource;

namespace {

/// A guide at an AND position of renju.
class GuideAt {
 public:
  GuideAt(Position p, Color attacker, std::uint32_t effort = 300)
      : guide_(RuleSet::renju, p.size(), attacker, effort),
        board_(audit::Rule::renju, p.size()),
        position_(p) {
    position_.set_to_move(opponent(attacker));
    verify::to_kernel(position_, board_);
    has_threat_ = guide_.threat(board_).first != nullptr;
  }
  /// Is there a plan after the reply? The first one, as nobody gets stuck here.
  bool answers(Square reply) {
    board_.place(verify::to_kernel(position_.to_move()), verify::to_kernel(reply, position_.size()));
    const bool has_plan = guide_.plan(board_, verify::to_kernel(reply, position_.size()), 0).has_value();
    board_.take_back();
    return has_plan;
  }
  bool has_threat() const { return has_threat_; }
  const Guide& guide() const { return guide_; }

 private:
  Guide guide_;
  audit::Board board_;
  Position position_;
  bool has_threat_ = false;
};

std::string text_of(const std::vector<audit::Step>& steps) {
  std::string text;
  for (const audit::Step& step : steps) {
    text += std::to_string(step.move);
    for (const audit::Branch& branch : step.branches) {
      text += '(';
      for (const audit::Point reply : branch.replies) text += std::to_string(reply) + ' ';
      text += ':' + text_of(branch.plan) + ')';
    }
    text += ' ';
  }
  return text;
}

/// A guide that is watched while a kernel asks it.
class Watched final : public audit::Hints {
 public:
  explicit Watched(Guide& guide) : guide_(guide) {}
  audit::Plan threat(const audit::Board& board) override { return guide_.threat(board); }
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override {
    const auto plan = guide_.plan(board, reply, attempt);
    if (!plan) return plan;
    const auto [known, is_new] = texts_.try_emplace(guide_.last_plan_number(), text_of(guide_.last_plan()));
    ++(is_new ? plans : plans_again);
    CHECK(known->second == text_of(guide_.last_plan()));
    // What answers single replies was made for one position, and is not offered for another.
    CHECK((is_new || known->second.find('(') == std::string::npos));
    return plan;
  }
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override {
    guide_.stuck(board, played, reply);
  }
  void tick() override { guide_.tick(); }

  int plans = 0, plans_again = 0;

 private:
  Guide& guide_;
  std::map<std::uint64_t, std::string> texts_;
};

}  // namespace

TEST_CASE("the number of a plan is that of no other plan, and the kernel follows them all",
          "[verify][rules][renju]") {
  std::mt19937 random(35);
  RecordTable none(11, Color::white);
  none.finish();
  audit::Book book = verify::book_of(RuleSet::renju, none);
  audit::Kernel kernel(book);
  Guide guide(RuleSet::renju, 11, Color::white, 300);
  Watched watched(guide);
  int won = 0;
  for (int round = 0; round < 150; ++round) {
    Position p = fiveproof::test::random_position(11, 20, random);
    if (has_five(p, RuleSet::renju, Color::black) || has_five(p, RuleSet::renju, Color::white)) continue;
    p.set_to_move(round % 2 == 0 ? Color::white : Color::black);
    audit::Board board(audit::Rule::renju, 11);
    verify::to_kernel(p, board);
    const bool is_proved = kernel.prove(board, verify::to_kernel(p.to_move()), watched).has_value();
    if (p.to_move() == Color::black) continue;
    const bool is_won = dbsearch::ReplySearch(RuleSet::renju, 11, 300).win(p, Color::white).win;
    CHECK(is_proved == is_won);
    won += is_won;
  }
  CHECK(won > 20);
  CHECK(watched.plans > 500);
  CHECK(watched.plans_again > 100);
}

TEST_CASE("threes that win after a pass are no threat of fours, and answer replies",
          "[verify][rules][renju]") {
  GuideAt at(position("", "g8 h8 i9 i10"), Color::white);
  CHECK_FALSE(at.has_threat());
  REQUIRE(at.answers(square("a1")));
  CHECK(at.guide().source() == HintSource::known);
}

TEST_CASE("where nothing wins after a pass, the guide asks a reply for fours alone",
          "[verify][rules][renju]") {
  GuideAt at(position("e8 f8 g8 h9 h10 i9 j10", "d8 c2 d2 e2"), Color::black);
  CHECK_FALSE(at.answers(square("a15")));
  REQUIRE(at.answers(square("h11")));
  CHECK(at.guide().source() == HintSource::searched);
}

// What wins after a pass, two threes with d4 in common, does not after c4, where another sequence does.
TEST_CASE("the guide learns at a reply that the kernel wants no plan for", "[verify][rules]") {
  Position p = position("e4 f4 d5 d6 k10 l10 m10", "n10");
  Guide guide(RuleSet::freestyle, p.size(), Color::black, 1000);
  audit::Board board(audit::Rule::freestyle, p.size());
  verify::to_kernel(p, board);
  REQUIRE(guide.threat(board).first != nullptr);
  const auto first = guide.last_plan_number();
  for (int s = 0; s < board.points(); ++s)
    if (board.is_empty(s)) guide.answered(s, audit::Answer::excluded);
  CHECK(guide.last_plan_number() == first);
  const audit::Point gain = guide.last_plan().front().move;
  guide.answered(gain, audit::Answer::outside);
  CHECK(guide.last_plan_number() > first);
  CHECK(guide.source() == HintSource::searched);
}

TEST_CASE("the guide tells of a limit that ended the search after a pass", "[verify][rules][renju]") {
  const auto cut_short = [](std::uint32_t effort) {
    GuideAt at(position("c3 d3 m13 l13", "a15"), Color::black, effort);
    CHECK_FALSE(at.answers(square("a1")));
    return at.guide().was_cut_short();
  };
  CHECK(cut_short(1));
  CHECK_FALSE(cut_short(1000));
}

TEST_CASE("the guide has a plan after the replies that ReplySearch calls lost", "[verify][rules][renju]") {
  std::mt19937 random(33);
  int lost = 0, open = 0;
  for (int round = 0; round < 60; ++round) {
    const Color attacker = round % 2 == 0 ? Color::black : Color::white;
    Position p = fiveproof::test::random_position(11, 22, random);
    if (has_five(p, RuleSet::renju, Color::black) || has_five(p, RuleSet::renju, Color::white)) continue;
    p.set_to_move(opponent(attacker));
    GuideAt at(p, attacker);
    dbsearch::ReplySearch replies(RuleSet::renju, p.size(), 300);
    replies.set_and_position(p, attacker);
    for (Square reply : legal_moves(p, RuleSet::renju, p.to_move())) {
      if (makes_five(p, RuleSet::renju, p.to_move(), reply)) continue;
      const bool is_lost = replies.answer(reply).is_lost();
      CHECK(at.answers(reply) == is_lost);
      ++(is_lost ? lost : open);
    }
  }
  CHECK(lost > 200);
  CHECK(open > 200);
}

}  // namespace guide_test

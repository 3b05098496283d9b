// Records that stand, held against the rules and nothing else: on boards with few empty squares everything is
// played out.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/audit/plain_rules.hpp"
#include "tests/rounds.hpp"
#include "verify/check/standing.hpp"

namespace fiveproof::verify {
namespace {

namespace plain = audit::test;
using audit::Point;
using audit::Stone;
using plain::Cells;
using plain::PlainRules;

RuleSet rule_of(audit::Rule rule) {
  if (rule == audit::Rule::freestyle) return RuleSet::freestyle;
  return rule == audit::Rule::standard ? RuleSet::standard : RuleSet::renju;
}

/// The smallest of the eight images.
Cells image_key(const Cells& cells, int size) {
  Cells least = cells;
  for (int which = 1; which < 8; ++which) {
    Cells image = cells;
    for (int x = 0; x < size; ++x)
      for (int y = 0; y < size; ++y) {
        int u = (which & 4) != 0 ? y : x, v = (which & 4) != 0 ? x : y;
        if ((which & 1) != 0) u = size - 1 - u;
        if ((which & 2) != 0) v = size - 1 - v;
        image[PlainRules::at(u * size + v)] = cells[PlainRules::at(x * size + y)];
      }
    least = std::min(least, image);
  }
  return least;
}

/// Some records on a small board, and all that can be said of them: what is sound and stands if nothing is
/// searched for (but under renju a five at once), and which positions are won.
class Case {
 public:
  Case(audit::Rule rule, Stone attacker, std::uint64_t seed)
      : random_(seed),
        rules_(rule, random_.between(5, 6)),
        attacker_(attacker),
        solver_(rules_, attacker),
        proof_(rule_of(rule), rules_.size(), attacker == audit::black ? Color::black : Color::white) {
    keep_one_in_ = random_.between(2, 12);
    Cells start = random_.board(rules_, random_.between(3, 8), attacker, random_.between(4, 7));
    grow(start);
    proof_.records.finish();
    for (std::size_t i = 0; i < proof_.records.count(); ++i) {
      const Record record = proof_.records.at(i);
      records_.push_back({cells_of(record.position), -1});
      if (record.move) records_.back().move = record.move->column() * rules_.size() + record.move->row();
      first_.emplace(image_key(records_.back().cells, rules_.size()), i);  // the first of a position stays
    }
  }

  [[nodiscard]] const Proof& proof() const { return proof_; }
  [[nodiscard]] std::size_t count() const { return records_.size(); }
  [[nodiscard]] plain::Random& random() { return random_; }
  [[nodiscard]] bool is_won(std::size_t i) { return solver_.is_won(records_[i].cells, attacker_); }

  /// By the words of the header. `given`, and a record known to be sound, as they are told.
  [[nodiscard]] bool is_sound(std::size_t i) { return replies_of(i).is_sound; }
  [[nodiscard]] bool stands(std::size_t i, const std::vector<Known>& known) {
    if (known[i] == Known::given) return true;
    const Replies replies = replies_of(i);
    if (known[i] == Known::nothing && !replies.is_sound) return false;
    return std::ranges::all_of(replies.lead_to, [&](std::size_t next) { return stands(next, known); });
  }
  /// The positions that a record leads to and that are neither stored nor lost, as keys.
  [[nodiscard]] const std::vector<Cells>& unanswered(std::size_t i) { return replies_of(i).unanswered; }
  [[nodiscard]] Cells key(const Position& position) const {
    return image_key(cells_of(position), rules_.size());
  }

 private:
  struct Entry {
    Cells cells;
    Point move;  ///< -1: none
  };
  struct Replies {
    bool is_sound = false;
    std::vector<std::size_t> lead_to;
    std::vector<Cells> unanswered;
  };

  [[nodiscard]] Cells cells_of(const Position& position) const {
    Cells cells;
    for (Point p = 0; p < rules_.size() * rules_.size(); ++p) {
      const auto stone = position.at(Square(p / rules_.size(), p % rules_.size()));
      cells += !stone ? '.' : *stone == Color::black ? 'b' : 'w';
    }
    return cells;
  }
  void add(const Cells& cells, Point move) {
    Position position = rules_.position(cells);
    position.set_to_move(proof_.attacker);
    proof_.records.add(position, Square(move / rules_.size(), move % rules_.size()));
  }
  /// Records from here down, with the best moves there are, or others; some are left out, some have a second
  /// move.
  void grow(const Cells& cells) {
    if (rules_.has_five(cells, audit::black) || rules_.has_five(cells, audit::white)) return;
    if (proof_.records.count() > 3000 || !seen_.insert({image_key(cells, rules_.size()), true}).second)
      return;
    const std::vector<Point> empty = rules_.empties(cells);
    if (empty.empty()) return;
    Point move = solver_.best_move(cells);
    if (move < 0 || random_.one_in(20)) move = random_.pick(empty);
    if (!random_.one_in(keep_one_in_)) add(cells, move);
    if (random_.one_in(10))
      add(cells, random_.one_in(8) ? random_.below(static_cast<int>(cells.size())) : random_.pick(empty));
    Cells after = cells;
    after[PlainRules::at(move)] = plain::letter(attacker_);
    for (const Point reply : rules_.empties(after)) {
      after[PlainRules::at(reply)] = plain::letter(audit::other(attacker_));
      grow(after);
      after[PlainRules::at(reply)] = '.';
    }
  }

  [[nodiscard]] const Replies& replies_of(std::size_t i) {
    const auto [entry, is_new] = replies_.try_emplace(i);
    if (is_new) entry->second = work_out(records_[i]);
    return entry->second;
  }
  [[nodiscard]] Replies work_out(const Entry& record) {
    const Stone defender = audit::other(attacker_);
    Replies found;
    Cells cells = record.cells;
    if (rules_.has_five(cells, audit::black) || rules_.has_five(cells, audit::white) || rules_.is_dead(cells))
      return found;
    if (record.move < 0 || cells[PlainRules::at(record.move)] != '.') return found;
    if (!rules_.may_play(cells, attacker_, record.move)) return found;
    cells[PlainRules::at(record.move)] = plain::letter(attacker_);
    found.is_sound = true;
    if (rules_.is_in_five(cells, record.move)) return found;
    if (rules_.empties(cells).empty()) return Replies();
    bool is_refuted = false;
    for (const Point reply : rules_.legal(cells, defender)) {
      Cells after = cells;
      after[PlainRules::at(reply)] = plain::letter(defender);
      if (rules_.is_in_five(after, reply)) {
        is_refuted = true;
        continue;
      }
      const auto at = first_.find(image_key(after, rules_.size()));
      if (at != first_.end())
        found.lead_to.push_back(at->second);
      else if (rules_.rule() != audit::Rule::renju || rules_.five_points(after, attacker_).empty())
        found.unanswered.push_back(image_key(after, rules_.size()));
    }
    if (is_refuted) found.unanswered.clear();  // whatever else he can play
    found.is_sound = !is_refuted && found.unanswered.empty();
    return found;
  }

  plain::Random random_;
  PlainRules rules_;
  Stone attacker_;
  plain::Solver solver_;
  Proof proof_;
  int keep_one_in_ = 2;
  std::map<Cells, bool> seen_;
  std::vector<Entry> records_;
  std::map<Cells, std::size_t> first_;
  std::map<std::size_t, Replies> replies_;
};

struct Counts {
  std::size_t records = 0, sound = 0, standing = 0, by_searches = 0;
};

/// Nothing is searched for: what is sound and what stands is exactly what the rules say.
void compare_exactly(Case& one, Counts& counts) {
  std::vector<Known> known(one.count(), Known::nothing);
  for (Known& what : known)
    if (one.random().one_in(6)) what = one.random().one_in(2) ? Known::sound : Known::given;
  const Standing standing = check_standing(one.proof(), known, 0).value();
  std::multiset<Cells> unanswered, expected;
  for (const Position& position : standing.unanswered) unanswered.insert(one.key(position));
  for (std::size_t i = 0; i < one.count(); ++i) {
    CAPTURE(i);
    REQUIRE(standing.sound[i] == (known[i] != Known::nothing || one.is_sound(i)));
    REQUIRE(standing.stands[i] == one.stands(i, known));
    if (known[i] == Known::nothing) expected.insert(one.unanswered(i).begin(), one.unanswered(i).end());
    counts.sound += standing.sound[i] ? 1U : 0U;
    counts.standing += standing.stands[i] ? 1U : 0U;
  }
  // With nothing in hand a reply is unanswered or stored; the last resort is asked for all of them.
  REQUIRE(unanswered == expected);
}

/// With searches: what stands is won, if what is given is.
void compare_with_truth(Case& one, Counts& counts) {
  std::vector<Known> known(one.count(), Known::nothing);
  for (std::size_t i = 0; i < one.count(); ++i)
    if (one.random().one_in(6) && one.is_won(i)) known[i] = Known::given;
  const Standing standing = check_standing(one.proof(), known, default_effort).value();
  for (std::size_t i = 0; i < one.count(); ++i) {
    CAPTURE(i);
    if (standing.stands[i]) REQUIRE(one.is_won(i));
    counts.by_searches += standing.stands[i] && !one.stands(i, known) ? 1U : 0U;
  }
  // What was found sound may be told again, and nothing changes.
  for (std::size_t i = 0; i < one.count(); ++i)
    if (known[i] == Known::nothing && standing.sound[i] && one.random().one_in(2)) known[i] = Known::sound;
  const Standing again = check_standing(one.proof(), known, default_effort).value();
  REQUIRE(again.sound == standing.sound);
  REQUIRE(again.stands == standing.stands);
}

TEST_CASE("what stands is what the rules say", "[verify][standing][oracle]") {
  const auto rule = GENERATE(audit::Rule::freestyle, audit::Rule::standard, audit::Rule::renju);
  const auto attacker = GENERATE(audit::black, audit::white);
  CAPTURE(rule, attacker);
  Counts counts;
  for (std::uint64_t seed = 1; seed <= fiveproof::test::rounds(300); ++seed) {
    CAPTURE(seed);
    Case one(rule, attacker, seed);
    counts.records += one.count();
    compare_exactly(one, counts);
    compare_with_truth(one, counts);
  }
  CHECK(counts.sound < counts.records);
  CHECK(counts.standing < counts.sound);
  CHECK(counts.standing > counts.records / 4);
  if (rule == audit::Rule::freestyle) CHECK(counts.by_searches > 0);
}

}  // namespace
}  // namespace fiveproof::verify

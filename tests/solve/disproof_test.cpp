// Disproofs, checked by code that shares nothing with the search but the board.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "dbsearch/reply_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "solve/search/pairing.hpp"
#include "solve/search/prover.hpp"
#include "tests/game/literal_forbidden.hpp"
#include "tests/positions.hpp"

namespace fiveproof::solve {
namespace {

using Kind = Prover::Defence::Kind;

/// All lines of five on a board, square by square.
std::vector<std::array<Square, 5>> lines_of(int size) {
  std::vector<std::array<Square, 5>> lines;
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        if (x + 4 * dx >= size || y + 4 * dy >= size || y + 4 * dy < 0) continue;
        std::array<Square, 5> line{};
        for (int k = 0; k < 5; ++k) line[static_cast<std::size_t>(k)] = Square(x + k * dx, y + k * dy);
        lines.push_back(line);
      }
  return lines;
}

bool is_alive(const std::array<Square, 5>& line, const Position& position, Color attacker) {
  return std::ranges::none_of(line, [&](Square s) { return position.at(s) == opponent(attacker); });
}

/// Pairs of empty squares, none twice, one in every line that is left to the attacker.
bool holds(const Pairing& pairs, const Position& position, Color attacker) {
  SquareSet used;
  for (auto [a, b] : pairs)
    for (Square s : {a, b}) {
      if (!position.is_empty(s) || used.contains(s)) return false;
      used.insert(s);
    }
  return std::ranges::all_of(lines_of(position.size()), [&](const auto& line) {
    return !is_alive(line, position, attacker) || std::ranges::any_of(pairs, [&](const auto& pair) {
      return std::ranges::count(line, pair.first) == 1 && std::ranges::count(line, pair.second) == 1;
    });
  });
}

std::vector<std::uint8_t> key_of(const Position& position) {
  const Position canonical = canonical_form(position).position;
  auto key = pack(canonical);
  key.push_back(canonical.to_move() == Color::black);
  return key;
}

/// The squares that the side to move may play, word by word.
SquareSet moves_of(const Position& position, RuleSet rule) {
  if (rule != RuleSet::renju || position.to_move() == Color::white) return position.empties();
  return position.empties() - fiveproof::test::LiteralForbidden(position).points();
}

/// Does the list answer every move of the attacker from `position` on? Only what a small board needs.
class DisproofCheck {
 public:
  DisproofCheck(const std::vector<Prover::Defence>& defences, RuleSet rule, Color attacker)
      : rule_(rule), attacker_(attacker) {
    for (const auto& defence : defences) defences_.emplace(key_of(defence.position), defence);
  }
  bool accepts(const Position& position) {
    const auto found = defences_.find(key_of(position));
    if (found != defences_.end()) return accepts(found->second);
    if (position.to_move() != attacker_) return false;  // the defender must have an answer
    return std::ranges::all_of(moves_of(position, rule_), [&](Square s) {
      Position next = position;
      next.play(s);
      return accepts(next);
    });
  }

 private:
  bool accepts(const Prover::Defence& defence) {
    const Position& position = defence.position;
    if (defence.kind == Kind::pairing) return holds(defence.pairs, position, attacker_);
    if (defence.kind == Kind::threats) {
      dbsearch::ReplySearch search(rule_, position.size(), 10'000);
      return search.win(position, opponent(attacker_)).win;
    }
    if (defence.kind == Kind::full)
      return position.empties().empty() && !has_five(position, rule_, attacker_);
    if (defence.kind == Kind::five) return has_five(position, rule_, opponent(attacker_));
    if (defence.kind == Kind::no_line)
      return (rule_ != RuleSet::renju || attacker_ == Color::black) &&
             std::ranges::none_of(lines_of(position.size()),
                                  [&](const auto& line) { return is_alive(line, position, attacker_); });
    if (defence.kind != Kind::reply || !moves_of(position, rule_).contains(*defence.reply)) return false;
    Position next = position;
    next.play(*defence.reply);
    return accepts(next);
  }
  std::map<std::vector<std::uint8_t>, Prover::Defence> defences_;
  RuleSet rule_;
  Color attacker_;
};

/// Every game from here on: can the attacker force a five? For a dozen empty squares.
class EveryGame {
 public:
  EveryGame(RuleSet rule, Color attacker) : rule_(rule), attacker_(attacker) {}
  bool is_won(const Position& position) {
    if (has_five(position, rule_, attacker_)) return true;
    if (has_five(position, rule_, opponent(attacker_)) || position.empties().empty()) return false;
    const auto [place, is_new] = known_.try_emplace(key_of(position), false);
    if (!is_new) return place->second;
    const bool is_or = position.to_move() == attacker_;
    bool won = !is_or;
    for (Square s : moves_of(position, rule_)) {
      Position next = position;
      next.play(s);
      if (is_won(next) != is_or) continue;
      won = is_or;
      break;
    }
    return known_[key_of(position)] = won;
  }

 private:
  RuleSet rule_;
  Color attacker_;
  std::map<std::vector<std::uint8_t>, bool> known_;
};

/// Nobody has a five, and the game is not over.
Position random_position(RuleSet rule, int size, int empties, std::mt19937& random) {
  for (;;) {
    Position position(size);
    while (static_cast<int>(position.empties().size()) > empties) {
      const Square s(static_cast<int>(random() % 8), static_cast<int>(random() % 8));
      if (s.is_on_board(size) && position.is_empty(s)) position.play(s);
    }
    if (!has_five(position, rule, Color::black) && !has_five(position, rule, Color::white) &&
        !is_dead(position, rule))
      return position;
  }
}

Settings exhaustive() {
  Settings settings;
  settings.exhaustive = true;
  return settings;
}

TEST_CASE("a pairing holds every line that is left", "[disproof]") {
  CHECK(find_pairing(Position(5), RuleSet::standard, Color::black));
  CHECK_FALSE(find_pairing(Position(6), RuleSet::standard, Color::black, 1'000'000));
  CHECK_FALSE(find_pairing(Position(15), RuleSet::standard, Color::black));
  std::mt19937 random(1);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    Position position(5 + i % 4);
    const int stones = static_cast<int>(random() % 20);
    for (int k = 0; k < stones; ++k) {
      const Square s(static_cast<int>(random()) % position.size() & 7, static_cast<int>(random() % 8));
      if (s.is_on_board(position.size()) && position.is_empty(s)) position.play(s);
    }
    for (Color attacker : {Color::black, Color::white})
      if (const auto pairs = find_pairing(position, RuleSet::standard, attacker)) {
        ++found;
        CHECK(holds(*pairs, position, attacker));
      }
  }
  CHECK(found > 50);
}

TEST_CASE("a line with one empty square has no pair", "[disproof]") {
  const Position position = after("a1 a5 b1 b5 c1 c5 d1 e5", 5);
  CHECK_FALSE(find_pairing(position, RuleSet::standard, Color::black, 1'000'000));
}

TEST_CASE("nobody wins on the smallest boards", "[disproof]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard, RuleSet::renju);
  const int size = GENERATE(5, 6);
  const Color attacker = GENERATE(Color::black, Color::white);
  // Without a pairing, which a defender with forbidden moves does not have, this board is too large to try
  // everything.
  if (has_forbidden_moves(rule, opponent(attacker))) return;
  Prover prover(rule, size, attacker, exhaustive());
  REQUIRE(prover.prove(Position(size), {}) == SearchOutcome::failed);
  auto defences = prover.defences(Position(size));
  CHECK(DisproofCheck(defences, rule, attacker).accepts(Position(size)));
  // Without any one of them it does not hold.
  for (std::size_t i = 0; i < defences.size(); ++i) {
    auto fewer = defences;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_FALSE(DisproofCheck(fewer, rule, attacker).accepts(Position(size)));
  }
}

Position image_of(const Position& position, Symmetry symmetry) {
  Position image(position.size());
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) image.put(c, symmetry.apply(s, position.size()));
  image.set_to_move(position.to_move());
  return image;
}

TEST_CASE("trying everything says what every game says", "[disproof]") {
  std::mt19937 random(3);
  int won = 0;
  int answered = 0;
  for (int i = 0; i < 240; ++i) {
    const RuleSet rule = all_rule_sets[static_cast<std::size_t>(i / 2) % std::size(all_rule_sets)];
    const Color attacker = i % 4 < 2 ? Color::black : Color::white;
    const int size = 5 + i % 3;
    const Position position = random_position(rule, size, 9 + i % 2, random);
    INFO(name_of(rule) << ' ' << to_text(position.stones(Color::black)) << " / "
                       << to_text(position.stones(Color::white)));
    EveryGame games(rule, attacker);
    Settings settings = exhaustive();
    settings.transpositions = i % 5 != 0;  // makes no difference
    Prover prover(rule, size, attacker, settings);
    // What is begun in one orientation goes on in another.
    Budget little;
    little.searches = static_cast<std::uint64_t>(i % 7);
    (void)prover.prove(image_of(position, Symmetry(i % Symmetry::count)), little);
    const SearchOutcome outcome = prover.prove(position, {});
    REQUIRE(outcome == (games.is_won(position) ? SearchOutcome::proved : SearchOutcome::failed));
    if (outcome == SearchOutcome::proved) {
      ++won;
      continue;
    }
    const auto defences = prover.defences(position);
    answered += defences.size() > 1;
    CHECK(DisproofCheck(defences, rule, attacker).accepts(position));
  }
  CHECK(won > 5);
  CHECK(answered > 20);
}

TEST_CASE("an overline on a full board is no win with standard rules", "[disproof]") {
  Position position(6);
  const char* rows[] = {"XXX.XX", "OOXOOX", "XXOXXO", "OOXOOX", "XXOXXO", "OOXOOX"};
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x)
      if (rows[y][x] != '.') position.put(rows[y][x] == 'X' ? Color::black : Color::white, Square(x, y));
  REQUIRE_FALSE(has_five(position, RuleSet::standard, Color::black));
  REQUIRE_FALSE(has_five(position, RuleSet::standard, Color::white));
  for (Color attacker : {Color::black, Color::white}) {
    Prover prover(RuleSet::standard, 6, attacker, exhaustive());
    CHECK(prover.prove(position, {}) == SearchOutcome::failed);
  }
  Prover prover(RuleSet::freestyle, 6, Color::black, exhaustive());
  CHECK(prover.prove(position, {}) == SearchOutcome::proved);
}

TEST_CASE("a win is not disproved by trying everything", "[disproof]") {
  // Four black stones in a row on 6x6, black to move.
  const Position position = after("b3 b1 c3 c1 d3 f1 e3 a6", 6);
  Prover prover(RuleSet::freestyle, 6, Color::black, exhaustive());
  CHECK(prover.prove(position, {}) == SearchOutcome::proved);
}

TEST_CASE("what is known to fail is not tried again", "[disproof]") {
  const Position root = after("h8 a1 i9 a15");
  Prover free(RuleSet::freestyle, 15, Color::black, {});
  REQUIRE(free.prove(root, {}) == SearchOutcome::proved);
  const Square usual = free.answers(root).front().move;
  int asked = 0;
  const auto failures = [&](const Position& p) {
    ++asked;
    Position after = canonical_form(root).position;
    after.play(usual);
    return key_of(p) == key_of(after);
  };
  Prover told(RuleSet::freestyle, 15, Color::black, {}, {}, failures);
  REQUIRE(told.prove(root, {}) == SearchOutcome::proved);
  CHECK(asked > 0);
  for (const auto& answer : told.answers(root))
    if (key_of(answer.position) == key_of(root)) CHECK(answer.move != usual);
}

}  // namespace
}  // namespace fiveproof::solve

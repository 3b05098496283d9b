#include "engine/player.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "format/fvp/fvp_reader.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "tests/engine/boards.hpp"
#include "tests/paths.hpp"

namespace fiveproof::engine {
namespace {

const Thought over(Clock::now() - milliseconds(1));

std::shared_ptr<const Proof> example() {
  static const auto proof =
      std::make_shared<const Proof>(read_fvp_file(test::in_project("examples/example.fvp")).value());
  return proof;
}

ProofShelf shelf_of_example() {
  ProofShelf shelf([](RuleSet, int) { return std::vector<NamedProof>{{"example", example()}}; });
  shelf.open(example()->rule, example()->size);
  return shelf;
}

TEST_CASE("a stored move is played, in all eight images of its position", "[engine]") {
  ProofShelf shelf = shelf_of_example();
  const Proof& proof = *example();
  Player player(proof.rule, proof.size, shelf, 1 << 16);
  for (std::size_t i = 0; i < proof.records.count(); i += 97) {
    const Record record = proof.records.at(i);
    if (!record.move) continue;
    for (int number = 0; number < Symmetry::count; ++number) {
      const Symmetry turn(number);
      const Position asked = turn.apply(record.position);
      const auto choice = player.choose(asked, over);
      REQUIRE(choice);
      if (!five_squares(asked, proof.rule, asked.to_move()).empty()) continue;
      REQUIRE(choice->why == Why::proof);
      // One position has one record here, so that the image of the move is the move, or one that is the same
      // by symmetry.
      CHECK(canonical_move(asked, choice->move) ==
            canonical_move(asked, turn.apply(*record.move, proof.size)));
      CHECK(choice->text.starts_with("in the proof example: record " + std::to_string(i + 1) + " of "));
    }
  }
}

/// A game against random replies from a root of the proof, by a player without any time: won, and every move
/// named.
void check_game(Player& player, const Proof& proof, Position position, std::mt19937& random) {
  for (;;) {
    if (position.to_move() == proof.attacker) {
      const auto choice = player.choose(position, over);
      REQUIRE(choice);
      CAPTURE(choice->text, to_text(position.stones(Color::black)), to_text(position.stones(Color::white)));
      REQUIRE(choice->why != Why::alone);
      REQUIRE(is_legal(position, proof.rule, proof.attacker, choice->move));
      const bool is_five = makes_five(position, proof.rule, proof.attacker, choice->move);
      position.play(choice->move);
      if (is_five) return;
    } else {
      const SquareSet legal = legal_moves(position, proof.rule, position.to_move());
      const std::vector<Square> squares(legal.begin(), legal.end());
      const Square reply = squares[random() % squares.size()];
      REQUIRE_FALSE(makes_five(position, proof.rule, position.to_move(), reply));
      position.play(reply);
    }
  }
}

TEST_CASE("a proof wins every game from its root, with no time at all", "[engine]") {
  ProofShelf shelf = shelf_of_example();
  const Proof& proof = *example();
  Player player(proof.rule, proof.size, shelf, 1 << 16);
  std::mt19937 random(11);
  for (int game = 0; game < 25; ++game) {
    const Root& root = proof.roots[static_cast<std::size_t>(game) % proof.roots.size()];
    check_game(player, proof, Symmetry(game % 8).apply(root.position), random);
  }
}

TEST_CASE("a reply that only verify's order of searches answers is answered", "[engine]") {
  const auto g8 = parse_square("g8", 15).value();
  auto made = std::make_shared<Proof>(RuleSet::freestyle, 15, Color::black);
  for (const std::string_view white : {"g11 h6 k5", "h10 l9 m6"})
    made->records.add(board("h7 h8 h9", white, Color::black), g8);
  made->records.finish();
  ProofShelf shelf([&](RuleSet, int) { return std::vector<NamedProof>{{"two positions", made}}; });
  shelf.open(made->rule, made->size);
  Player player(made->rule, made->size, shelf, 1 << 16);
  for (const std::string_view white : {"g11 h6 k3 k5", "h10 l6 l9 m6"}) {
    const Position position = board("g8 h7 h8 h9", white, Color::black);
    // One search finds no win.
    REQUIRE_FALSE(WinningPlay(made->rule, made->size).find(position, plenty, {}));
    REQUIRE_FALSE(shelf.stored(position));
    for (int number = 0; number < Symmetry::count; ++number) {
      const auto choice = player.choose(Symmetry(number).apply(position), over);
      REQUIRE(choice);
      CHECK(choice->why == Why::sequence);
    }
  }
}

TEST_CASE("a stored move that cannot be played is none", "[engine]") {
  const auto proof = [] {
    auto made = std::make_shared<Proof>(RuleSet::renju, 15, Color::black);
    made->records.add(board("h8", "h9", Color::black), parse_square("h9", 15).value());
    // h8 is a double three here.
    made->records.add(board("g8 i8 h7 h9", "a1 a15 o1 o14", Color::black), parse_square("h8", 15).value());
    made->records.finish();
    return made;
  }();
  ProofShelf shelf([&](RuleSet, int) { return std::vector<NamedProof>{{"wrong", proof}}; });
  shelf.open(proof->rule, proof->size);
  CHECK_FALSE(shelf.stored(board("h8", "h9", Color::black)));
  CHECK_FALSE(shelf.stored(board("g8 i8 h7 h9", "a1 a15 o1 o14", Color::black)));
}

TEST_CASE("a proof of another game is left aside, and the other side plays on its own", "[engine]") {
  ProofShelf shelf([](RuleSet, int) { return std::vector<NamedProof>{{"example", example()}}; });
  shelf.open(example()->rule, 19);
  CHECK(shelf.names().empty());
  shelf.open(example()->rule, example()->size);
  CHECK(shelf.names() == std::vector<std::string>{"example"});
  Position position = example()->roots.front().position;
  position.set_to_move(opponent(example()->attacker));
  CHECK_FALSE(shelf.stored(position));
  CHECK_FALSE(shelf.arises(position));
}

TEST_CASE("on its own it makes fives, parries, wins by force and defends", "[engine]") {
  ProofShelf none;
  Player player(RuleSet::freestyle, 15, none, 1 << 20);
  const auto move = [&](std::string_view black, std::string_view white, Color c) {
    return player.choose(board(black, white, c), Thought(Clock::now() + milliseconds(400)))->move;
  };
  const auto square = [](std::string_view text) { return parse_square(text, 15).value(); };
  CHECK(move("", "", Color::black) == square("h8"));
  const Square five = move("e8 f8 g8 h8", "e9 f9 g9 h9", Color::black);
  CHECK((five == square("d8") || five == square("i8")));
  CHECK(move("e8 f8 g8 h8 a1", "d8 e9 f9 g9", Color::white) == square("i8"));
  const Square four = move("g8 h8 i8", "a1 c3 e1", Color::black);
  CHECK((four == square("f8") || four == square("j8")));
  const Square parry = move("g8 h8 i8", "a1 c3", Color::white);
  CHECK((parry.row() == 7 && parry.column() >= 4 && parry.column() <= 10));
}

/// A position, White to move, in which Black would win by force if he passed, and White has moves against
/// that.
struct Defence {
  Position position{15};
  SquareSet holding;  ///< the moves after which no win of Black's is seen
};
Defence random_defence(RuleSet rule, unsigned seed) {
  std::mt19937 random(seed);
  WinningPlay attacker(rule, 15);
  for (;;) {
    Defence defence;
    Position& position = defence.position;
    while (position.stone_count() < 9 || position.to_move() == Color::black) {
      const Square s(4 + static_cast<int>(random() % 7), 4 + static_cast<int>(random() % 7));
      if (is_legal(position, rule, position.to_move(), s)) position.play(s);
    }
    Position passed = position;
    passed.set_to_move(Color::black);
    WinningPlay white(rule, 15);
    if (!attacker.find(passed, plenty, {}) || white.find(position, plenty, {})) continue;
    for (const Square s : position.empties()) {
      Position after = position;
      after.play(s);
      if (!attacker.find(after, plenty, {})) defence.holding.insert(s);
    }
    if (!defence.holding.empty()) return defence;
  }
}

TEST_CASE("where some moves hold against a win by force, one of them is played", "[engine]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  const unsigned seed = GENERATE(range(0u, 4u));
  const Defence defence = random_defence(rule, seed);
  CAPTURE(to_text(defence.position.stones(Color::black)), to_text(defence.position.stones(Color::white)));
  ProofShelf none;
  Player player(rule, 15, none, 1 << 20);
  const auto choice = player.choose(defence.position, Thought(Clock::now() + milliseconds(800)));
  REQUIRE(choice);
  CAPTURE(choice->text, to_text(defence.holding));
  CHECK(defence.holding.contains(choice->move));
}

TEST_CASE("every move is legal, with and without time, on any board", "[engine]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard, RuleSet::renju);
  const int size = GENERATE(5, 8);
  ProofShelf none;
  Player player(rule, size, none, 1 << 16);
  Position position(size);
  for (int ply = 0; ply < size * size; ++ply) {
    const auto choice =
        player.choose(position, ply % 2 == 0 ? over : Thought(Clock::now() + milliseconds(5)));
    if (!choice) {
      CHECK(legal_moves(position, rule, position.to_move()).empty());
      return;
    }
    REQUIRE(is_legal(position, rule, position.to_move(), choice->move));
    const bool ends = makes_five(position, rule, position.to_move(), choice->move);
    position.play(choice->move);
    if (ends) return;
  }
}

}  // namespace
}  // namespace fiveproof::engine

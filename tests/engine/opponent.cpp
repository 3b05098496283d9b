// Opponents for the referee, which speak enough of the protocol for a game.
//
//     engine-opponent random|threats SEED
//
//   random    a random move within two squares of a stone
//   threats   makes a five, parries one, wins by force where db-search sees it; else it moves at random, but
//   to squares after
//             which db-search sees no win of the other side, if some tries find one
#include <charconv>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "engine/protocol.hpp"
#include "engine/winning_play.hpp"
#include "game/legal_moves.hpp"

namespace {

using namespace fiveproof;

class Opponent {
 public:
  Opponent(bool sees_threats, unsigned seed) : sees_threats_(sees_threats), random_(seed) {}

  void set_rule(RuleSet rule) { rule_ = rule; }
  void start(int size) {
    position_ = Position(size);
    winning_.emplace(rule_, size);
  }
  void put(Square s) { position_.play(s); }
  void set(const Position& position) { position_ = position; }
  [[nodiscard]] const Position& position() const { return position_; }

  Square move() {
    const Square s = chosen();
    position_.play(s);
    return s;
  }

 private:
  Square chosen() {
    const Color us = position_.to_move();
    if (sees_threats_) {
      const engine::Thought thought(engine::Clock::now() + std::chrono::seconds(1));
      if (const auto win = winning_->find(position_, thought, {.fours = 500, .threats = 300, .fully = false}))
        return win->move;
      for (const Square s : five_squares(position_, rule_, opponent(us)))
        if (is_legal(position_, rule_, us, s)) return s;
    }
    return sees_threats_ ? that_holds() : at_random();
  }

  /// What a proof has to answer by a stored move is what does not lose to a sequence.
  Square that_holds() {
    constexpr int tries = 25;
    const engine::Thought thought(engine::Clock::now() + std::chrono::seconds(1));
    Square move = at_random();
    for (int i = 0; i < tries; ++i, move = at_random()) {
      Position after = position_;
      after.play(move);
      engine::WinningPlay other(rule_, position_.size());
      if (!other.find(after, thought, {.fours = 200, .threats = 100, .fully = false})) break;
    }
    return move;
  }

  Square at_random() {
    const SquareSet legal = legal_moves(position_, rule_, position_.to_move());
    std::vector<Square> near, all;
    for (const Square s : legal) {
      all.push_back(s);
      if (is_near(s)) near.push_back(s);
    }
    const auto& from = near.empty() ? all : near;
    return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(random_)];
  }

  [[nodiscard]] bool is_near(Square s) const {
    for (const Square stone : position_.occupied())
      if (std::abs(stone.column() - s.column()) <= 2 && std::abs(stone.row() - s.row()) <= 2) return true;
    return false;
  }

  bool sees_threats_;
  std::mt19937 random_;
  RuleSet rule_ = RuleSet::freestyle;
  Position position_;
  std::optional<engine::WinningPlay> winning_;
};

void set_board(Opponent& opponent_program, int size) {
  std::vector<std::pair<Square, int>> stones;
  for (std::string line; std::getline(std::cin, line);) {
    const engine::Command command = engine::parse_line(line);
    if (command.kind != engine::CommandKind::stone) break;
    stones.emplace_back(*engine::square_of(command.numbers[0], command.numbers[1], size), command.numbers[2]);
  }
  int own = 0, other = 0;
  for (const auto& [square, field] : stones) ++(field == 1 ? own : other);
  const Color us = own == other ? Color::black : Color::white;
  Position position(size);
  for (const auto& [square, field] : stones) position.put(field == 1 ? us : opponent(us), square);
  position.set_to_move(us);
  opponent_program.set(position);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  unsigned seed = 0;
  const std::string_view word(argv[2]);
  std::from_chars(word.data(), word.data() + word.size(), seed);
  Opponent opponent_program(std::string_view(argv[1]) == "threats", seed);
  for (std::string line; std::getline(std::cin, line);) {
    const engine::Command command = engine::parse_line(line);
    const int size = opponent_program.position().size();
    bool moves = false;
    switch (command.kind) {
      case engine::CommandKind::start:
        opponent_program.start(command.numbers.front());
        std::cout << "OK" << std::endl;
        break;
      case engine::CommandKind::info:
        if (command.word == "rule")
          if (const auto rule = engine::rule_of(engine::number_of(command.rest).value_or(0)))
            opponent_program.set_rule(*rule);
        break;
      case engine::CommandKind::begin:
        moves = true;
        break;
      case engine::CommandKind::turn:
        opponent_program.put(*engine::square_of(command.numbers[0], command.numbers[1], size));
        moves = true;
        break;
      case engine::CommandKind::board:
        set_board(opponent_program, size);
        moves = true;
        break;
      case engine::CommandKind::end:
        return 0;
      default:
        break;
    }
    if (moves) std::cout << engine::coordinates_of(opponent_program.move(), size) << std::endl;
  }
  return 0;
}

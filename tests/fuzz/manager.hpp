// What a manager knows of a game by what he sends and what is answered: a second opinion on the protocol.
//
// He reads commands as the engine does (engine/protocol.hpp), keeps a board of his own, and takes one answer
// at a time.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol.hpp"
#include "game/position.hpp"

namespace fiveproof::fuzz {

class Manager {
 public:
  explicit Manager(std::deque<std::string> answers) : answers_(std::move(answers)) {}

  /// Every answer is there and right, and none is left.
  void check(const std::vector<std::string>& lines);

 private:
  struct List {
    engine::CommandKind kind;
    std::vector<std::vector<int>> stones;
    bool is_wrong = false;
  };

  void follow(const engine::Command& command);
  void follow_in_game(const engine::Command& command);
  [[nodiscard]] bool is_in_list(const engine::Command& command);
  void end_list(const List& list);
  void start(int width, int height);
  void set(const engine::Command& command);
  // Answers
  [[nodiscard]] std::string next();
  void expect_error();
  /// The engine's move: legal, a five if there is one, and against the only five of the other side.
  void expect_move();
  void expect_opening();
  [[nodiscard]] std::optional<Square> square_in(const std::string& answer) const;
  [[nodiscard]] bool can_move() const;

  std::deque<std::string> answers_;
  std::optional<Position> position_;
  std::optional<List> list_;
  std::optional<RuleSet> rule_ = RuleSet::freestyle;  ///< nothing: one that is not known
  RuleSet last_rule_ = RuleSet::freestyle;            ///< of those that are
};

}  // namespace fiveproof::fuzz

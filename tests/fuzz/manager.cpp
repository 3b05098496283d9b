#include "tests/fuzz/manager.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::fuzz {

using engine::Command;
using engine::CommandKind;

namespace {

Color opponent_of(Color c) { return c == Color::black ? Color::white : Color::black; }

bool is_over(const Position& position, RuleSet rule) {
  return has_five(position, rule, Color::black) || has_five(position, rule, Color::white);
}

}  // namespace

void Manager::check(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const Command command =
        line.size() > engine::longest_line ? Command{CommandKind::malformed} : engine::parse_line(line);
    if (command.kind == CommandKind::end) break;
    if (!is_in_list(command)) follow(command);
  }
  FIVEPROOF_ENSURE(answers_.empty());
}

std::string Manager::next() {
  FIVEPROOF_ENSURE(!answers_.empty());
  std::string answer = answers_.front();
  answers_.pop_front();
  return answer;
}

void Manager::expect_error() { FIVEPROOF_ENSURE(next().starts_with("ERROR ")); }

void Manager::follow(const Command& command) {
  switch (command.kind) {
    case CommandKind::nothing:
    case CommandKind::stop:
    case CommandKind::silent:
      return;
    case CommandKind::info:
      return set(command);
    case CommandKind::unknown:
      FIVEPROOF_ENSURE(next().starts_with("UNKNOWN "));
      return;
    case CommandKind::about:
      FIVEPROOF_ENSURE(next().starts_with("name="));
      return;
    case CommandKind::start:
      return start(command.numbers.front(), command.numbers.back());
    case CommandKind::malformed:
    case CommandKind::stone:
    case CommandKind::done:
      return expect_error();
    default:
      return position_ ? follow_in_game(command) : expect_error();
  }
}

void Manager::follow_in_game(const Command& command) {
  std::optional<Square> square;
  if (command.numbers.size() == 2)
    square = engine::square_of(command.numbers[0], command.numbers[1], position_->size());
  switch (command.kind) {
    case CommandKind::restart:
      return start(position_->size(), position_->size());
    case CommandKind::begin:
      return position_->stone_count() == 0 && rule_ ? expect_move() : expect_error();
    case CommandKind::turn:
      if (!square || !position_->is_empty(*square) || is_over(*position_, last_rule_)) return expect_error();
      position_->play(*square);
      return can_move() ? expect_move() : expect_error();
    case CommandKind::play:
      if (!square || !position_->is_empty(*square)) return expect_error();
      position_->play(*square);
      FIVEPROOF_ENSURE(next() == engine::coordinates_of(*square, position_->size()));
      return;
    case CommandKind::take_back:
      if (!square || position_->is_empty(*square)) return expect_error();
      FIVEPROOF_ENSURE(next() == "OK");
      position_->take(*square);
      position_->set_to_move(opponent_of(position_->to_move()));
      return;
    case CommandKind::forbidden:
      FIVEPROOF_ENSURE(next().starts_with("FORBID "));
      return;
    default:
      list_ = List{command.kind, {}};
  }
}

void Manager::start(int width, int height) {
  if (width != height || width < 5 || width > 20 || !rule_) return expect_error();
  FIVEPROOF_ENSURE(next() == "OK");
  position_.emplace(width);
}

void Manager::set(const Command& command) {
  if (command.word != "rule") return;
  const auto number = engine::number_of(command.rest);
  if (!number) return;
  rule_ = engine::rule_of(*number);
  if (rule_) last_rule_ = *rule_;
}

bool Manager::is_in_list(const Command& command) {
  if (!list_) return false;
  switch (command.kind) {
    case CommandKind::nothing:
    case CommandKind::stop:
      return true;
    case CommandKind::stone:
      list_->stones.push_back(command.numbers);
      return true;
    case CommandKind::malformed:
    case CommandKind::unknown:
      list_->is_wrong = true;
      return true;
    case CommandKind::done: {
      const List list = *list_;
      list_.reset();
      end_list(list);
      return true;
    }
    default:
      list_.reset();
      expect_error();
      return false;
  }
}

void Manager::end_list(const List& list) {
  const bool is_swap = list.kind == CommandKind::swap2_board;
  bool is_wrong = list.is_wrong;
  std::set<std::pair<int, int>> seen;
  int own = 0, other = 0;
  Position position(position_->size());
  for (const auto& stone : list.stones) {
    is_wrong |=
        !engine::square_of(stone[0], stone[1], position_->size()) || !seen.emplace(stone[0], stone[1]).second;
    is_wrong |= (stone.size() == 3) == is_swap;
    if (is_wrong || is_swap) continue;
    is_wrong |= stone[2] < 1 || stone[2] > (last_rule_ == RuleSet::renju ? 3 : 2);
    own += stone[2] == 1;
    other += stone[2] == 2;
  }
  if (is_swap)
    return !is_wrong && rule_ && (seen.empty() || seen.size() == 3 || seen.size() == 5) ? expect_opening()
                                                                                        : expect_error();
  if (is_wrong) return expect_error();
  const auto first = std::ranges::find_if(list.stones, [](const auto& stone) { return stone[2] != 3; });
  const bool begins_with_own = first == list.stones.end() || (*first)[2] == 1;
  const bool is_white = own != other && (other == own + 1 || !begins_with_own);
  const Color us = is_white ? Color::white : Color::black;
  for (const auto& stone : list.stones)
    if (stone[2] != 3)
      position.put(stone[2] == 1 ? us : opponent_of(us),
                   *engine::square_of(stone[0], stone[1], position.size()));
  position.set_to_move(us);
  position_ = position;
  can_move() ? expect_move() : expect_error();
}

bool Manager::can_move() const {
  return rule_ && !is_over(*position_, *rule_) &&
         !legal_moves(*position_, *rule_, position_->to_move()).empty();
}

std::optional<Square> Manager::square_in(const std::string& answer) const {
  const Command command = engine::parse_line(answer);
  if (command.kind != CommandKind::stone || command.numbers.size() != 2) return std::nullopt;
  return engine::square_of(command.numbers[0], command.numbers[1], position_->size());
}

void Manager::expect_move() {
  const Color us = position_->to_move();
  const auto move = square_in(next());
  FIVEPROOF_ENSURE(move && is_legal(*position_, *rule_, us, *move));
  const SquareSet ours = five_squares(*position_, *rule_, us);
  const SquareSet theirs = five_squares(*position_, *rule_, opponent_of(us));
  if (!ours.empty())
    FIVEPROOF_ENSURE(ours.contains(*move));
  else if (theirs.size() == 1 && is_legal(*position_, *rule_, us, theirs.first()))
    FIVEPROOF_ENSURE(theirs.contains(*move));
  position_->play(*move);
}

/// Three stones, a colour, a move, or an ERROR where none can be thought of.
void Manager::expect_opening() {
  std::string answer = next();
  if (answer == "SWAP" || answer.starts_with("ERROR ")) return;
  std::set<std::string> squares;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = answer.find(' ');
    const std::string square = answer.substr(0, end);
    FIVEPROOF_ENSURE(square_in(square) && squares.insert(square).second);
    if (end != std::string::npos) answer.erase(0, end + 1);
  }
  FIVEPROOF_ENSURE(squares.size() == 1 || squares.size() == 3);
}

}  // namespace fiveproof::fuzz

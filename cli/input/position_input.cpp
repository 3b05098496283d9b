#include "cli/input/position_input.hpp"

#include <CLI/CLI.hpp>

#include "cli/input/squares_input.hpp"
#include "cli/outcome.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

void add(CLI::App& app, const std::string& name, std::optional<std::string>& word, const std::string& type,
         const std::string& help) {
  app.add_option_function<std::string>(
         name, [&word](const std::string& text) { word = text; }, help)
      ->type_name(type)
      ->group("Position");
}

}  // namespace

void add_position_options(CLI::App& app, PositionInput& input) {
  add(app, "--moves", input.moves, "MOVES",
      "Moves from the empty board, Black first: \"h8 i9 g7\" or h8i9g7; \"\": empty board");
  add(app, "--black", input.black, "STONES",
      "Black's stones; with --white and --to-move, instead of --moves");
  add(app, "--white", input.white, "STONES", "White's stones");
  add(app, "--to-move", input.to_move, "COLOUR", "Side to move, black or white");
  add_letters_option(app, input.letters, "Position");
}

CLI::Option* add_game_options(CLI::App& app, GameInput& input) {
  CLI::Option* rule =
      app.add_option("--rule", input.rule, "Rule set: " + all_rule_set_names())->type_name("RULE");
  app.add_option("--size", input.size, "Board size, 5 to 20")->type_name("N")->capture_default_str();
  add_position_options(app, input.position);
  app.add_option("--attacker", input.attacker, "Attacker, black or white; default: the side to move")
      ->type_name("COLOUR");
  return rule;
}

Result<RuleSet> read_rule(const GameInput& input) {
  auto rule = parse_rule_set(input.rule);
  if (!rule.ok()) return rule;
  if (!is_board_size(input.size))
    return usage_error("--size: expected 5 to 20, found " + std::to_string(input.size));
  return rule;
}

Result<Color> read_attacker(const GameInput& input, const Position& position) {
  return input.attacker.empty() ? position.to_move() : parse_color(input.attacker);
}

Result<Position> read_position(const PositionInput& input, int size) {
  const bool has_stones = input.black || input.white || input.to_move;
  if (input.moves && has_stones) return usage_error("--moves goes without --black, --white and --to-move");
  if (input.moves) {
    const auto moves = read_squares(*input.moves, size, input.letters, "--moves");
    if (!moves.ok()) return moves.error();
    return position_after(moves.value(), size);
  }
  if (!has_stones) return usage_error("expected a position: --moves, or --black, --white and --to-move");
  if (!input.to_move) return usage_error("--black and --white need --to-move");
  const auto to_move = parse_color(*input.to_move);
  if (!to_move.ok()) return to_move.error();
  const auto black = read_squares(input.black.value_or(""), size, input.letters, "--black");
  if (!black.ok()) return black.error();
  const auto white = read_squares(input.white.value_or(""), size, input.letters, "--white");
  if (!white.ok()) return white.error();
  return position_of(black.value(), white.value(), to_move.value(), size);
}

}  // namespace fiveproof::cli

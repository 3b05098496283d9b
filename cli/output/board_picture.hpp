// The board in the terminal, above what a command says of a position.
#pragma once

#include <ostream>

#include "dbsearch/threat.hpp"
#include "game/notation.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace fiveproof::cli {

struct BoardChoice {
  bool shown = false, hidden = false;  ///< as asked for; both is shown
};

/// --board and --no-board.
void add_board_options(CLI::App& app, BoardChoice& choice);

/// Writes the board, if that was asked for, or if nothing was and standard output is a terminal.
void show_board(std::ostream& out, const BoardChoice& choice, const Position& position, const Marks& marks);

/// The moves of a sequence by their numbers, the tenth being `a`; those behind the 35th are `+`.
[[nodiscard]] Marks marks_of(const dbsearch::ThreatSequence& sequence);

}  // namespace fiveproof::cli

#include "cli/output/board_picture.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>

namespace fiveproof::cli {

void add_board_options(CLI::App& app, BoardChoice& choice) {
  app.add_flag("--board", choice.shown, "Show the board; default: on a terminal");
  app.add_flag("--no-board", choice.hidden, "Do not show the board");
}

void show_board(std::ostream& out, const BoardChoice& choice, const Position& position, const Marks& marks) {
  if (choice.shown || (!choice.hidden && ::isatty(STDOUT_FILENO) != 0)) out << diagram(position, marks);
}

Marks marks_of(const dbsearch::ThreatSequence& sequence) {
  constexpr std::string_view numbers = "123456789abcdefghijklmnopqrstuvwxyz";
  Marks marks;
  for (const dbsearch::Threat& threat : sequence)
    marks.emplace(threat.gain, marks.size() < numbers.size() ? numbers[marks.size()] : '+');
  return marks;
}

}  // namespace fiveproof::cli

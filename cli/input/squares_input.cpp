#include "cli/input/squares_input.hpp"

#include <CLI/CLI.hpp>

#include "cli/outcome.hpp"
#include "convert/games/moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

void add_letters_option(CLI::App& app, std::string& letters, const std::string& group) {
  if (app.get_option_no_throw("--letters") != nullptr) return;
  app.add_option("--letters", letters,
                 "Letters of the columns where squares are read: all (default), or skip-i, as on boards "
                 "without an i; what is written has all")
      ->type_name("LETTERS")
      ->group(group);
}

Result<std::vector<Square>> read_squares(const std::string& text, int size, const std::string& letters,
                                         const std::string& option) {
  const auto which = letters.empty() ? Letters::all : parse_letters(letters);
  if (!which.ok()) return usage_error("--letters: " + which.error().message);
  const std::size_t address = convert::address_bytes(text);
  const std::string code = text.substr(address);
  if (address > 0 && code.empty()) return usage_error(option + ": expected a position code in the address");
  auto squares = parse_squares(code, size, which.value());
  if (squares.ok()) return squares;
  Error& error = squares.error();  // its offset is one in the words of the option
  error.message = option + ": " + error.text();
  error.offset.reset();
  if (which.value() == Letters::all && parse_squares(code, size, Letters::skip_i).ok())
    error.message += "; " + std::string(convert::fits_letters_that_skip_i);
  return squares;
}

}  // namespace fiveproof::cli

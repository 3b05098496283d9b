// Squares that somebody types: which letters the columns have there, and what is wrong.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "game/square.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// --letters, in a group of options; nothing where `app` has it already.
void add_letters_option(CLI::App& app, std::string& letters, const std::string& group);

/// The squares in the words of an option, which the error names: a list, or an address with a position code
/// (convert/games/moves.hpp). `letters` are the words of --letters, empty if
/// there are none; the error proposes them where the squares fit only so.
[[nodiscard]] Result<std::vector<Square>> read_squares(const std::string& text, int size,
                                                       const std::string& letters, const std::string& option);

}  // namespace fiveproof::cli

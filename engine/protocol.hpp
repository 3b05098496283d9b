// The text of Gomocup's protocol, and nothing of what it leads to: lines become commands, and answers become
// lines.
//
// It is the protocol of Piskvork with pipes (https://plastovicka.github.io/protocl2en.htm), with SWAP2BOARD
// of Gomocup and what Yixin-Board says further. Commands come in either case. A number of forms is understood
// that a manager is not meant to send, as some do: `start 15 15`, and spaces where a comma belongs.
//
// X counts columns from the left and Y rows from the top, from 0, as in Piskvork's files: 0,0 is a15.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::engine {

/// A longer line is cut: no command has so many bytes.
inline constexpr std::size_t longest_line = 1024;

enum class CommandKind : std::uint8_t {
  nothing,      ///< an empty line
  start,        ///< numbers: width, and height where there is a second
  restart,      //
  begin,        //
  turn,         ///< numbers: x, y
  play,         ///< numbers: x, y
  take_back,    ///< numbers: x, y
  board,        ///< stones follow, then DONE; it is to be answered
  quiet_board,  ///< the same, not to be answered (yxboard)
  swap2_board,  ///< moves follow, then DONE
  stone,        ///< numbers: x, y, and the field where there is a third
  done,         //
  info,         ///< `word` is the key in small letters, `rest` what follows
  about,        //
  end,          //
  stop,         ///< answer now
  forbidden,    ///< yxshowforbid
  silent,       ///< understood, without an effect, and not answered: what Yixin-Board sends beside its game
  unknown,      ///< `word`: its first word
  malformed,    ///< a known command with wrong words; `word`: it
};

struct Command {
  CommandKind kind = CommandKind::nothing;
  std::vector<int> numbers = {};
  std::string word = {};
  std::string rest = {};
};

/// What a line says, without its line end. It may hold any bytes.
[[nodiscard]] Command parse_line(std::string_view line);

/// The square of a board of that size; nothing where it is not on it.
[[nodiscard]] std::optional<Square> square_of(int x, int y, int size);
/// "7,7"
[[nodiscard]] std::string coordinates_of(Square square, int size);
/// "FORBID 0912101100." without the spaces: four digits for each point.
[[nodiscard]] std::string forbid_line(const SquareSet& points, int size);
/// "MESSAGE ..."; what could break the line is left out.
[[nodiscard]] std::string message_line(std::string_view text);
/// "ERROR ..." and "UNKNOWN ...", likewise.
[[nodiscard]] std::string error_line(std::string_view text);
[[nodiscard]] std::string unknown_line(std::string_view word);

/// A whole number, or nothing: digits, perhaps with a sign, and nothing else. What is too large becomes the
/// largest.
[[nodiscard]] std::optional<std::int64_t> number_of(std::string_view text);

/// The rule set that INFO rule names; nothing for what we do not play. It is a sum: 1 exactly five wins, 2
/// continuous game, 4 renju. We know no continuous game, and Yixin-Board means renju by 2.
[[nodiscard]] std::optional<RuleSet> rule_of(std::int64_t value);

}  // namespace fiveproof::engine

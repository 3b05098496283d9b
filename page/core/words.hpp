// Words in a request, and the position that one names.
#pragma once

#include <string>

#include "explore/json.hpp"
#include "game/notation.hpp"

namespace fiveproof::page {

using explore::Json;

[[nodiscard]] inline bool has_word(const Json& request, const char* key) {
  return request.contains(key) && request.at(key).is_string();
}
/// The text under `key`; empty when there is none.
[[nodiscard]] inline std::string word(const Json& request, const char* key) {
  return has_word(request, key) ? request.at(key).get<std::string>() : std::string();
}

/// "moves" from the empty board, or "black", "white" and "to-move", as the options of `fiveproof probe`.
[[nodiscard]] inline Result<Position> position_in(const Json& request, int size) {
  if (has_word(request, "moves")) {
    FIVEPROOF_LET(const auto moves, parse_squares(word(request, "moves"), size));
    return position_after(moves, size);
  }
  FIVEPROOF_LET(const auto to_move, parse_color(word(request, "to-move")));
  FIVEPROOF_LET(const auto black, parse_squares(word(request, "black"), size));
  FIVEPROOF_LET(const auto white, parse_squares(word(request, "white"), size));
  return position_of(black, white, to_move, size);
}

}  // namespace fiveproof::page

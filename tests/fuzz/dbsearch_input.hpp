// A position, search options and a threat sequence out of made-up bytes, and back for the seeds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbsearch/searcher.hpp"

namespace fiveproof::fuzz {

/// One change of a sequence.
struct SequenceEdit {
  enum class Kind : std::uint8_t { push_back, push_front, replace, erase };
  Kind kind = Kind::push_back;
  std::uint8_t index = 0;  ///< of what is replaced or erased, modulo the length
  dbsearch::Threat threat = {};
};

struct DbsearchInput {
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  Position position;
  dbsearch::SearchOptions options;
  bool starts_with_found = false;  ///< the edits change the sequence that the search has found
  std::vector<std::pair<Color, Square>> extra_stones;  ///< put on the board after the search
  std::vector<SequenceEdit> edits;
};

/// Which positions there are.
struct DbsearchBoards {
  int largest = max_board_size;
  bool with_renju = false;
};

/// Any bytes give an input whose preconditions hold: stones on empty squares, gains on the 20x20 grid. Kinds,
/// directions and masks may be anything.
[[nodiscard]] DbsearchInput decode_dbsearch_input(std::span<const std::uint8_t> data,
                                                  DbsearchBoards boards = {});
/// The options are not kept; threats must be shapes of dbsearch.
[[nodiscard]] std::vector<std::uint8_t> encode_dbsearch_input(const DbsearchInput& input);

}  // namespace fiveproof::fuzz

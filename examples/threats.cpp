// Looks for a winning threat sequence, as `fiveproof threats` does.
//
//     threats freestyle "g8 a1 h8 c3 i9 o15 i10 a14"
#include <cstdio>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"

int main(int count, char** words) {
  using namespace fiveproof;
  if (count != 3) return std::fprintf(stderr, "usage: threats freestyle|standard MOVES\n"), 2;

  const auto rule = parse_rule_set(words[1]);
  if (!rule.ok()) return std::fprintf(stderr, "%s\n", rule.error().text().c_str()), 2;
  const auto moves = parse_squares(words[2], 15);
  if (!moves.ok()) return std::fprintf(stderr, "%s\n", moves.error().text().c_str()), 2;
  const auto position = position_after(moves.value(), 15);
  if (!position.ok()) return std::fprintf(stderr, "%s\n", position.error().text().c_str()), 2;

  dbsearch::Searcher searcher(rule.value(), 15);
  searcher.set_position(position.value(), position.value().to_move());
  const dbsearch::SearchResult found = searcher.search({});
  if (!found.win) return std::puts("no winning threat sequence"), 1;
  // Nothing is believed because a search says so: the sequence is played out.
  if (!searcher.replay(found.sequence)) return std::puts("a sequence that does not win"), 3;
  std::puts(dbsearch::to_text(found.sequence, 15).c_str());
  return 0;
}

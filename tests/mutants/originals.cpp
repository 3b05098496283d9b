#include "tests/mutants/originals.hpp"

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/searcher.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "tests/mutants/convert.hpp"
#include "tests/mutants/rules_only.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::mutants {
namespace {

using Key = std::vector<std::uint8_t>;

class Solver {
 public:
  Solver(RuleSet rule, Color attacker, Style style, int size)
      : rule_(rule), attacker_(attacker), style_(style), searcher_(rule, size), exact_(rule, size, 3'000) {}

  bool prove(const Position& root, int depth) {
    return root.to_move() == attacker_ ? wins(root, depth) : loses(root, depth);
  }

  /// The records that proofs of `root` need. require: prove(root).
  void collect(const Position& root, std::set<Key>& seen, Draft& draft) {
    if (root.to_move() != attacker_) return collect_replies(root, seen, draft);
    const Position at = canonical_form(root).position;
    const auto found = answers_.find(pack(at));
    if (found == answers_.end() || !seen.insert(pack(at)).second) return;
    const std::optional<Square> move = found->second;
    draft.records.push_back({to_grid(at), move ? move->column() * at.size() + move->row() : -1});
    if (!move || makes_five(at, rule_, attacker_, *move)) return;
    Position after = at;
    after.play(*move);
    collect_replies(after, seen, draft);
  }

 private:
  void collect_replies(const Position& at, std::set<Key>& seen, Draft& draft) {
    for (Square reply : legal_moves(at, rule_, opponent(attacker_))) {
      Position after = at;
      after.play(reply);
      collect(after, seen, draft);
    }
  }

  bool wins(const Position& position, int depth) {
    const Position at = canonical_form(position).position;
    const Key key = pack(at);
    if (answers_.contains(key)) return true;
    if (const auto first = first_move(at)) return by_threats(at, key, *first);
    if (depth == 0) return false;
    if (const auto failed = failures_.find(key); failed != failures_.end() && failed->second >= depth)
      return false;
    for (Square move : legal_moves(at, rule_, attacker_)) {
      Position after = at;
      after.play(move);
      searcher_.set_position(after, attacker_);
      if (!searcher_.search({}).win || !loses(after, depth - 1)) continue;
      answers_[key] = move;
      return true;
    }
    failures_[key] = depth;
    return false;
  }

  /// Of a win by threats; nothing where none is found.
  std::optional<Square> first_move(const Position& at) {
    if (rule_ == RuleSet::renju) {
      if (const SquareSet fives = five_squares(at, rule_, attacker_); !fives.empty()) return fives.first();
      exact_.set_position(at, attacker_);
      const auto found = exact_.search();
      if (!found.win) return std::nullopt;
      // What db-search proposed need not be played in its order.
      const auto played = found.by_fours ? std::nullopt : exact_.play_out(found.moves());
      return played ? played->front().move : found.moves().front();
    }
    searcher_.set_position(at, attacker_);
    const auto found = searcher_.search({.node_limit = 3'000});
    return found.win ? std::optional(found.sequence.front().gain) : std::nullopt;
  }

  bool by_threats(const Position& at, const Key& key, Square first) {
    if (style_ == Style::sparse) return true;
    if (style_ == Style::leaves) {
      if (key.back() % 2 == 0 || at.stone_count() % 3 == 0) answers_[key] = std::nullopt;
      return true;
    }
    const SquareSet fives = five_squares(at, rule_, attacker_);
    const Square move = fives.empty() ? first : fives.first();
    if (fives.empty()) {
      Position after = at;
      after.play(move);
      if (!loses(after, 0)) return false;
    }
    answers_[key] = move;
    return true;
  }

  bool loses(const Position& at, int depth) {
    const Color defender = opponent(attacker_);
    if (at.is_full() || !five_squares(at, rule_, defender).empty()) return false;
    for (Square reply : legal_moves(at, rule_, defender)) {
      Position after = at;
      after.play(reply);
      if (!wins(after, depth)) return false;
    }
    return true;
  }

  RuleSet rule_;
  Color attacker_;
  Style style_;
  dbsearch::Searcher searcher_;
  dbsearch::ExactSearch exact_;
  std::map<Key, std::optional<Square>> answers_;
  std::map<Key, int> failures_;
};

struct Setting {
  const char* name;
  std::vector<const char*> claims;
  Style style = Style::thorough;
  int depth = 0;
};

}  // namespace

std::optional<Draft> solve(const std::vector<Position>& roots, RuleSet rule, Color attacker, Style style,
                           int depth) {
  Draft draft;
  draft.rule = from_rule_set(rule);
  draft.size = roots.front().size();
  draft.attacker = from_color(attacker);
  Solver solver(rule, attacker, style, draft.size);
  std::set<Key> seen;
  for (const Position& root : roots) {
    if (!solver.prove(root, depth)) return std::nullopt;
    draft.roots.push_back({to_grid(root), from_color(root.to_move())});
    solver.collect(root, seen, draft);
  }
  return draft;
}

namespace {

std::vector<Original> made_from(const std::vector<Setting>& settings) {
  std::vector<Original> originals;
  for (const Setting& s : settings) {
    std::vector<Position> roots;
    for (const char* text : s.claims) roots.push_back(verify::parse_claim(text).value().root.position);
    const verify::Claim claim = verify::parse_claim(s.claims.front()).value();
    auto draft = solve(roots, claim.rule, claim.attacker, s.style, s.depth);
    FIVEPROOF_ENSURE(draft.has_value());
    originals.push_back({s.name, std::move(*draft), s.style == Style::thorough});
  }
  return originals;
}

}  // namespace

std::vector<Original> small_originals() {
  // Found by lot, but for the first eight: wins of several moves whose every end is near.
  const std::vector<Setting> settings{
      {"open three, 7x7", {"freestyle 7 black black c4 d4 e4, white a1 a7 g2, black to move"}},
      {"symmetrical three, 7x7", {"standard 7 white black a4 g4 d1, white d3 d4 d5, white to move"}},
      {"straight four, defender to move",
       {"freestyle 7 white black a1 c7 g6, white b3 c3 d3 e3, black to move"}},
      {"straight four, standard, defender to move",
       {"standard 8 black black c6 d5 e4 f3, white a1 g7 h1 b3, white to move"}},
      {"two claims",
       {"standard 7 black black c4 d4 e4 a2, white a1 a7 g2 g5, black to move",
        "standard 7 black black c4 c5 c3 a2, white a1 a7 g2 g5, black to move"}},
      {"open three, 9x9", {"freestyle 9 black black c5 d5 e5, white a1 a9 i2, black to move"}},
      // Only because six in a row count, and only because they do not.
      {"an attacker's overline, 8x8",
       {"freestyle 8 black black b4 c4 f4 g4 d5 d6 d7, white d3 a8 h1 b6 g6 f1 e8, black to move"}},
      {"a defender's overline, 8x8, standard",
       {"standard 8 black black c6 d6 e6 f6 a1, white b4 c4 d4 f4 g4, white to move"}},
      {"6x6, black",
       {"freestyle 6 black black a1 a4 b2 b3 b6 c4 c5 d2 e3 f1 f5, white a2 a6 c1 c2 c3 c6 d6 e1 e5 f3, "
        "black to move"}},
      {"6x6, standard, white",
       {"standard 6 white black a6 b2 b4 c5 d1 d4 d5 e1 f4 f6, white a1 a2 b3 b5 c4 e2 e4 e6 f3 f5, white to "
        "move"}},
      {"6x6, standard, black",
       {"standard 6 black black a2 b4 b5 c3 c4 d1 d5 e1 e6 f1, white a3 a6 b3 b6 e3 e4 e5 f5 f6, black to "
        "move"}},
      {"5x5, standard",
       {"standard 5 black black b1 b5 c2 c3 c4 d1 d4 e2 e5, white a2 a3 b3 b4 d2 d3 e3 e4, black to move"}},
      {"6x6, white",
       {"freestyle 6 white black a2 a4 a6 b3 c1 c2 c3 d1 d3 d5 e1, white b1 b5 c4 c5 c6 d4 e2 e4 e6 f1 f3, "
        "white to move"}},
      {"7x7, standard, white",
       {"standard 7 white black a6 b6 d5 d7 f5 g4, white a3 c4 d3 d6 e3 e7, white to move"}},
      {"8x8, standard, black",
       {"standard 8 black black a2 a3 a7 c4 c8 d7 e5 f4 g4 g8, white a4 a6 c5 d3 e1 e4 e8 f6 g7 h2, black to "
        "move"}},
      {"quiet, 8x8",
       {"freestyle 8 white black c5 g5 g6 g7, white d4 e7 f3 g4, white to move"},
       Style::leaves,
       1},
      {"quiet, 9x9, standard",
       {"standard 9 white black c6 e4 f3, white d5 f7 g5, white to move"},
       Style::sparse,
       1},
      {"quiet, 8x8, standard",
       {"standard 8 black black c3 e4 f6 f7 g3, white c5 c7 d5 d7, black to move"},
       Style::leaves,
       1},
  };
  return made_from(settings);
}

std::vector<Original> renju_originals() {
  return made_from({
      {"open three, 7x7, renju", {"renju 7 black black c4 d4 e4, white a1 a7 g2, black to move"}},
      {"open three of White, 7x7, renju", {"renju 7 white black a1 a7 g2, white c4 d4 e4, white to move"}},
      {"straight four, white to move, renju",
       {"renju 8 black black c6 d5 e4 f3, white a1 g7 h1 b3, white to move"}},
      {"straight four of White, black to move, renju",
       {"renju 7 white black a1 c7 g6, white b3 c3 d3 e3, black to move"}},
      {"an overline of White, 8x8, renju",
       {"renju 8 white black d3 a8 h1 b6 g6 f1 e8, white b4 c4 f4 g4 d5 d6 d7, white to move"}},
      {"a forbidden overline of the defender, 8x8, renju",
       {"renju 8 white black b4 c4 d4 f4 g4, white c6 d6 e6 f6 a1, black to move"}},
      {"a four whose only answer is forbidden, 9x9, renju",
       {"renju 9 white black h5 b5 c6 c7 c8 b6 d4 e3, white d5 e5 f5, white to move"}},
      {"replies that are forbidden, 9x9, renju",
       {"renju 9 white black d6 e6 f4 f5, white b9 c9 d9 e9, black to move"}},
      {"a forbidden point at hand, 9x9, renju",
       {"renju 9 black black d6 e6 f4 f5 c2 d2 e2, white a1 a3 i1 i3, black to move"}},
  });
}

std::optional<Original> part_of(const Draft& whole, std::size_t least, std::size_t most, std::size_t skip) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < whole.records.size(); ++i)
    places[smallest_image(whole.records[i].grid).cells] = i;
  // Deep records first: little lies below them.
  for (std::size_t top = whole.records.size(); top-- > 0;) {
    std::set<std::size_t> seen{top};
    std::deque<std::size_t> waiting{top};
    while (!waiting.empty() && seen.size() <= most) {
      const GridRecord& record = whole.records[waiting.front()];
      waiting.pop_front();
      if (record.move < 0) continue;
      Grid after = record.grid;
      after.set(record.move, whole.attacker);
      for (int reply : after.places_of(empty)) {
        after.set(reply, other(whole.attacker));
        if (const auto found = places.find(smallest_image(after).cells);
            found != places.end() && seen.insert(found->second).second)
          waiting.push_back(found->second);
        after.set(reply, empty);
      }
    }
    if (seen.size() < least || seen.size() > most || skip-- > 0) continue;
    Draft part = whole;
    part.roots = {{whole.records[top].grid, whole.attacker}};
    part.records.clear();
    for (std::size_t i : seen) part.records.push_back(whole.records[i]);
    return Original{"part of a larger proof", std::move(part)};
  }
  return std::nullopt;
}

}  // namespace fiveproof::mutants

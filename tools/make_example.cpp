// Makes the bundled example: a complete proof of a small free-style claim, found by a small solver.
//
//     make-example OUT.fvp [MOVES...]
//
// The solver is proof-number search over positions (Allis 1994, 5.4), as short as it can be: it knows nothing
// of memory limits, jobs or resuming. Given the same moves it makes the same file. Its claims need not be
// believed: `fiveproof verify` checks them.
//
// The default roots are positions with White to move at which Black does not threaten anything yet. They
// share positions: what White plays in one, he has in another.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dbsearch/reply_search.hpp"
#include "dbsearch/shapes.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/line_board.hpp"
#include "game/notation.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "verify/verifier.hpp"

namespace {

using namespace fiveproof;
using dbsearch::ThreatKind;

constexpr int size = 15;
constexpr RuleSet rule = RuleSet::freestyle;
constexpr Color attacker = Color::black;
constexpr Color defender = Color::white;
constexpr std::uint32_t unprovable = 1'000'000'000;
constexpr std::size_t node_limit = 2'000'000;
/// Less than the default: what is accepted with this is accepted with more.
constexpr std::uint32_t verifier_effort = 200;
/// At an OR position so many of the attacker's moves are looked at, and at most so many are kept.
constexpr std::size_t moves_tried = 40;
constexpr std::size_t moves_kept = 10;
/// From this many stones on, an attacker's move must threaten to win.
constexpr int stones_of_quiet_moves = 5;

/// What the defender can do at an AND position.
struct Replies {
  bool refuted = false;      ///< A reply wins for the defender.
  std::vector<Square> open;  ///< Db-search does not answer these.
};

/// Answers replies as the verifier does, so that little is left for it to miss.
class Evaluator {
 public:
  [[nodiscard]] bool is_threat(const Position& and_position) {
    searcher_.set_position(and_position, attacker);
    return searcher_.search({}).win;
  }
  [[nodiscard]] Replies replies(const Position& and_position) {
    Replies out;
    searcher_.set_position(and_position, defender);
    out.refuted = searcher_.search({}).win;
    if (out.refuted) return out;
    search_.set_and_position(and_position, attacker);
    for (Square s : legal_moves(and_position, rule, defender))
      if (!search_.answer(s).is_lost()) out.open.push_back(s);
    return out;
  }

 private:
  dbsearch::Searcher searcher_{rule, size};
  dbsearch::ReplySearch search_{rule, size, dbsearch::SearchOptions{}.node_limit};
};

/// Allis 1994, 5.4.2: points for threes; here fours and the defender's threes count a little as well, and the
/// distance to the attacker's stones breaks ties. `board`: the attacker is side 0.
int points(const LineBoard& board, Square s) {
  int total = 0;
  for (int side = 0; side < 2; ++side) {
    const auto& table = dbsearch::ShapeTable::of(rule, side == 0 ? attacker : defender);
    for (int d = 0; d < direction_count; ++d) {
      const auto [own, blocked] = board.around(side, s, d);
      int near = 0;
      for (int k = -4; k <= 4; ++k) near += own >> (dbsearch::Threat::center + k) & 1 ? 5 - std::abs(k) : 0;
      int best = 0;
      for (auto entry : table.applicable(own, blocked)) {
        const ThreatKind kind = dbsearch::all_shapes()[entry.shape].kind;
        best = std::max(best, kind == ThreatKind::three_two_replies     ? 40
                              : kind == ThreatKind::three_three_replies ? 30
                                                                        : 20);
      }
      total += side == 0 ? best + 2 * near : best / 2 + near / 2;
    }
  }
  return total;
}

struct Node {
  Position position;
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  bool expanded = false;
  std::vector<Square> moves;  ///< They lead to the children, and are in the orientation of `position`.
  std::vector<std::size_t> children;
  std::vector<std::size_t> parents;

  [[nodiscard]] bool is_or_node() const { return position.to_move() == attacker; }
};

class Prover {
 public:
  bool prove(const Position& root) {
    const std::size_t top = node_of(root);
    while (nodes_[top].proof != 0 && nodes_[top].disproof != 0 && nodes_.size() < node_limit) {
      std::size_t n = top;
      while (nodes_[n].expanded) n = most_proving_child(n);
      expand(n);
      update_upwards(n);
      if (++steps_ % 1000 == 0)
        std::fprintf(stderr, "%zu steps, %zu nodes, root %u / %u\n", steps_, nodes_.size(), nodes_[top].proof,
                     nodes_[top].disproof);
    }
    return nodes_[top].proof == 0;
  }

  struct Answer {
    Position position;
    Square move;
  };
  /// Every answer that this proof of `root` needs and that was not given out before. require: prove(root).
  std::vector<Answer> take_answers(const Position& root) {
    std::vector<Answer> answers;
    std::deque<std::size_t> waiting{node_of(root)};
    while (!waiting.empty()) {
      const std::size_t n = waiting.front();
      waiting.pop_front();
      const Node& node = nodes_[n];
      FIVEPROOF_ENSURE(node.proof == 0);
      if (!taken_.insert(n).second || node.children.empty()) continue;
      if (!node.is_or_node()) {
        waiting.insert(waiting.end(), node.children.begin(), node.children.end());
        continue;
      }
      std::size_t best = 0;
      while (nodes_[node.children[best]].proof != 0) ++best;
      answers.push_back({node.position, node.moves[best]});
      waiting.push_back(node.children[best]);
    }
    return answers;
  }

 private:
  std::size_t node_of(const Position& position) {
    const Position canonical = canonical_form(position).position;
    const auto [place, is_new] = ids_.try_emplace(position_key(canonical), nodes_.size());
    if (is_new) {
      nodes_.push_back(Node{.position = canonical, .moves = {}, .children = {}, .parents = {}});
      if (!nodes_.back().is_or_node()) look_at_replies(place->second);
    }
    return place->second;
  }

  // An AND node: its children are known when it is made, so that its proof number can be their number.
  void look_at_replies(std::size_t n) {
    const Replies replies = evaluator_.replies(nodes_[n].position);
    Node& node = nodes_[n];
    if (replies.refuted) {
      node.proof = unprovable;
      node.disproof = 0;
    } else if (replies.open.empty()) {
      node.proof = 0;
      node.disproof = unprovable;
    } else {
      node.moves = replies.open;
      node.proof = 1 + static_cast<std::uint32_t>(replies.open.size()) / 4 +
                   static_cast<std::uint32_t>(node.position.stone_count()) / 2;
    }
  }

  void expand(std::size_t n) {
    nodes_[n].expanded = true;
    const std::vector<Square> moves =
        nodes_[n].is_or_node() ? attacker_moves(nodes_[n].position) : nodes_[n].moves;
    nodes_[n].moves = moves;
    for (Square s : moves) {
      Position next = nodes_[n].position;
      next.play(s);
      const std::size_t child = node_of(next);
      nodes_[n].children.push_back(child);
      nodes_[child].parents.push_back(n);
    }
  }

  std::vector<Square> attacker_moves(const Position& p) {
    const LineBoard board(p, attacker);
    std::vector<std::pair<int, Square>> ranked;
    for (Square s : legal_moves(p, rule, attacker))
      if (const int value = points(board, s); value > 0) ranked.emplace_back(-value, s);
    std::ranges::sort(ranked);
    std::vector<Square> moves;
    for (std::size_t i = 0; i < ranked.size() && i < moves_tried && moves.size() < moves_kept; ++i) {
      Position next = p;
      next.play(ranked[i].second);
      if (p.stone_count() < stones_of_quiet_moves - 1 || evaluator_.is_threat(next))
        moves.push_back(ranked[i].second);
    }
    return moves;
  }

  [[nodiscard]] std::size_t most_proving_child(std::size_t n) const {
    const Node& node = nodes_[n];
    std::size_t best = node.children.front();
    for (std::size_t child : node.children) {
      const auto value = [&](std::size_t c) {
        return node.is_or_node() ? nodes_[c].proof : nodes_[c].disproof;
      };
      if (nodes_[child].proof == 0 || nodes_[child].disproof == 0) continue;
      if (nodes_[best].proof == 0 || nodes_[best].disproof == 0 || value(child) < value(best)) best = child;
    }
    return best;
  }

  /// Weak proof numbers: the largest plus the number of other open children, instead of the sum, so that
  /// shared positions are not counted over and over.
  void update(std::size_t n) {
    Node& node = nodes_[n];
    std::uint32_t least = unprovable;
    std::uint32_t largest = 0;
    std::uint32_t open = 0;
    for (std::size_t c : node.children) {
      const std::uint32_t min_side = node.is_or_node() ? nodes_[c].proof : nodes_[c].disproof;
      const std::uint32_t sum_side = node.is_or_node() ? nodes_[c].disproof : nodes_[c].proof;
      least = std::min(least, min_side);
      largest = std::max(largest, sum_side);
      if (sum_side != 0) ++open;
    }
    const std::uint32_t sum = largest >= unprovable || open == 0 ? largest : largest + open - 1;
    (node.is_or_node() ? node.proof : node.disproof) = least;
    (node.is_or_node() ? node.disproof : node.proof) = sum;
  }

  void update_upwards(std::size_t from) {
    std::deque<std::size_t> waiting{from};
    while (!waiting.empty()) {
      const std::size_t n = waiting.front();
      waiting.pop_front();
      const auto before = std::pair(nodes_[n].proof, nodes_[n].disproof);
      update(n);
      if (n != from && before == std::pair(nodes_[n].proof, nodes_[n].disproof)) continue;
      for (std::size_t parent : nodes_[n].parents) waiting.push_back(parent);
    }
  }

  Evaluator evaluator_;
  std::deque<Node> nodes_;  // References to nodes stay valid when it grows.
  std::unordered_map<std::string, std::size_t> ids_;
  std::unordered_set<std::size_t> taken_;
  std::size_t steps_ = 0;
};

int fail(const std::string& text) {
  std::fprintf(stderr, "make-example: %s\n", text.c_str());
  return 2;
}

Result<Root> parse_root(const std::string& text) {
  FIVEPROOF_LET(const auto moves, parse_squares(text, size));
  FIVEPROOF_LET(const auto position, position_after(moves, size));
  if (position.to_move() != defender)
    return Error{ErrorCode::usage, "expected a position with White to move, found \"" + text + "\""};
  return Root{position, moves};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fail("expected OUT.fvp [MOVES...]");
  std::vector<std::string> texts{"h8 a1 i9", "h8 a15 i9", "h8 o15 i9"};
  if (argc > 2) texts.assign(argv + 2, argv + argc);

  Prover prover;
  std::vector<Root> roots;
  std::vector<Prover::Answer> answers;
  const auto prove = [&](const Position& position) {
    if (!prover.prove(position)) return false;
    const auto more = prover.take_answers(position);
    answers.insert(answers.end(), more.begin(), more.end());
    return true;
  };
  for (const std::string& text : texts) {
    auto root = parse_root(text);
    if (!root.ok()) return fail(root.error().text());
    if (!prove(root.value().position)) return fail("not proved: " + text);
    roots.push_back(std::move(root).value());
  }

  // The verifier sees each position in another orientation than the solver did and does not try a pass first,
  // so that it may miss a win that the solver found. What it misses is proved as well, until it is content.
  for (;;) {
    Proof proof(rule, size, attacker);
    proof.roots = roots;
    for (const auto& answer : answers) proof.records.add(answer.position, answer.move);
    proof.records.finish();
    verify::Options options;
    options.effort = verifier_effort;
    const auto result = verify::check_proof(proof, options);
    if (!result.ok()) return fail(result.error().text());
    const auto& checked = result.value();
    const auto gap_count = static_cast<unsigned long long>(checked.gap_count());
    std::fprintf(stderr, "%zu records, %llu gaps\n", proof.records.count(), gap_count);
    if (checked.accepted() && gap_count == 0) {
      const auto written = write_fvp(proof, argv[1]);
      if (!written.ok()) return fail(written.error().text());
      for (const auto& verdict : checked.verdicts) std::printf("%s\n", to_text(verdict).c_str());
      return 0;
    }
    for (;;) {
      const auto gap = checked.gaps->next();
      if (!gap.ok()) return fail(gap.error().text());
      if (!gap.value()) break;
      if (!prove(gap.value()->position)) return fail("not proved: " + to_text(gap.value()->line));
    }
  }
}

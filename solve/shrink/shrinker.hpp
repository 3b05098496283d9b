// Looks for a smaller proof of the same claims: a position gets another move where that needs fewer records.
//
// How many records a move needs is counted as the proof is, each position once. At a position first all that
// is needed for its move alone is let go: another move has to need fewer records, or as many and be preferred
// all the same (Ties). Moves are tried best first: those that somebody knows, and those that the solver would
// look at. The replies that no winning threat sequence answers have to be positions that are needed anyhow,
// which cost nothing, or that were needed once, or that a short search proves. Positions with most stones
// come first, as those above count what is below them.
//
// What replies a move leaves is asked twice: of the solver (solve/search/evaluator.hpp), which remembers what
// won elsewhere and so sees soon that a move is worth nothing; and then of the search that a verifier asks
// (dbsearch/reply_search.hpp), which has the last word. As that depends on the order of replies, the result
// is to be verified all the same, and need() to be called for what is missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "dbsearch/reply_search.hpp"
#include "proof/proof.hpp"
#include "solve/search/evaluator.hpp"
#include "solve/search/prover.hpp"
#include "solve/search/settings.hpp"

namespace fiveproof::solve {

struct ShrinkOptions {
  Settings settings = {};
  std::uint32_t effort = 1000;         ///< of the verifier's searches
  std::size_t moves = 10;              ///< tried at a position besides those that are known
  std::uint64_t reply_searches = 100;  ///< db-searches for a reply that nobody has an answer to
  /// A position is left as it is if more records than this are needed for its move alone: trying other moves
  /// takes the longer, the more they may need.
  std::size_t most_freed = 2'000;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::function<void(std::size_t looked_at, std::size_t of, std::size_t needed)> on_progress =
      {};  ///< now and then
};

class Shrinker {
 public:
  /// require: the records of `proof` are finished. Where a position has several, its first one counts until
  /// another is found to need less.
  Shrinker(const Proof& proof, ShrinkOptions options);

  /// Which of the moves that need as many records as the one that counts takes its place. The proof stays as
  /// large, and another position may have a move that needs fewer.
  enum class Ties {
    /// One whose replies more positions need: so what two positions need goes when both have found something
    /// else.
    leaning,
    /// Each is as likely: what leaning has led to is shaken up.
    drawn,
  };
  /// Goes once through all positions that are needed. False: the deadline came before its end, which does no
  /// harm.
  bool pass(Ties ties = Ties::leaning);
  /// Makes a position needed, with all that its move needs, because a verifier has no other answer there.
  /// False: nobody has a move there, and none was found. require: the attacker is to move.
  bool need(const Position& position);
  /// How many records the claims need.
  [[nodiscard]] std::size_t needed() const { return needed_; }
  /// The claims with the records that they need; findings and sections are left out, as they speak of others.
  [[nodiscard]] Proof proof() const;

 private:
  using NodeId = std::uint32_t;
  /// An OR position that somebody has an answer for.
  struct Node {
    Position position;          ///< canonical
    std::vector<Square> moves;  ///< the first is the one that counts, the others are known
    bool is_given = false;      ///< it came with the proof
    bool is_expanded = false;   ///< `replies` are known ...
    bool is_whole = false;      ///< ... and none is missing that nobody has an answer to
    std::uint32_t uses = 0;     ///< by roots, and by moves of positions that are needed; 0: it is not needed
    std::vector<NodeId> replies = {};  ///< those that need an answer of their own
  };
  /// What a move needs, or nothing if it needs as much as the limit, or if nobody can say.
  struct Trial {
    Square move;
    std::vector<NodeId> replies;
    std::size_t cost;
  };

  [[nodiscard]] bool is_late() const { return std::chrono::steady_clock::now() >= options_.deadline; }
  [[nodiscard]] std::optional<NodeId> known(const Position& or_position) const;
  NodeId add(const Position& canonical, Square move);
  [[nodiscard]] std::optional<NodeId> find_or_prove(const Position& or_position, std::uint64_t searches);
  [[nodiscard]] bool expand(NodeId n);
  void look_at(NodeId n, Ties ties);
  [[nodiscard]] std::optional<Trial> best_trial(NodeId n, std::size_t cost, Ties ties);
  [[nodiscard]] double share_of(const std::vector<NodeId>& replies) const;
  [[nodiscard]] bool leads_beyond(const Position& and_position, Square move, std::size_t limit);
  [[nodiscard]] std::vector<Square> unanswered(const Position& and_position);
  [[nodiscard]] std::optional<Trial> try_move(NodeId n, Square move, std::size_t limit);
  [[nodiscard]] std::vector<Square> moves_at(NodeId n) const;

  // Costs are counted with marks, so that what two replies share counts once.
  [[nodiscard]] bool add_cost(NodeId n, std::size_t limit, std::size_t& cost);
  void use(NodeId n);
  std::size_t release(NodeId n);
  std::size_t release_all(const std::vector<NodeId>& replies);

  RuleSet rule_;
  int size_;
  Color attacker_;
  ShrinkOptions options_;
  std::vector<Root> roots_;
  std::unique_ptr<Evaluator> evaluator_;
  dbsearch::ReplySearch verifier_;
  std::unique_ptr<Prover> prover_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, NodeId> numbers_;  ///< by position_key()
  std::size_t needed_ = 0;
  std::vector<std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
  std::mt19937_64 draw_;
};

}  // namespace fiveproof::solve

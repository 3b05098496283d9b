// Proof-number search for one claim: "the attacker wins here".
//
// This is depth-first proof-number search (df-pn) over a DAG that is kept in memory, with db-search as the
// evaluation function of every OR position (Allis 1994, 5.4.1). OR positions are expanded with the moves of
// solve/search/move_order.hpp, one at a time, best first: those that threaten to win, and others too where
// there are few stones. AND positions are expanded with the replies that no winning threat sequence answers,
// a few at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solve/search/evaluator.hpp"
#include "solve/search/graph.hpp"
#include "solve/search/move_order.hpp"
#include "solve/search/pairing.hpp"
#include "solve/search/settings.hpp"
#include "solve/vct/vct.hpp"

namespace fiveproof::solve {

enum class SearchOutcome : std::uint8_t {
  proved,
  failed,   ///< no proof with the moves that Settings allow; with `exhaustive`: the attacker does not win
  limit,    ///< the budget is used up
  stopped,  ///< the caller wants to stop
};

struct Budget {
  std::uint64_t searches = ~std::uint64_t{0};  ///< db-searches
  std::uint64_t nodes = ~std::uint64_t{0};     ///< positions in the DAG
  std::size_t bytes = std::size_t{4} << 30;    ///< of the DAG
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;
};

/// So many seconds from now; the end of time where the clock does not go so far.
[[nodiscard]] std::chrono::steady_clock::time_point deadline_after(double seconds);

/// Searches with one DAG for all its questions. The same questions in the same order get the same answers.
class Prover {
 public:
  /// Says by which move a position is known to be proved elsewhere. It is asked about every new OR position.
  using Book = std::function<std::optional<Square>(const Position& or_position)>;
  /// Says where everything was tried in vain. It is asked about the first two plies below a root.
  using Failures = std::function<bool(const Position&)>;

  Prover(RuleSet rule, int size, Color attacker, const Settings& settings, Book book = {},
         Failures failures = {});

  /// Searches until the root is proved or failed or the budget is used up. Either side may be to move.
  SearchOutcome prove(const Position& root, const Budget& budget);

  /// Tries at `target` what is proved at `source` (in the graph or by the book): Kawano's simulation. Both
  /// are OR positions in one orientation, a stone or two apart. Searches little and leaves what it found in
  /// the graph.
  bool try_proof_of(const Position& source, const Position& target, const Budget& budget);

  /// A proved OR position, canonical, and the move that wins there.
  struct Answer {
    Position position;
    Square move;
  };
  /// The answers that the proof of `root` needs beyond what the book knows. require: proved.
  [[nodiscard]] std::vector<Answer> answers(const Position& root);
  /// The answers of all proofs in the graph that need at least `least` of them, each counted once per use.
  [[nodiscard]] std::vector<Answer> all_answers(std::size_t least) const;

  /// A move at an OR position that was searched, with the replies that are not answered.
  struct Alternative {
    Square move;
    std::vector<Square> replies;  ///< in the orientation of the position, like the move
  };
  /// The moves that the position may be split into, best first; on an empty board only the first in order,
  /// because nothing tells one move from another there.
  [[nodiscard]] std::vector<Alternative> alternatives(const Position& or_position);
  /// The open replies at an AND position, in its orientation, those first that make most of the defender's
  /// own stones, and one of each symmetric set. An empty list: all are answered. Nothing: the attacker does
  /// not win.
  [[nodiscard]] std::optional<std::vector<Square>> replies(const Position& and_position);

  /// Why the attacker does not win at a position, or what the defender does about it.
  struct Defence {
    enum class Kind : std::uint8_t {
      reply,    ///< an AND position; the defender plays `reply`, and holds whatever comes
      threats,  ///< an AND position at which the defender wins by a threat sequence
      full,     ///< an AND position without an empty square
      five,     ///< the defender has a five
      no_line,  ///< no line of five is left to the attacker
      pairing,  ///< `pairs` hold every line that is left
    };
    Position position;  ///< canonical
    Kind kind = Kind::reply;
    std::optional<Square> reply = {};
    Pairing pairs = {};
  };
  /// What shows that the attacker does not win at `root`: at OR positions every legal move is answered.
  /// require: with Settings::exhaustive and without Failures, prove(root) said `failed`.
  [[nodiscard]] std::vector<Defence> defences(const Position& root);

  /// Searches for threats: the unit of work.
  [[nodiscard]] std::uint64_t searches() const {
    return evaluator_->searches() + vct_nodes_ / vct_nodes_of_a_search;
  }
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  /// A node as it is met on the way from the root: in the orientation of the root, so that threat sequences
  /// and squares can be compared along the way.
  struct Spot {
    NodeId node;
    Position position;
    Symmetry to_canonical;
    std::optional<Square> last;  ///< the move that led here
  };
  [[nodiscard]] Spot spot(const Graph::Found& found, const Position& position,
                          std::optional<Square> last) const;
  [[nodiscard]] Spot follow(const Spot& from, const Edge& edge) const;
  [[nodiscard]] static Edge edge(const Spot& from, const Spot& to);

  // -- prover.cpp: the search --
  void set_budget(const Budget& budget);
  [[nodiscard]] bool is_out_of_budget() const;
  void visit(const Spot& at, const Spot* parent, std::uint32_t proof_limit, std::uint32_t disproof_limit);
  struct Choice {
    Edge best{};
    std::uint32_t least = infinite + 1;  ///< the number of `best`
    std::uint32_t second = infinite;     ///< the second smallest, or that of the next move to look at
    std::uint32_t open = 0;              ///< how many children are open
  };
  struct Limits {
    std::uint32_t proof, disproof;
  };
  [[nodiscard]] bool is_next_wanted(const Node& node, const Choice& choice) const;
  [[nodiscard]] bool has_room(std::uint32_t open) const {
    return open < static_cast<std::uint32_t>(settings_.restricted_moves);
  }
  [[nodiscard]] Limits limits_below(const Node& node, const Choice& choice, std::uint32_t proof_limit,
                                    std::uint32_t disproof_limit) const;
  Choice update(NodeId n);
  [[nodiscard]] std::size_t batch() const { return static_cast<std::size_t>(settings_.reply_batch); }

  // -- prover_expand.cpp: new nodes --
  /// The moves of an OR position in order, once somebody asked for them.
  using Moves = std::optional<std::vector<RankedMove>>;
  void expand_or(const Spot& at, const Spot* parent, Moves& moves);
  [[nodiscard]] std::vector<RankedMove> moves_at(const Spot& at) const;
  void expand_and(const Spot& at, std::size_t most);
  void expand_fully(const Spot& and_spot);
  [[nodiscard]] static std::uint32_t expected_open(const Evaluator::Replies& replies);
  [[nodiscard]] std::vector<Square> replies_at(const Spot& at) const;
  Spot or_spot(const Graph::Found& found, const Position& position, std::optional<Square> last);
  std::optional<Spot> and_child(const Spot& at, const Spot* parent, Square move, double bits);
  void add_child(NodeId n, const Edge& child);
  [[nodiscard]] bool only_threats(const Position& or_position) const;
  [[nodiscard]] bool is_refused(const Spot* parent, Square move);
  void note_refusal(const Spot* parent, Square move);
  [[nodiscard]] bool is_known_to_fail(const Position& position) const;
  [[nodiscard]] std::uint32_t frontier_number(const Position& position, double extra = 0) const;
  void set_proved(NodeId n);
  void set_failed(NodeId n);

  // -- prover_threats.cpp --
  void prove_by_threats(const Spot& at);
  [[nodiscard]] std::vector<Square> open_replies(const Position& and_position, const VctStep& step);
  bool add_won(const Spot& at, const VctResult& found, const VctStep& step);
  bool add_won_reply(const Spot& at, const VctResult& found, const VctStep& step);

  // -- prover_simulate.cpp --
  void simulate_siblings(const Spot& at, NodeId proved);
  void simulate_any(const Spot& at);
  bool simulate(const Position& source, const Position& target);
  [[nodiscard]] std::optional<Square> answer_at(const Position& or_position);

  // -- prover_results.cpp --
  [[nodiscard]] Defence defence_at(NodeId n);
  void add_answers(NodeId n, std::vector<bool>& seen, std::vector<Answer>& out) const;

  /// Moves that threatened nothing after a reply at an AND position; squares of the canonical position.
  struct Refusals {
    SquareSet once;      ///< the move threatened nothing after one reply
    SquareSet always;    ///< it threatens nothing even if the defender passes, so after no reply
    SquareSet examined;  ///< it was found out whether the move belongs to `always`
  };

  RuleSet rule_;
  Color attacker_;
  Settings settings_;
  Book book_;
  Failures failures_;
  std::unique_ptr<Evaluator> evaluator_;
  std::optional<Vct> vct_;  ///< where Settings::vct_nodes asks for it
  std::uint64_t vct_nodes_ = 0;
  Graph graph_;
  Budget budget_;
  std::uint64_t last_search_ = 0;
  int root_stones_ = 0;
  /// The root, when it has a winning threat sequence. The learned order of moves says nothing of such a
  /// position, because a search meets them at the root alone.
  std::optional<NodeId> won_at_sight_;
  std::unordered_map<NodeId, Refusals> refusals_;
};

}  // namespace fiveproof::solve

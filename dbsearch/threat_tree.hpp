// The DAG of db-search: dependency nodes (one threat each) and combinations of them.
//
// It follows Allis 1994, chapter 3 and 5.3.2. A dependency node stands for a set of threats: its own and all
// it depends on. Levels are built one after the other, each in two stages:
//
//   dependency stage    Below every combination made by the last combination stage (on level 1: below the
//                       root) come threats whose rest squares include the gain just made, again and again.
//   combination stage   Pairs of nodes, one of them new, that do not conflict and whose gains lie together
//                       in a line of five are combined where some threat rests on both gains.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "dbsearch/field.hpp"
#include "dbsearch/searcher.hpp"

namespace fiveproof::dbsearch {

/// The numbers of dependency nodes, ascending. Every node comes after those it depends on, so this is also an
/// order of play.
struct ThreatList {
  static constexpr int capacity = 24;
  std::array<std::uint16_t, capacity> node{};
  std::uint8_t count = 0;

  [[nodiscard]] const std::uint16_t* begin() const { return node.data(); }
  [[nodiscard]] const std::uint16_t* end() const { return node.data() + count; }
};

/// A dependency node: a threat, and those that it depends on.
struct ThreatNode {
  Threat threat;
  std::uint8_t max_category = 0;  ///< the highest category of threats below it (category reduction)
  std::uint8_t depth = 0;         ///< 1 just below the root; a combination counts as a step
  ThreatList threats;             ///< the nodes whose threats it stands for, itself last
};

/// Builds the DAG for one position and keeps its memory between positions. Each thread has its own.
class ThreatTree {
 public:
  /// Is told each potential winning threat sequence; true ends the search.
  using OnSequence = std::function<bool(const ThreatSequence&)>;

  /// What is noted for reports in the manner of the 1993 tables.
  struct Trace {
    /// A node at which a five or a straight four applies gets that child only (the first in square order).
    bool goal_child_only = true;
    /// A pair that was combined, whether or not something came of it. Its children are the dependency nodes
    /// [first_child, last_child).
    struct Combination {
      std::size_t first, second, first_child, last_child;
    };
    std::vector<Combination> combinations;
  };

  ThreatTree(RuleSet rule, int size);

  /// Searches from `root`, where the attacker, whose colour is `attacker`, is to move. It makes at most
  /// options.node_limit nodes, and stops after a level on which `refused_before` plus the sequences
  /// refused here exceed options.refutations. With a `trace`, a level with a sequence is the last. Returns
  /// true when on_sequence did.
  bool build(const Field& root, Color attacker, const SearchOptions& options, std::uint32_t refused_before,
             const OnSequence& on_sequence, Trace* trace = nullptr);

  /// The threats of the attacker at one square, as build() would make them at the root.
  [[nodiscard]] std::vector<Threat> threats_at(const Field& field, Color attacker, Square gain,
                                               const SearchOptions& options) const;

  [[nodiscard]] const std::vector<ThreatNode>& nodes() const { return nodes_; }
  [[nodiscard]] std::uint32_t node_count() const { return node_count_; }  ///< combinations included
  [[nodiscard]] std::uint32_t refused() const { return refused_; }
  [[nodiscard]] bool was_cut_short() const { return cut_short_; }
  /// Cuts the search short that goes on. For on_sequence.
  void stop() { cut_short_ = stop_ = true; }

 private:
  struct Pair {
    std::uint16_t first, second;
    std::uint8_t direction;
  };
  /// What a node's own threat puts on the board. It is packed, because to tell pairs little else is looked
  /// at. With fewer than three replies one of them stands in for those that are missing.
  struct Stones {
    Square gain;
    std::array<Square, 3> costs;
  };
  /// A node that can be part of a pair, since it is no double threat. `place` is that
  /// of its gain (star_place()).
  struct Combinable {
    std::uint16_t place, node;
  };
  /// Threats [first, last) of the stack on which they wait until their nodes are made.
  struct Waiting {
    std::size_t first, last;
  };

  /// Stands for no node: the owner of a square that nobody owns.
  static constexpr std::uint16_t nobody = 0xFFFF;
  [[nodiscard]] static Stones stones_of(const Threat& threat);

  // The dependency stage is in threat_tree.cpp.
  void dependency_stage_at_root(const Field& root);
  void dependency_stage_below(const Pair& pair);
  void add_children(Waiting threats, const ThreatList& parents, int max_category, int depth);
  void add_child(const Threat& threat, const ThreatList& parents, int max_category, int depth);
  void offer_sequence(const ThreatList& threats);
  [[nodiscard]] Waiting threats_at_root(int max_category);
  [[nodiscard]] Waiting threats_resting_on(const Threat& threat, int max_category);
  [[nodiscard]] Waiting threats_resting_on_both(const Pair& pair, int max_category);
  void append_threats(Square gain, int direction, const Neighbourhood& n, std::uint32_t needed_rest,
                      int max_category);
  [[nodiscard]] bool allowed(ShapeTable::Entry entry, int max_category) const {
    return entry.shape < shapes_up_to_[static_cast<std::size_t>(max_category)] &&
           !(entry.dominated && options_.restricted_threes);
  }
  [[nodiscard]] int category_at_root(const Field& root) const;
  [[nodiscard]] int category_below(const Threat& threat, int max_category) const;
  [[nodiscard]] int category_against(const Neighbourhood& n, int max_category) const;
  [[nodiscard]] bool count_node();
  void play(const Threat& threat);
  void take_back(const Threat& threat);

  // The combination stage is in threat_pairs.cpp.
  void combination_stage(std::size_t first_new);
  void append_pairs(std::size_t second);
  [[nodiscard]] Neighbourhood with_stones_of(const ThreatNode& node, std::size_t direction, std::uint8_t line,
                                             Neighbourhood words) const;
  void note_owners(const ThreatNode& node);
  void forget_owners(const ThreatNode& node);
  [[nodiscard]] bool in_conflict_with_owners(const ThreatNode& a) const;
  [[nodiscard]] std::uint64_t reach(const Threat& threat) const;
  [[nodiscard]] bool some_threat_rests_on_both(const ThreatNode& a, const ThreatNode& b, int ray) const;
  /// The threats of both nodes in order of play; empty when they are more than a list holds.
  [[nodiscard]] static ThreatList joined(const ThreatNode& a, const ThreatNode& b);

  std::array<const ShapeTable*, 2> tables_;  ///< by the attacker's colour
  const TieTable& ties_;
  std::span<const Shape> shapes_;
  std::array<std::size_t, 3> shapes_up_to_;  ///< so many shapes, the first ones, have at most this category

  // What follows belongs to the search that is going on.
  const ShapeTable* table_;
  LineBoard board_;
  SearchOptions options_;
  const OnSequence* on_sequence_ = nullptr;
  Trace* trace_ = nullptr;
  std::vector<ThreatNode> nodes_;
  std::vector<Stones> stones_;  ///< stones_[i] are those of nodes_[i]
  std::vector<Threat> waiting_;
  ThreatSequence sequence_;
  std::vector<Combinable> combinable_;
  std::vector<Pair> pairs_;
  std::array<std::uint16_t, Square::count> owner_;  ///< who owns each square; see in_conflict_with_owners()
  std::uint32_t node_count_ = 0;
  std::uint32_t refused_ = 0;
  bool cut_short_ = false;
  bool won_ = false;
  bool stop_ = false;
};

}  // namespace fiveproof::dbsearch

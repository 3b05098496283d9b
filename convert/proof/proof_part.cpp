#include "convert/proof/proof_part.hpp"

#include <algorithm>
#include <utility>

#include "convert/proof/conversion.hpp"
#include "convert/proof/reach.hpp"

namespace fiveproof::convert {

namespace {

using Place = ProofGraph::Place;

/// Goes through the part ply by ply, so that each position is met first by one of its shortest lines.
class PartWalk {
 public:
  PartWalk(ProofGraph& graph, const PartOptions& options, const VisitPosition& visit)
      : graph_(graph),
        options_(options),
        visit_(visit),
        reach_(graph),
        seen_or_(graph.proof().records.count()) {}

  Result<PartRoots> run() {
    auto roots = find_roots();
    if (!roots.ok()) return roots;
    for (const auto& root : roots.value())
      if (root) add(*root);
    for (std::size_t depth = 0; !next_.empty() && !is_too_large_; ++depth) {
      const bool is_cut = options_.max_depth && depth >= *options_.max_depth;
      for (const Place& place : std::exchange(next_, {})) {
        visit_(place, is_cut);
        if (!is_cut) go_below(place);
      }
    }
    if (is_too_large_)
      return Error{ErrorCode::limit, "more than " + counted(options_.max_positions, "position")};
    return roots;
  }

 private:
  Result<PartRoots> find_roots() {
    const Proof& proof = graph_.proof();
    PartRoots places;
    if (options_.root) {
      FIVEPROOF_LET(const auto place, place_of_root(graph_, *options_.root));
      places.emplace_back(place);
    } else {
      for (const Root& root : proof.roots) places.push_back(graph_.find(root.position));
      if (places.empty())
        return Error{ErrorCode::usage, "nothing is claimed: a root is needed to begin with"};
    }
    return places;
  }

  void go_below(const Place& place) {
    if (place.is_or) {
      const auto [first, last] = graph_.records_of(place.number);
      for (std::uint32_t record = first; record < last; ++record) {
        const auto answer = graph_.answer(record);
        if (answer.kind == ProofGraph::Answer::Kind::leads_on) add(seen_from(place.symmetry, answer.next));
      }
    } else {
      for (const ProofGraph::Reply& reply : followed(place.number))
        add(seen_from(place.symmetry, {true, reply.position, Symmetry(reply.symmetry)}));
    }
  }

  /// The stored replies that the walk goes on with, in the order of their squares. Several that lead to one
  /// position are one way to go on.
  std::vector<ProofGraph::Reply> followed(std::uint32_t and_position) {
    const auto stored = graph_.replies(and_position);
    std::vector<ProofGraph::Reply> replies(stored.begin(), stored.end());
    if (!options_.max_width) return replies;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_weight;
    by_weight.reserve(replies.size());
    for (const ProofGraph::Reply& reply : replies)
      by_weight.emplace_back(reach_.of(reply.position), reply.position);
    std::ranges::sort(by_weight, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    by_weight.erase(std::unique(by_weight.begin(), by_weight.end()), by_weight.end());
    by_weight.resize(std::min(by_weight.size(), *options_.max_width));
    std::erase_if(replies, [&](const ProofGraph::Reply& reply) {
      return std::ranges::none_of(by_weight, [&](const auto& kept) { return kept.second == reply.position; });
    });
    return replies;
  }

  void add(const Place& place) {
    std::vector<bool>& seen = place.is_or ? seen_or_ : seen_and_;
    if (place.number >= seen.size()) seen.resize(place.number + 1);
    if (seen[place.number]) return;
    seen[place.number] = true;
    if (++count_ > options_.max_positions)
      is_too_large_ = true;
    else
      next_.push_back(place);
  }

  ProofGraph& graph_;
  const PartOptions& options_;
  const VisitPosition& visit_;
  Reach reach_;
  std::vector<bool> seen_or_, seen_and_;
  std::vector<Place> next_;
  std::uint64_t count_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

Result<Place> place_of_root(ProofGraph& graph, const Root& root) {
  if (root.position.size() != graph.proof().size)
    return Error{ErrorCode::usage, "expected a root on a board of " + std::to_string(graph.proof().size)};
  const auto place = graph.find(root.position);
  if (!place) return Error{ErrorCode::usage, "the root is not in the proof: " + root.text()};
  return *place;
}

Result<PartRoots> visit_part(ProofGraph& graph, const PartOptions& options, const VisitPosition& visit) {
  return PartWalk(graph, options, visit).run();
}

}  // namespace fiveproof::convert

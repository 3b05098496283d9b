// The part of Prover that asks for wins by threats which are answered one by one, and takes them into the
// graph.
#include <algorithm>

#include "solve/search/prover.hpp"

namespace fiveproof::solve {

namespace {

VctStep step_of(const dbsearch::FourLine& fours) {
  VctStep step;
  step.move = fours.front();
  step.after_pass.assign(fours.begin() + 1, fours.end());
  return step;
}

}  // namespace

void Prover::prove_by_threats(const Spot& at) {
  if (!vct_) return;
  const VctResult found = vct_->search(at.position, attacker_, {.node_limit = settings_.vct_nodes});
  vct_nodes_ += found.nodes;
  if (found.win && !found.steps.empty()) (void)add_won(at, found, found.steps.front());
  if (found.win && !found.fours.empty()) (void)add_won(at, found, step_of(found.fours));
}

// Where there are forbidden points fours are found by whoever asks for what answers a reply, so that only the
// replies that need another step are left.
std::vector<Square> Prover::open_replies(const Position& and_position, const VctStep& step) {
  if (!has_forbidden_moves(rule_)) return evaluator_->open_replies(and_position, step.move);
  std::vector<Square> open;
  for (const VctStep::Reply& reply : step.replies)
    if (reply.step) open.push_back(reply.square);
  return open;
}

// The move of `step` wins: every reply that is left open gets a node that is won as the tree says. Fours that
// db-search does not see are played out one by one. False: a node stays open, as what wins there is not
// known.
bool Prover::add_won(const Spot& at, const VctResult& found, const VctStep& step) {
  if (graph_.at(at.node).is_proved()) return true;
  Position next = at.position;
  next.play(step.move);
  const Spot child = spot(graph_.node(next), next, step.move);
  if (!graph_.at(child.node).is_proved()) {
    std::vector<Edge> edges;
    bool is_won = true;
    for (Square s : open_replies(next, step)) {
      Position after = next;
      after.play(s);
      const Spot reply = spot(graph_.node(after), after, s);
      is_won = add_won_reply(reply, found, step) && is_won;
      const Edge to = edge(child, reply);
      if (std::ranges::none_of(edges, [&](const Edge& e) { return e.child == to.child; }))
        edges.push_back(to);
    }
    if (!is_won) return false;
    graph_.set_edges(child.node, edges);
    Node& node = graph_.at(child.node);
    node.expanded = node.is_threat = true;
    node.next = infinite;
    set_proved(child.node);
  }
  add_child(at.node, edge(at, child));
  graph_.at(at.node).expanded = true;
  set_proved(at.node);
  return true;
}

bool Prover::add_won_reply(const Spot& at, const VctResult& found, const VctStep& step) {
  if (book_ && !graph_.at(at.node).is_proved() && book_(at.position)) set_proved(at.node);
  const auto told = std::ranges::find(step.replies, *at.last, &VctStep::Reply::square);
  const bool is_told = told != step.replies.end();
  if (is_told && told->step) return add_won(at, found, found.steps[*told->step]);
  const dbsearch::FourLine& fours = is_told ? told->fours : step.after_pass;
  return graph_.at(at.node).is_proved() || (!fours.empty() && add_won(at, found, step_of(fours)));
}

}  // namespace fiveproof::solve

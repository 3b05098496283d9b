#include "solve/jobs/extract.hpp"

#include <string>
#include <unordered_set>

#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/job_tree.hpp"
#include "solve/search/evaluator.hpp"

namespace fiveproof::solve {
namespace {

class Walk {
 public:
  Walk(const StoreIdentity& game, const Store::View& view, const Settings& settings)
      : view_(view),
        evaluator_(game.rule, game.size, game.attacker, settings),
        attacker_(game.attacker),
        out_{Proof(game.rule, game.size, game.attacker), {}} {}

  void add_claim(const Root& root) {
    out_.proof.roots.push_back(root);
    add(root.position);
  }
  void add(const Position& start) {
    visit(start, true);
    while (!waiting_.empty()) {
      const Position position = std::move(waiting_.back());
      waiting_.pop_back();
      visit(position, false);
    }
  }
  Extract take() && {
    out_.proof.records.finish();
    return std::move(out_);
  }

 private:
  void visit(const Position& given, bool is_root) {
    // Canonical, as the verifier will have it.
    const Position position = canonical_form(given).position;
    if (!seen_.insert(position_key(position)).second) return;
    if (position.to_move() != attacker_) return visit_replies(position, std::nullopt);
    const auto move = view_.answer(position);
    if (!move) {
      if (!is_root || !evaluator_.attacker_wins(position)) out_.missing.push_back(position);
      return;
    }
    out_.proof.records.add(position, *move);
    Position next = position;
    next.play(*move);
    visit_replies(next, *move);
  }
  void visit_replies(const Position& and_position, std::optional<Square> last) {
    for (Square s : evaluator_.open_replies(and_position, last)) {
      Position next = and_position;
      next.play(s);
      waiting_.push_back(next);
    }
  }

  const Store::View& view_;
  Evaluator evaluator_;
  Color attacker_;
  Extract out_;
  std::vector<Position> waiting_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<Root> proved_claims(const Store& store, const Store::View& view) {
  std::vector<Root> claims;
  JobTree tree(store.identity().attacker, {});
  std::vector<bool> seen;
  for (const Root& root : view.roots()) {
    std::vector<JobId> waiting{tree.add(root.position, view)};
    if (tree.at(waiting.front()).entry.state == JobState::proved) {
      claims.push_back(root);
      continue;
    }
    seen.resize(tree.size());
    while (!waiting.empty()) {
      const JobId id = waiting.back();
      waiting.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      const Job& job = tree.at(id);
      if (job.entry.state == JobState::proved)
        claims.push_back({job.position, std::nullopt});
      else
        waiting.insert(waiting.end(), job.children.begin(), job.children.end());
    }
  }
  return claims;
}

Extract extract(const Store& store, const Store::View& view, const std::vector<Root>& roots,
                const Settings& settings, const std::vector<Position>& also) {
  Walk walk(store.identity(), view, settings);
  for (const Root& root : roots) walk.add_claim(root);
  for (const Position& position : also) walk.add(position);
  return std::move(walk).take();
}

}  // namespace fiveproof::solve

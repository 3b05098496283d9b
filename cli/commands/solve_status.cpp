// `fiveproof solve --status`: what a store has proved, and what its jobs have taken so far.
#include <algorithm>

#include "cli/commands/solve_command.hpp"
#include "cli/commands/solve_workplace.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::cli {

namespace {

using verify::with_separators;

std::string cost_text(double searches) {
  return searches >= solve::JobTree::hopeless ? "no" : with_separators(static_cast<std::uint64_t>(searches));
}

std::string effort_text(const solve::Job& job) {
  std::string text = std::string(state_names[static_cast<std::size_t>(job.entry.state)]) + ", " +
                     cost_text(job.spent) + " searches spent";
  if (!job.is_done()) text += ", about " + cost_text(job.cost) + " to go";
  return text;
}

/// The children of a position, one line each; of an OR position also those of the move it is expected to be
/// proved by.
void tell_children(const solve::JobTree& tree, const Position& position, const std::string& indent,
                   std::ostream& out) {
  const solve::Job& job = tree.at(*tree.find(position));
  const auto to_position = canonical_form(position).to_canonical.inverse();
  const auto move_to = [&](std::size_t i) { return to_position.apply(job.entry.moves[i], position.size()); };
  for (std::size_t i = 0; i < job.children.size(); ++i) {
    const solve::Job& child = tree.at(job.children[i]);
    out << indent << to_text(move_to(i)) << ": ";
    if (!child.children.empty() && job.is_or)
      out << std::ranges::count(child.children, solve::JobState::proved,
                                [&](solve::JobId id) { return tree.at(id).entry.state; })
          << " of " << child.children.size() << " replies proved; ";
    out << effort_text(child) << '\n';
    if (!job.is_or || i != tree.best_move(job)) continue;
    Position after = position;
    after.play(move_to(i));
    tell_children(tree, after, indent + "  ", out);
  }
}

/// What effort_text() says.
void add_effort(Json& object, const solve::Job& job) {
  object["state"] = state_names[static_cast<std::size_t>(job.entry.state)];
  object["searches"] = static_cast<std::uint64_t>(job.spent);
  if (!job.is_done() && job.cost < solve::JobTree::hopeless)
    object["expected"] = static_cast<std::uint64_t>(job.cost);
}

/// What tell_children() says.
Json children_json(const solve::JobTree& tree, const Position& position) {
  const solve::Job& job = tree.at(*tree.find(position));
  const auto to_position = canonical_form(position).to_canonical.inverse();
  Json children = Json::array();
  for (std::size_t i = 0; i < job.children.size(); ++i) {
    const Square move = to_position.apply(job.entry.moves[i], position.size());
    Json child = Json::object();
    child["move"] = to_text(move);
    add_effort(child, tree.at(job.children[i]));
    if (job.is_or && i == tree.best_move(job)) {
      Position after = position;
      after.play(move);
      child["children"] = children_json(tree, after);
    }
    children.push_back(std::move(child));
  }
  return children;
}

Json status_json(const solve::Store& store, std::uint64_t answers, const solve::JobTree& tree,
                 const std::vector<Root>& roots) {
  const solve::StoreIdentity& game = store.identity();
  Json object = begin_json("fiveproof-solve-status");
  add_game(object, game.rule, game.size, game.attacker);
  object["answers"] = answers;
  object["bytes"] = store.bytes();
  object["roots"] = Json::array();
  for (const Root& root : roots) {
    const solve::Job& job = tree.at(*tree.find(root.position));
    Json told = to_json(root);
    add_effort(told, job);
    if (!job.is_done()) told["children"] = children_json(tree, root.position);
    object["roots"].push_back(std::move(told));
  }
  const auto jobs = tree.counts();
  object["jobs"] = {{"proved", jobs.proved},
                    {"open", jobs.open},
                    {"hard", jobs.hard},
                    {"split", jobs.split},
                    {"failed", jobs.failed}};
  return object;
}

void tell_roots(const solve::JobTree& tree, const std::vector<Root>& roots, std::ostream& out) {
  for (const Root& root : roots) {
    const solve::Job& job = tree.at(*tree.find(root.position));
    out << root.text() << ": " << effort_text(job) << '\n';
    if (!job.is_done()) tell_children(tree, root.position, "  ", out);
  }
  const auto jobs = tree.counts();
  out << "jobs: " << with_separators(jobs.proved) << " proved, " << with_separators(jobs.open) << " open ("
      << with_separators(jobs.hard) << " hard), " << with_separators(jobs.split) << " split, "
      << with_separators(jobs.failed) << " failed\n";
}

}  // namespace

Result<ExitCode> tell_status(const SolveOptions& options, const Streams& streams) {
  FIVEPROOF_LET(auto store, solve::Store::open_to_read(options.status));
  FIVEPROOF_LET(const auto checked, store.check());
  FIVEPROOF_LET(const auto view, store.view());
  const solve::StoreIdentity& game = store.identity();
  solve::JobTree tree(game.attacker, {});
  FIVEPROOF_LET(std::vector<Root> roots, view.roots());
  for (const Root& root : roots) (void)tree.add(root.position, view);
  FIVEPROOF_TRY(view.status());
  const PositionInput& asked = options.game.position;
  if (asked.moves || asked.black || asked.white) {
    FIVEPROOF_LET(const auto position, read_position(asked, game.size));
    if (!tree.find(position)) return usage_error("no job for this position", options.status);
    roots.assign(1, Root{position, std::nullopt});
  }
  const std::uint64_t answers = view.answers();
  const solve::StoreCheck& looked = checked;
  if (options.json) {
    Json object = status_json(store, answers, tree, roots);
    if (options.check)
      object["check"] = {{"answers", looked.answers}, {"jobs", looked.jobs}, {"roots", looked.roots}};
    streams.out << text_of(object) << '\n';
    return exit_yes;
  }
  const std::string size = std::to_string(game.size);
  streams.out << name_of(game.rule) << ' ' << size << 'x' << size << ", " << name_of(game.attacker)
              << " attacks; " << with_separators(answers) << " answers, "
              << with_separators(store.bytes() >> 20) << " MiB\n";
  tell_roots(tree, roots, streams.out);
  if (options.check)
    streams.out << "check: all pages, " << number_of(looked.answers, "answer") << ", "
                << number_of(looked.jobs, "job") << " and " << number_of(looked.roots, "position")
                << " to prove are whole"
                << (store.version() == 1 ? "; a store of version 1 has no checksums" : "") << '\n';
  return exit_yes;
}

}  // namespace fiveproof::cli

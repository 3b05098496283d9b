#include "cli/commands/solve_command.hpp"
#include "cli/input/amount.hpp"

#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/files/temporary_name.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/disproof_output.hpp"
#include "cli/output/json_output.hpp"
#include "cli/output/proof_output.hpp"
#include "format/text/gap_list.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "session/solve_session.hpp"
#include "session/store_import.hpp"
#include "solve/jobs/foreman.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::cli {

namespace {

constexpr std::string_view command = "solve";
using session::SolveSession;
using verify::with_separators;

/// Of solve::JobState.
constexpr std::string_view state_names[] = {"open", "split", "proved", "failed"};

/// What the answers of all three ways to solve begin with.
Json solve_json(std::string_view format, const solve::StoreIdentity& game) {
  Json object;
  object["format"] = format;
  object["version"] = 1;
  object["rule"] = name_of(game.rule);
  object["size"] = game.size;
  object["attacker"] = name_of(game.attacker);
  return object;
}

Error usage_error(std::string message) { return {ErrorCode::usage, std::move(message)}; }

Result<solve::WorkOptions> work_options(const SolveOptions& options) {
  solve::WorkOptions how;
  how.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  if (!options.time.empty()) {
    const auto time = parse_time("--time", options.time);
    if (!time.ok()) return time.error();
    how.seconds = time.value();
  }
  const auto memory = parse_size("--memory", options.memory);
  if (!memory.ok()) return memory.error();
  how.memory = memory.value();
  if (options.nodes > 0) how.nodes = options.nodes;
  how.stop = &interrupt_flag();
  for (const std::string& assignment : options.settings)
    if (auto done = solve::set(how.settings, assignment); !done.ok())
      return usage_error("--set: " + done.error().message);
  return how;
}

struct Task {
  solve::StoreIdentity game;
  Root root;
  solve::WorkOptions how;
};

Result<Root> read_root(const SolveOptions& options) {
  auto position = read_position(options.position, options.size);
  if (!position.ok()) return position.error();
  if (!options.position.moves) return Root{std::move(position).value(), std::nullopt};
  auto moves = parse_squares(*options.position.moves, options.size);
  if (!moves.ok()) return moves.error();
  return Root{std::move(position).value(), std::move(moves).value()};
}

/// The solver's searches do not know forbidden points yet.
Status check_solvable(RuleSet rule) {
  if (!has_forbidden_moves(rule, Color::black)) return Done{};
  return Error{ErrorCode::unsupported, "solve does not know the rule set " + std::string(name_of(rule)) + " yet"};
}

Result<Task> read_task(const SolveOptions& options) {
  const auto rule = parse_rule_set(options.rule);
  if (!rule.ok()) return rule.error();
  if (auto known = check_solvable(rule.value()); !known.ok()) return known.error();
  if (!is_board_size(options.size))
    return usage_error("--size: expected 5 to 20, found " + std::to_string(options.size));
  auto root = read_root(options);
  if (!root.ok()) return root.error();
  Task task{{}, std::move(root).value(), {}};
  task.game = {rule.value(), options.size, task.root.position.to_move()};
  if (!options.attacker.empty()) {
    const auto attacker = parse_color(options.attacker);
    if (!attacker.ok()) return attacker.error();
    task.game.attacker = attacker.value();
  }
  const auto how = work_options(options);
  if (!how.ok()) return how.error();
  task.how = how.value();
  return task;
}

/// The store named, or one that lasts as long as this.
struct StoreFile {
  std::string path;
  TemporaryName folder = {};  ///< none: the store has a name
};

Status choose_store(const SolveOptions& options, StoreFile& file) {
  file.path = options.store;
  if (!file.path.empty()) return Done{};
  std::error_code none;
  const std::string prefix = (std::filesystem::temp_directory_path(none) / "fiveproof").string();
  do {
    const std::string folder = TemporaryName::beginning_with(prefix);
    file.folder = TemporaryName(folder, [&] { return ::mkdir(folder.c_str(), 0700) == 0; });
  } while (file.folder.empty() && errno == EEXIST);
  if (file.folder.empty()) return Error{ErrorCode::io, "no folder can be made there", prefix, {}};
  file.path = file.folder.path() + "/store.fvs";
  return Done{};
}

Status note_root(solve::Store& store, const Root& root) {
  auto change = store.change();
  if (!change.ok()) return change.error();
  if (auto put = change.value().put_root(root); !put.ok()) return put;
  return change.value().commit();
}

std::string counted(std::size_t n, std::string_view what) {
  return with_separators(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

/// See session/store_import.hpp.
Status import_proof(const SolveOptions& options, const Streams& streams, const solve::WorkOptions& how,
                    solve::Store& store) {
  const std::string& path = options.import;
  auto reading = read_input({.file = path, .from = {}, .rule = {}, .attacker = {}});
  if (!reading.ok()) return reading.error();
  Proof& proof = reading.value().proof;
  const RuleSet rule = store.identity().rule;
  if (solve::StoreIdentity{rule, proof.size, proof.attacker} != store.identity())
    return Error{ErrorCode::usage, "a proof of another board size or attacker than the store", path, {}};
  const auto holding = session::what_holds(std::move(proof), rule, how);
  if (!holding.ok()) return holding.error();
  if (holding.value().is_interrupted) return Done{};  // what follows stops at once, and says so
  if (!options.quiet)
    streams.err << input_name(path) << ": " << counted(holding.value().proof.records.count(), "position")
                << " of " << with_separators(holding.value().records) << " hold by the rules of the store\n";
  auto change = store.change();
  if (!change.ok()) return change.error();
  if (auto put = session::put_answers(holding.value().proof, change.value()); !put.ok()) return put;
  return change.value().commit();
}

/// The store, and what goes on with it.
struct Workplace {
  StoreFile file;
  std::optional<solve::Store> store;
  std::optional<ProgressLine> line;
  std::ofstream log;
  std::optional<SolveSession> session;
};

Status set_up(const SolveOptions& options, const Streams& streams, const solve::StoreIdentity& game,
              const solve::WorkOptions& how, Workplace& place) {
  place.line.emplace(std::string(command), options.progress, options.quiet);
  if (auto chosen = choose_store(options, place.file); !chosen.ok()) return chosen;
  auto store = solve::Store::open(place.file.path, game, solve::Store::Mode::create);
  if (!store.ok()) return store.error();
  place.store.emplace(std::move(store).value());
  if (!options.import.empty())
    if (auto done = import_proof(options, streams, how, *place.store); !done.ok()) return done;
  place.session.emplace(*place.store, how);
  place.session->on_progress = [&place](const solve::WorkProgress& p) {
    if (place.line) place.line->show(progress_text(p));
  };
  if (options.log.empty()) return Done{};
  place.log.open(options.log, std::ios::app);
  if (!place.log) return Error{ErrorCode::io, "cannot be opened for writing", options.log, {}};
  place.session->on_job = [&place](const solve::JobReport& r) {
    place.log << to_json(r).dump() << std::endl;
  };
  return Done{};
}

/// An interrupt lets the session come to an end, if that is soon: the store has what was proved either way.
template <class Work>
auto within_patience(const Work& work) {
  const GracefulEnd graceful(std::chrono::milliseconds(400));
  return work();
}

std::string total_text(const solve::WorkProgress& total) {
  return with_separators(total.searches) + " searches, " + with_separators(total.nodes) + " nodes";
}

/// The formats that results are written in; absent: not asked for.
struct Outputs {
  std::optional<convert::Format> proof, disproof;
};

/// Only what takes any proof: hours of work must not end in "this format is for 15x15".
Result<convert::Format> proof_format(const std::string& path, const std::string& option) {
  std::error_code none;
  const bool is_device =
      path == "-" || (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none));
  const auto format = is_device ? convert::Format::fvp : convert::format_of_path(path);
  if (format && !convert::shows_parts(*format)) return *format;
  return Error{ErrorCode::usage,
               option + ": expected the name of a proof, .fvp or .jsonl; convert makes anything else of it",
               path,
               {}};
}

/// Where results go is asked before anything is searched.
Result<Outputs> check_outputs(const SolveOptions& options, bool is_list) {
  Outputs outputs;
  const std::vector<std::string> inputs = {options.gaps, options.into, options.import, options.store};
  if (!options.output.empty() && options.output == options.disproof)
    return usage_error("--output and --disproof name the same file");
  if (auto json = check_json(options.json, options.output); !json.ok()) return json.error();
  if (auto json = check_json(options.json, options.disproof); !json.ok()) return json.error();
  for (const std::string& path : {options.output, options.disproof})
    if (!path.empty())
      if (auto other = check_output(path, inputs); !other.ok()) return other.error();
  if (!options.output.empty()) {
    const auto format = proof_format(options.output, "--output");
    if (!format.ok()) return format.error();
    outputs.proof = format.value();
  }
  if (options.disproof.empty()) return outputs;
  const auto format = proof_format(options.disproof, "--disproof");
  if (!format.ok()) return format.error();
  outputs.disproof = format.value();
  if (is_list && format.value() != convert::Format::jsonl)
    return Error{ErrorCode::usage,
                 "--disproof: expected the name of a list of answers, .jsonl, with exhaustive=on",
                 options.disproof,
                 {}};
  return outputs;
}

/// The exit code of write_proof.
int write_result(const SolveOptions& options, const std::string& path, convert::Format format,
                 const Proof& proof, const Streams& streams) {
  ProofOutput output{.path = path, .quiet = options.quiet || format == convert::Format::fvp};
  return write_proof(proof, format, output, streams, command);
}

int write_verdict(const SolveOptions& options, const Outputs& outputs, const Task& task,
                  const SolveSession::Ending& verdict, const Streams& streams) {
  if (verdict.proof) {
    const auto& format = verdict.is_refuted ? outputs.disproof : outputs.proof;
    const std::string& path = verdict.is_refuted ? options.disproof : options.output;
    return format ? write_result(options, path, *format, *verdict.proof, streams) : exit_yes;
  }
  if (!outputs.disproof || verdict.defences.empty()) return exit_yes;
  const std::string text = disproof_text(task.game, task.root, verdict.defences);
  const auto written = write_file(options.disproof, std::vector<std::uint8_t>(text.begin(), text.end()));
  return written.ok() ? exit_yes : fail(streams, command, written.error());
}

enum class Answer { proved, refuted, answered, open };

Answer answer_of(const SolveSession::Ending& verdict) {
  if (verdict.proof) return verdict.is_refuted ? Answer::refuted : Answer::proved;
  return verdict.defences.empty() ? Answer::open : Answer::answered;
}

int exit_code_of(Answer answer) {
  if (answer == Answer::proved) return exit_yes;
  return answer == Answer::open ? exit_undecided : exit_no;
}

Json verdict_json(const Task& task, const SolveSession::Ending& verdict, const solve::WorkProgress& total) {
  const Answer answer = answer_of(verdict);
  Json object = solve_json("fiveproof-solve", task.game);
  object["root"] = to_json(task.root);
  object["outcome"] = answer == Answer::proved ? "proved" : answer == Answer::open ? "open" : "disproved";
  if (answer == Answer::open)
    object["why"] = interrupt_flag() ? "interrupted" : verdict.has_failed ? "nothing-wins" : "limit";
  if (answer == Answer::refuted) object["why"] = "other-side-wins";
  if (answer == Answer::answered) object["why"] = "every-move-is-answered";
  if (verdict.proof)
    object["positions"] = verdict.proof->records.count();
  else
    object["positions"] = verdict.defences.size();
  object["searches"] = total.searches;
  object["nodes"] = total.nodes;
  return object;
}

void tell_verdict(const Task& task, const SolveSession::Ending& verdict, const solve::WorkProgress& total,
                  std::ostream& out) {
  const std::string claim =
      verify::to_text(verify::Claim{task.game.rule, task.game.size, task.game.attacker, task.root});
  switch (answer_of(verdict)) {
    case Answer::proved:
      out << "PROVED " << claim << "; " << counted(verdict.proof->records.count(), "position");
      break;
    case Answer::refuted:
      out << "DISPROVED " << claim << "; " << name_of(opponent(task.game.attacker)) << " does, "
          << counted(verdict.proof->records.count(), "position");
      break;
    case Answer::answered:
      out << "DISPROVED " << claim << "; every move is answered, "
          << counted(verdict.defences.size(), "position");
      break;
    case Answer::open:
      out << "NOT PROVED " << claim << "; " << total_text(total)
          << (interrupt_flag()     ? "; interrupted"
              : verdict.has_failed ? "; nothing that was tried wins"
                                   : "; limit")
          << '\n';
      return;
  }
  out << "; " << total_text(total) << '\n';
}

int prove_position(const SolveOptions& options, const Streams& streams) {
  const auto read = read_task(options);
  if (!read.ok()) return fail(streams, command, read.error());
  const Task& task = read.value();
  if (has_five(task.root.position, task.game.rule, Color::black) ||
      has_five(task.root.position, task.game.rule, Color::white))
    return fail(streams, command, usage_error("the game is over in this position"));
  const auto outputs = check_outputs(options, task.how.settings.exhaustive);
  if (!outputs.ok()) return fail(streams, command, outputs.error());
  Workplace place;
  if (auto done = set_up(options, streams, task.game, task.how, place); !done.ok())
    return fail(streams, command, done.error());
  if (auto noted = note_root(*place.store, task.root); !noted.ok())
    return fail(streams, command, noted.error());

  const auto verdict = within_patience([&] { return place.session->prove(task.root); });
  place.line.reset();
  if (!verdict.ok()) return fail(streams, command, verdict.error());
  if (const int code = write_verdict(options, outputs.value(), task, verdict.value(), streams);
      code != exit_yes)
    return code;
  if (options.json)
    streams.out << text_of(verdict_json(task, verdict.value(), place.session->total())) << '\n';
  else
    tell_verdict(task, verdict.value(), place.session->total(), streams.out);
  return exit_code_of(answer_of(verdict.value()));
}

std::vector<Position> failed_positions(const SolveSession::Filling& filling) {
  std::vector<Position> failed;
  for (const auto& left : filling.left)
    if (left.state == solve::JobState::failed) failed.push_back(left.position);
  return failed;
}

constexpr std::size_t gaps_listed = 100;

Json filling_json(const solve::StoreIdentity& game, const SolveSession::Filling& filling, std::size_t gaps,
                  const solve::WorkProgress& total) {
  const std::size_t failed = failed_positions(filling).size();
  Json object = solve_json("fiveproof-solve-gaps", game);
  object["gaps"] = gaps;
  object["closed"] = filling.closed;
  object["open"] = filling.left.size() - failed;
  object["failed"] = failed;
  object["replaced"] = filling.replaced;
  if (filling.gaps_left) object["gaps-left"] = *filling.gaps_left;
  object["accepted"] = filling.is_accepted;
  object["left"] = Json::array();
  for (const auto& left : filling.left) {
    Json gap;
    add_position(gap, left.position);
    gap["state"] = state_names[static_cast<std::size_t>(left.state)];
    gap["searches"] = static_cast<std::uint64_t>(left.searches);
    object["left"].push_back(std::move(gap));
  }
  object["searches"] = total.searches;
  object["nodes"] = total.nodes;
  return object;
}

int exit_code_of(const SolveSession::Filling& filling) {
  if (filling.left.size() > failed_positions(filling).size() || !filling.gaps_left) return exit_undecided;
  return filling.is_accepted ? exit_yes : exit_no;
}

void tell_filling(const SolveSession::Filling& filling, std::size_t gaps, const solve::WorkProgress& total,
                  std::ostream& out) {
  const std::size_t failed = failed_positions(filling).size();
  const std::size_t open = filling.left.size() - failed;
  out << "closed " << with_separators(filling.closed) << " of " << with_separators(gaps) << " gaps; "
      << with_separators(open) << " open, " << with_separators(failed) << " where nothing wins; "
      << counted(filling.replaced, "move") << " replaced; "
      << (filling.gaps_left ? counted(*filling.gaps_left, "gap") + " left" : "not checked") << "; "
      << total_text(total) << '\n';
  for (const auto& left : std::span(filling.left).first(std::min(gaps_listed, filling.left.size())))
    out << (left.state == solve::JobState::failed ? "  nothing wins: " : "  open: ")
        << Root{left.position, std::nullopt}.text() << "; "
        << with_separators(static_cast<std::uint64_t>(left.searches)) << " searches\n";
  if (filling.left.size() > gaps_listed)
    out << "  and " << with_separators(filling.left.size() - gaps_listed) << " more\n";
}

int fill_gaps(const SolveOptions& options, const Streams& streams) {
  if (options.gaps.empty() || options.into.empty() || options.output.empty())
    return fail(streams, command, usage_error("--gaps, --into and --output go together"));
  const auto how = work_options(options);
  if (!how.ok()) return fail(streams, command, how.error());
  const auto outputs = check_outputs(options, false);
  if (!outputs.ok()) return fail(streams, command, outputs.error());
  const auto reading = read_input({.file = options.into, .from = {}, .rule = {}, .attacker = {}});
  if (!reading.ok()) return fail(streams, command, reading.error());
  const Proof& proof = reading.value().proof;
  if (auto known = check_solvable(proof.rule); !known.ok()) return fail(streams, command, known.error());
  const auto gaps = read_gap_list_file(options.gaps);
  if (!gaps.ok()) return fail(streams, command, gaps.error());
  if (gaps.value().header.proof_hash != content_hash(proof))
    return fail(streams, command,
                Error{ErrorCode::usage,
                      "expected the gaps of " + options.into + ", found those of another proof",
                      options.gaps,
                      {}});
  Workplace place;
  const solve::StoreIdentity game{proof.rule, proof.size, proof.attacker};
  if (auto done = set_up(options, streams, game, how.value(), place); !done.ok())
    return fail(streams, command, done.error());
  auto filled = within_patience([&] { return place.session->fill(proof, gaps.value().gaps); });
  place.line.reset();
  if (!filled.ok()) return fail(streams, command, filled.error());
  filled.value().proof.sections = proof.sections;  // an analyst's comments outlast the gaps
  if (const int code =
          write_result(options, options.output, *outputs.value().proof, filled.value().proof, streams);
      code != exit_yes)
    return code;
  if (outputs.value().disproof) {
    const auto refuted = place.session->refutations(failed_positions(filled.value()));
    if (!refuted.ok()) return fail(streams, command, refuted.error());
    if (const int code =
            write_result(options, options.disproof, *outputs.value().disproof, refuted.value(), streams);
        code != exit_yes)
      return code;
  }
  const std::size_t listed = gaps.value().gaps.size();
  if (options.json)
    streams.out << text_of(filling_json(game, filled.value(), listed, place.session->total())) << '\n';
  else
    tell_filling(filled.value(), listed, place.session->total(), streams.out);
  return exit_code_of(filled.value());
}

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
    Json child;
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
  Json object = solve_json("fiveproof-solve-status", store.identity());
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

int tell_status(const SolveOptions& options, const Streams& streams) {
  auto store = solve::Store::open_to_read(options.status);
  if (!store.ok()) return fail(streams, command, store.error());
  if (auto sound = store.value().check(); !sound.ok()) return fail(streams, command, sound.error());
  const auto view = store.value().view();
  if (!view.ok()) return fail(streams, command, view.error());
  const solve::StoreIdentity& game = store.value().identity();
  solve::JobTree tree(game.attacker, {});
  std::vector<Root> roots = view.value().roots();
  for (const Root& root : roots) (void)tree.add(root.position, view.value());
  const PositionInput& asked = options.position;
  if (asked.moves || asked.black || asked.white) {
    const auto position = read_position(asked, game.size);
    if (!position.ok()) return fail(streams, command, position.error());
    if (!tree.find(position.value()))
      return fail(streams, command, Error{ErrorCode::usage, "no job for this position", options.status, {}});
    roots.assign(1, Root{position.value(), std::nullopt});
  }
  const std::uint64_t answers = view.value().answers();
  if (options.json) {
    streams.out << text_of(status_json(store.value(), answers, tree, roots)) << '\n';
    return exit_yes;
  }
  const std::string size = std::to_string(game.size);
  streams.out << name_of(game.rule) << ' ' << size << 'x' << size << ", " << name_of(game.attacker)
              << " attacks; " << with_separators(answers) << " answers, "
              << with_separators(store.value().bytes() >> 20) << " MiB\n";
  tell_roots(tree, roots, streams.out);
  return exit_yes;
}

}  // namespace

int run_solve(const SolveOptions& options, const Streams& streams) {
  if (!options.status.empty()) return tell_status(options, streams);
  if (!options.gaps.empty() || !options.into.empty()) return fill_gaps(options, streams);
  return prove_position(options, streams);
}

namespace {

std::string settings_help() {
  std::string text = "How the search goes about it:";
  for (const auto& setting : solve::setting_names())
    text += "\n" + std::string(setting.name) + "=" + solve::value_of({}, setting.name) + " (" +
            std::string(setting.meaning) + ")";
  return text;
}

}  // namespace

void setup_solve(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("solve", "Prove that the attacker wins, against every reply");
  auto options = std::make_shared<SolveOptions>();
  sub->add_option("--rule", options->rule, "Rule set: freestyle or standard")->type_name("RULE");
  sub->add_option("--size", options->size, "Board size, 5 to 20")->type_name("N")->capture_default_str();
  add_position_options(*sub, options->position);
  sub->add_option("--attacker", options->attacker, "Attacker, black or white; default: the side to move")
      ->type_name("COLOUR");
  sub->add_option("--store", options->store,
                  "Keep what is proved in this file (.fvs) and go on from it; several processes may share it")
      ->type_name("FILE");
  sub->add_option("-o,--output", options->output, "Write the finished proof (.fvp or .jsonl)")
      ->type_name("FILE");
  sub->add_option("--gaps", options->gaps,
                  "Close the gaps of this list (.jsonl, .jsonl.zst), which verify wrote")
      ->type_name("FILE");
  sub->add_option("--into", options->into, "The proof that the gaps are of")->type_name("FILE");
  sub->add_option(
         "--disproof", options->disproof,
         "Write what shows that the attacker does not win: a proof for the other side (.fvp or .jsonl), or "
         "with --set exhaustive=on the answer to every move (.jsonl). --gaps: all refutations that are found")
      ->type_name("FILE");
  sub->add_option(
         "--import", options->import,
         "First put the positions of this proof into the store that hold by its rules; it is verified")
      ->type_name("FILE");
  sub->add_option("--status", options->status, "Solve nothing: check this store and say what is in it")
      ->type_name("FILE");
  sub->add_option("--time", options->time, "Stop after so long: 90, 90s, 10m, 2h")->type_name("T");
  add_count_option(*sub, "--nodes", options->nodes, {}, "Stop after so many positions");
  sub->add_option("--memory", options->memory, "For all searches together: 500M, 4G")
      ->type_name("BYTES")
      ->capture_default_str();
  add_count_option(*sub, "--threads", options->threads, thread_range,
                   "Threads; 0: as many as the machine has")
      ->default_str("0");
  sub->add_option("--set", options->settings, settings_help())->type_name("NAME=VALUE");
  sub->add_option("--log", options->log, "Append a line of JSON per job to this file")->type_name("FILE");
  sub->add_flag("--json", options->json,
                "Answer in JSON (spec/solve.schema.json; --gaps: solve-gaps, --status: solve-status)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  sub->footer(
      "Ctrl-C stops the search; with --store the same command goes on where it stopped, whatever ended it.\n"
      "What is called PROVED has passed `fiveproof verify`; --gaps writes what it closed in any case, and\n"
      "--status tells what the store says.\n\n"
      "Exit code: 0 proved (--gaps: no gap is left); 1 disproved (--gaps: gaps are left although nothing is "
      "open); 2 not\n"
      "proved: limit, interrupt, or nothing that was tried wins; usage, unusable store.\n\n"
      "Examples:\n"
      "  fiveproof solve --rule freestyle --moves \"h8 a1\" --attacker black -o a1.fvp\n"
      "  fiveproof solve --gaps gaps.jsonl --into a.fvp --store a.fvs -o b.fvp\n"
      "  fiveproof solve --status a.fvs");
  sub->callback([options, &streams, &exit_code] { exit_code = run_solve(*options, streams); });
}

}  // namespace fiveproof::cli

#include "cli/commands/solve_workplace.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/output/proof_output.hpp"
#include "format/tree/tree_section.hpp"
#include "session/store_import.hpp"

namespace fiveproof::cli {

using verify::with_separators;

std::string number_of(std::size_t n, std::string_view what) {
  return with_separators(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

std::string total_text(const solve::WorkProgress& total) {
  return with_separators(total.searches) + " searches, " + with_separators(total.nodes) + " nodes";
}

Result<solve::WorkOptions> work_options(const SolveOptions& options) {
  solve::WorkOptions how;
  how.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  if (!options.time.empty()) {
    FIVEPROOF_LET(const auto time, parse_time("--time", options.time));
    how.seconds = time;
  }
  FIVEPROOF_LET(const auto memory, memory_of(options.memory));
  how.memory = memory;
  if (options.nodes > 0) how.nodes = options.nodes;
  how.stop = &flag_set_after(how.seconds);
  if (options.leaf != "db" && options.leaf != "vct")
    return usage_error("--leaf: expected db or vct, found " + options.leaf);
  if (options.leaf == "vct") how.settings.vct_nodes = solve::usual_vct_nodes;
  for (const std::string& assignment : options.settings)
    if (auto done = solve::set(how.settings, assignment); !done.ok())
      return usage_error("--set: " + done.error().message);
  return how;
}

namespace {

/// The path of the store; one without a name is made in a folder that lasts as long as `folder`.
Result<std::string> choose_store(const SolveOptions& options, TemporaryName& folder) {
  if (!options.store.empty()) return options.store;
  FIVEPROOF_LET(folder, make_temporary_folder());
  return folder.path() + "/store.fvs";
}

/// See session/store_import.hpp.
Status import_proof(const SolveOptions& options, const Streams& streams, const solve::WorkOptions& how,
                    solve::Store& store) {
  const std::string& path = options.import;
  FIVEPROOF_LET(auto reading, within_memory(options.memory, path, [&] {
                  return read_input({.file = path, .memory = options.memory});
                }));
  Proof& proof = reading.proof;
  const RuleSet rule = store.identity().rule;
  if (solve::StoreIdentity{rule, proof.size, proof.attacker} != store.identity())
    return usage_error("a proof of another board size or attacker than the store", path);
  FIVEPROOF_LET(const auto holding, session::what_holds(std::move(proof), rule, how));
  if (!options.quiet)
    streams.err << input_name(path) << ": " << number_of(holding.proof.records.count(), "position") << " of "
                << with_separators(holding.records) << " hold by the rules of the store\n";
  FIVEPROOF_LET(auto change, store.change());
  FIVEPROOF_TRY(session::put_answers(holding.proof, change));
  return change.commit();
}

/// Only what takes any proof: hours of work must not end in "this format is for 15x15".
/// `may_be_tree`: a tree is what has the gaps.
Result<convert::Format> proof_format(const std::string& path, const std::string& option,
                                     bool may_be_tree = false) {
  std::error_code none;
  const bool is_device = open_descriptor(path) || (std::filesystem::exists(path, none) &&
                                                   !std::filesystem::is_regular_file(path, none));
  const auto format = is_device ? convert::Format::fvp : convert::format_of_path(path);
  if (format && may_be_tree && convert::is_tree(*format)) return *format;
  if (format && !convert::shows_parts(*format)) return *format;
  return usage_error(
      option + ": expected the name of a proof, .fvp or .jsonl; convert makes anything else of it", path);
}

}  // namespace

Status set_up(const SolveOptions& options, const Streams& streams, const solve::StoreIdentity& game,
              const solve::WorkOptions& how, Workplace& place) {
  place.line.emplace("solve", options.progress, options.quiet);
  FIVEPROOF_LET(auto path, choose_store(options, place.folder));
  FIVEPROOF_LET(auto store, solve::Store::open(path, game, solve::Store::Mode::create));
  place.store.emplace(std::move(store));
  solve::WorkOptions hired = how;
  if (!options.queue.empty()) {
    if (options.store.empty()) place.store->leave_to_system();
    FIVEPROOF_LET(place.maker, remote::Maker::open({options.queue, options.jobs}, *place.store, how));
    hired.workforce = place.maker.get();
  }
  if (!options.import.empty()) FIVEPROOF_TRY(import_proof(options, streams, how, *place.store));
  place.session.emplace(*place.store, hired);
  place.session->on_progress = [&place](const solve::WorkProgress& p) {
    if (place.line) place.line->show(progress_text(p));
  };
  if (options.log.empty()) return Done{};
  place.log_path = options.log;
  place.log.open(options.log, std::ios::app);
  if (!place.log) return Error{ErrorCode::io, "cannot be opened for writing", options.log, {}};
  place.session->on_job = [&place](const solve::JobReport& r) {
    place.log << to_json(r).dump() << std::endl;
  };
  return Done{};
}

void Workplace::close_queue(bool is_done, bool quiet, std::ostream& err) {
  if (!maker) return;
  const auto ended = maker->end(is_done);
  const remote::MakerCounts counts = maker->counts();
  if (!ended.ok()) err << "fiveproof solve: " << ended.error().text() << '\n';
  if (quiet) return;
  err << "queue: " << number_of(counts.accepted, "job") << " of workers accepted, "
      << with_separators(counts.refused) << " refused, " << with_separators(counts.own) << " done here; "
      << with_separators(counts.dropped) << " of " << number_of(counts.answers, "answer")
      << " did not hold\n";
}

Status Workplace::finish_log() {
  if (log_path.empty()) return Done{};
  log.close();
  if (!log) return Error{ErrorCode::io, "cannot be written: lines are missing", log_path, {}};
  return Done{};
}

Result<Outputs> check_outputs(const SolveOptions& options, bool is_list) {
  Outputs outputs;
  const std::vector<std::string> inputs = {options.gaps, options.into, options.import, options.store};
  if (is_same_output(options.output, options.disproof))
    return usage_error("--output and --disproof name the same file");
  // A log is appended to, so that it would spoil what it meets.
  for (const std::string* other :
       {&options.output, &options.disproof, &options.gaps, &options.into, &options.import, &options.store})
    if (is_same_file(options.log, *other))
      return usage_error("--log names the file of another option", options.log);
  FIVEPROOF_TRY(check_json(options.json, options.output));
  FIVEPROOF_TRY(check_json(options.json, options.disproof));
  for (const std::string& path : {options.output, options.disproof})
    if (!path.empty()) FIVEPROOF_TRY(check_output(path, inputs));
  if (!options.output.empty()) {
    FIVEPROOF_LET(const auto format, proof_format(options.output, "--output", !options.gaps.empty()));
    outputs.proof = format;
  }
  if (options.disproof.empty()) return outputs;
  FIVEPROOF_LET(const auto format, proof_format(options.disproof, "--disproof"));
  outputs.disproof = format;
  if (is_list && format != convert::Format::jsonl)
    return usage_error("--disproof: expected the name of a list of answers, .jsonl, with exhaustive=on",
                       options.disproof);
  return outputs;
}

Status check_tree_output(const Outputs& outputs, const Proof& proof, const std::string& path) {
  if (!outputs.proof || !convert::is_tree(*outputs.proof)) return Done{};
  const Section* section = find_section(proof, tree_section_kind);
  if (section == nullptr)
    return usage_error("--output: a tree can be written where --into is one, or a .fvp that keeps one", path);
  if (*outputs.proof == convert::Format::psq || *outputs.proof == convert::Format::rec)
    return usage_error("--output: expected a format that holds more than one game", path);
  FIVEPROOF_LET(const auto tree, tree_of(*section));
  auto written = convert::encode_tree_as(*tree, *outputs.proof);
  if (written.ok()) return Done{};
  written.error().file = path;
  return written.error();
}

Status write_result(const SolveOptions& options, const std::string& path, convert::Format format,
                    const Proof& proof, const Streams& streams) {
  OutputReport unused("solve", path, convert::name_of(format));
  const bool quiet = options.quiet || format == convert::Format::fvp;
  convert::Shown shown;
  shown.must_go_into = convert::is_tree(format);
  FIVEPROOF_LET(shown.mark, convert::parse_new_mark(options.mark));
  FIVEPROOF_TRY(write_proof(
      proof, format, {.path = path, .quiet = quiet, .report = unused, .shown = std::move(shown)}, streams));
  return Done{};
}

}  // namespace fiveproof::cli

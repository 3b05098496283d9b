// `fiveproof solve --gaps`: what a proof lacks is searched for and put into it.
#include <algorithm>

#include "cli/commands/solve_command.hpp"
#include "cli/commands/solve_workplace.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/interrupt.hpp"
#include "format/text/gap_list.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

using session::SolveSession;
using verify::with_separators;

std::vector<Position> failed_positions(const SolveSession::Filling& filling) {
  std::vector<Position> failed;
  for (const auto& left : filling.left)
    if (left.state == solve::JobState::failed) failed.push_back(left.position);
  return failed;
}

Json filling_json(const solve::StoreIdentity& game, const SolveSession::Filling& filling, std::size_t gaps,
                  const solve::WorkProgress& total) {
  const std::size_t failed = failed_positions(filling).size();
  Json object = begin_json("fiveproof-solve-gaps");
  add_game(object, game.rule, game.size, game.attacker);
  object["gaps"] = gaps;
  object["closed"] = filling.closed;
  object["open"] = filling.left.size() - failed;
  object["failed"] = failed;
  object["replaced"] = filling.replaced;
  if (filling.gaps_left) object["gaps-left"] = *filling.gaps_left;
  object["accepted"] = filling.is_accepted;
  object["left"] = Json::array();
  for (const auto& left : filling.left) {
    Json gap = Json::object();
    add_position(gap, left.position);
    gap["state"] = state_names[static_cast<std::size_t>(left.state)];
    gap["searches"] = static_cast<std::uint64_t>(left.searches);
    object["left"].push_back(std::move(gap));
  }
  object["searches"] = total.searches;
  object["nodes"] = total.nodes;
  return object;
}

ExitCode exit_code_of(const SolveSession::Filling& filling) {
  if (filling.left.size() > failed_positions(filling).size() || !filling.gaps_left) return exit_undecided;
  return filling.is_accepted ? exit_yes : exit_no;
}

/// Gaps that nobody has come to yet say nothing by themselves.
bool is_begun(const SolveSession::Filling::Left& left) {
  return left.state == solve::JobState::failed || left.searches > 0;
}

std::string check_text(const SolveSession::Filling& filling) {
  if (filling.gaps_left) return number_of(*filling.gaps_left, "gap") + " left";
  return interrupt_flag() ? "not checked, as it was interrupted" : "not checked, as a limit was reached";
}

/// The first gaps that somebody has come to, and how many there are besides.
void list_left(const std::vector<SolveSession::Filling::Left>& all, std::ostream& out) {
  constexpr std::size_t gaps_listed = 100;
  std::size_t listed = 0;
  const auto begun = static_cast<std::size_t>(std::ranges::count_if(all, is_begun));
  for (const auto& left : all) {
    if (listed == gaps_listed) break;
    if (!is_begun(left)) continue;
    ++listed;
    out << (left.state == solve::JobState::failed ? "  nothing wins: " : "  open: ")
        << Root{left.position, std::nullopt}.text() << "; "
        << with_separators(static_cast<std::uint64_t>(left.searches)) << " searches\n";
  }
  if (begun > listed) out << "  and " << with_separators(begun - listed) << " more\n";
  if (all.size() > begun) out << "  not begun: " << number_of(all.size() - begun, "gap") << '\n';
}

void tell_filling(const SolveSession::Filling& filling, std::size_t gaps, const solve::WorkProgress& total,
                  std::ostream& out) {
  const std::size_t failed = failed_positions(filling).size();
  const std::size_t open = filling.left.size() - failed;
  out << "closed " << with_separators(filling.closed) << " of " << with_separators(gaps) << " gaps; "
      << with_separators(open) << " open, " << with_separators(failed) << " where nothing wins; "
      << number_of(filling.replaced, "move") << " replaced; " << check_text(filling) << "; "
      << total_text(total) << '\n';
  list_left(filling.left, out);
}

/// The words that a gap list has for a file which does not say what it claims.
Result<ProofInput> input_of(const SolveOptions& options, const GapListHeader& header) {
  ProofInput input{.file = options.into, .memory = options.memory};
  const auto format = choose_format(options.into, {}, "--into");
  if (!format.ok() || (!convert::is_tree(format.value()) && format.value() != convert::Format::db))
    return input;
  input.rule = name_of(header.rule);
  input.attacker = name_of(header.attacker);
  input.size = header.size;
  for (const Root& root : header.roots) {
    if (!root.moves) return usage_error("expected claims given by moves", options.gaps);
    input.roots.push_back(to_text(*root.moves));
  }
  if (header.roots.empty()) input.roots = {"none"};
  return input;
}

/// Reads what has the gaps. Of a tree the list does not say which of several moves were taken: that which
/// makes the proof that it names.
Result<Proof> read_into(const SolveOptions& options, const GapListHeader& header) {
  FIVEPROOF_LET(auto input, input_of(options, header));
  for (const char* prefer : {"all", "first", "smallest"}) {
    if (!input.attacker.empty()) input.prefer = prefer;
    FIVEPROOF_LET(auto reading,
                  within_memory(options.memory, options.into, [&] { return read_input(input); }));
    if (content_hash(reading.proof) == header.proof_hash) return std::move(reading.proof);
    if (input.attacker.empty()) break;
  }
  return usage_error("expected the gaps of " + options.into + ", found those of another proof", options.gaps);
}

}  // namespace

Result<ExitCode> fill_gaps(const SolveOptions& options, const Streams& streams) {
  if (options.gaps.empty() || options.into.empty() || options.output.empty())
    return usage_error("--gaps, --into and --output go together");
  if (const auto mark = convert::parse_new_mark(options.mark); !mark.ok())
    return usage_error("--mark: " + mark.error().message);
  FIVEPROOF_LET(const auto how, work_options(options));
  FIVEPROOF_LET(const auto outputs, check_outputs(options, false));
  const auto gaps = within_memory(options.memory, options.gaps, [&] { return read_gaps(options.gaps); });
  if (!gaps.ok()) return gaps.error();
  FIVEPROOF_LET(const auto proof, read_into(options, gaps.value().header));
  FIVEPROOF_TRY(check_tree_output(outputs, proof, options.output));
  Workplace place;
  const solve::StoreIdentity game{proof.rule, proof.size, proof.attacker};
  FIVEPROOF_TRY(set_up(options, streams, game, how, place));
  auto filled = within_patience([&] {
    auto filling = place.session->fill(proof, gaps.value().gaps);
    const bool is_done = filling.ok() && exit_code_of(filling.value()) != exit_undecided;
    place.close_queue(is_done, options.quiet, streams.err);
    return filling;
  });
  place.line.reset();
  if (!filled.ok()) return filled.error();
  filled.value().proof.sections = proof.sections;  // an analyst's comments outlast the gaps
  if (auto written = write_result(options, options.output, *outputs.proof, filled.value().proof, streams);
      !written.ok())
    return written.error();
  if (outputs.disproof) {
    FIVEPROOF_LET(const auto refuted, place.session->refutations(failed_positions(filled.value())));
    if (auto written = write_result(options, options.disproof, *outputs.disproof, refuted, streams);
        !written.ok())
      return written.error();
  }
  const std::size_t listed = gaps.value().gaps.size();
  if (options.json)
    streams.out << text_of(filling_json(game, filled.value(), listed, place.session->total())) << '\n';
  else
    tell_filling(filled.value(), listed, place.session->total(), streams.out);
  FIVEPROOF_TRY(place.finish_log());
  return exit_code_of(filled.value());
}

}  // namespace fiveproof::cli

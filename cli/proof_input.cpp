#include "cli/proof_input.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/amount.hpp"
#include "format/file.hpp"
#include "game/notation.hpp"
#include "solve/extract.hpp"
#include "solve/store.hpp"

namespace fiveproof::cli {

void add_proof_input_options(CLI::App& app, ProofInput& input) {
  const std::string group = "Input";
  app.add_option(
         "--from", input.from,
         "Format of the input: fvp, jsonl, rv2 or fvs; default: by extension (.fvp, .jsonl, .json, .fvs)")
      ->type_name("FORMAT")
      ->group(group);
  app.add_option(
         "--rule", input.rule,
         "Rule set, freestyle or standard: needed where the file names none (rv2), must agree where it does")
      ->type_name("RULE")
      ->group(group);
  app.add_option_function<int>(
         "--size", [&input](int size) { input.size = size; }, "Board size, 5 to 20; likewise")
      ->type_name("N")
      ->group(group);
  app.add_option("--attacker", input.attacker, "Attacker, black or white; likewise")
      ->type_name("COLOUR")
      ->group(group);
  app.add_option_function<std::string>(
         "--root", [&input](const std::string& moves) { input.root = moves; },
         "Claim this root, as moves from the empty board, instead of the file's own")
      ->type_name("MOVES")
      ->group(group);
  app.add_option(
         "--memory", input.memory,
         "For the records: 500M, 4G (default: 2G). What is beyond goes to temporary files, in the folder "
         "that TMPDIR names")
      ->type_name("BYTES")
      ->group(group);
  app.add_option("--max-records", input.max_records, "A file with more is refused (default: 32M; 1K is 1024)")
      ->type_name("N")
      ->group(group);
}

Result<convert::Format> choose_format(const std::string& path, const std::string& name,
                                      const std::string& option) {
  if (!name.empty()) {
    auto format = convert::parse_format(name);
    if (!format.ok()) format.error().message = option + ": " + format.error().message;
    return format;
  }
  if (const auto format = convert::format_of_path(path)) return *format;
  return Error{
      ErrorCode::usage,
      "the name does not tell the format (.fvp, .jsonl, .json): give " + option + " fvp, jsonl or rv2",
      path == "-" ? "-" : path,
      {}};
}

bool is_store(const ProofInput& input) {
  if (!input.from.empty()) return input.from == "fvs";
  return std::filesystem::path(input.file).extension() == ".fvs";
}

namespace {

/// What the store says it is must be what the caller says.
Status check_identity(const std::string& path, const solve::StoreIdentity& game,
                      const convert::Wanted& wanted) {
  const auto other = [&](const std::string& option, std::string_view is) {
    return Error{ErrorCode::usage, option + " says otherwise: the store is of " + std::string(is), path, {}};
  };
  if (wanted.rule && *wanted.rule != game.rule) return other("--rule", name_of(game.rule));
  if (wanted.size && *wanted.size != game.size) return other("--size", std::to_string(game.size));
  if (wanted.attacker && *wanted.attacker != game.attacker)
    return other("--attacker", name_of(game.attacker));
  return Done{};
}

/// The caller's, where he gives any.
Status set_limits(const ProofInput& input, ReaderLimits& limits) {
  const auto memory = parse_count("--memory", input.memory.empty() ? "2G" : input.memory);
  if (!memory.ok()) return memory.error();
  limits.budget.bytes = memory.value();
  if (input.max_records.empty()) return Done{};
  const auto records = parse_count("--max-records", input.max_records);
  if (!records.ok()) return records.error();
  limits.max_records = records.value();
  return Done{};
}

Result<convert::Reading> read_store(const std::string& path, const convert::Wanted& wanted) {
  const auto store = solve::Store::open_to_read(path);
  if (!store.ok()) return store.error();
  const solve::StoreIdentity& game = store.value().identity();
  if (auto same = check_identity(path, game, wanted); !same.ok()) return same.error();
  const auto view = store.value().view();
  if (!view.ok()) return view.error();
  std::vector<Root> claims;
  if (wanted.root) {
    auto position = position_after(*wanted.root, game.size);
    if (!position.ok()) return position.error();
    claims.push_back({std::move(position).value(), *wanted.root});
  } else {
    claims = solve::proved_claims(store.value(), view.value());
  }
  auto found = solve::extract(store.value(), view.value(), claims, {});
  convert::Reading reading{std::move(found.proof)};
  reading.carried.push_back(convert::counted(reading.proof.records.count(), "answer") + " of " +
                            convert::counted(view.value().answers(), "answer") + " in the store: what " +
                            convert::counted(claims.size(), "claim") + " needs");
  if (!found.missing.empty())
    reading.carried.push_back(convert::counted(found.missing.size(), "position") + " without an answer");
  return reading;
}

}  // namespace

Result<convert::Reading> read_input(const ProofInput& input) {
  convert::Wanted wanted;
  if (!input.rule.empty()) {
    const auto rule = parse_rule_set(input.rule);
    if (!rule.ok()) return rule.error();
    wanted.rule = rule.value();
  }
  if (input.size) {
    if (!is_board_size(*input.size))
      return Error{ErrorCode::usage, "--size: expected 5 to 20, found " + std::to_string(*input.size)};
    wanted.size = input.size;
  }
  if (!input.attacker.empty()) {
    const auto attacker = parse_color(input.attacker);
    if (!attacker.ok()) return attacker.error();
    wanted.attacker = attacker.value();
  }
  if (input.root) {
    // The largest board: whether it fits that of the file is asked once that is known.
    auto moves = parse_squares(*input.root, input.size.value_or(max_board_size));
    if (!moves.ok()) {
      moves.error().message = "--root: " + moves.error().text();
      moves.error().offset.reset();
      return moves.error();
    }
    wanted.root = std::move(moves).value();
  }
  if (auto set = set_limits(input, wanted.limits); !set.ok()) return set.error();
  if (is_store(input)) return read_store(input.file, wanted);
  const auto format = choose_format(input.file, input.from, "--from");
  if (!format.ok()) return format.error();
  return convert::read_proof_file(input.file, format.value(), wanted);
}

void tell_losses(const Streams& streams, const std::string& file, const std::vector<std::string>& losses) {
  for (const std::string& loss : losses) streams.err << input_name(file) << ": lost: " << loss << '\n';
}

}  // namespace fiveproof::cli

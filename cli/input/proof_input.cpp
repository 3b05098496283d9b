#include "cli/input/proof_input.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/squares_input.hpp"
#include "convert/packed/packed_file.hpp"
#include "game/notation.hpp"
#include "session/store_reading.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::cli {
namespace {

/// The records have one part; what is made of them, links and rows to be written, has the others.
constexpr std::size_t parts_of_memory = 3;

}  // namespace

void add_proof_input_options(CLI::App& app, ProofInput& input) {
  app.option_defaults()->group("Input");
  app.add_option("--from", input.from,
                 "Format of the input: " + convert::format_names() + " or fvs; default: by extension")
      ->type_name("FORMAT");
  app.add_option(
         "--rule", input.rule,
         "Rule set, " + all_rule_set_names() + ". Needed where the file names none; must agree where it does")
      ->type_name("RULE");
  app.add_option_function<int>(
         "--size", [&input](int size) { input.size = size; },
         "Board size, 5 to 20; needed or checked in the same way")
      ->type_name("N");
  app.add_option("--attacker", input.attacker, "Attacker, black or white; needed or checked in the same way")
      ->type_name("COLOUR");
  app.add_option("--root", input.roots,
                 "Claim this root, given as moves from the empty board, instead of the file's own; may be "
                 "repeated; none: claim nothing")
      ->type_name("MOVES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_letters_option(app, input.letters, "Input");
  add_count_option(app, "--roots-after", input.roots_after, {.least = 1},
                   "Trees: claim every position after N moves, each as a root of its own");
  add_memory_option(app, input.memory,
                    "Records beyond a third of it go to temporary files, in the folder that TMPDIR names; a "
                    "foreign file larger than that is refused");
  add_count_option(app, "--max-records", input.max_records, {},
                   "Refuse a file with more records than this: 200M, 1e9 (default: 33554432)");
}

void add_prefer_option(CLI::App& app, ProofInput& input) {
  app.add_option("--prefer", input.prefer,
                 "Trees: where the attacker has several moves, take all (default), the first, or the "
                 "smallest, which has the fewest nodes below it")
      ->type_name("WHICH");
}

void add_charset_option(CLI::App& app, ProofInput& input) {
  app.add_option(
         "--charset", input.charset,
         "The encoding of the input's texts, as iconv names it: they are decoded to UTF-8 where a tree "
         "is written; default: bytes stay as they are")
      ->type_name("NAME");
}

void add_tree_input_options(CLI::App& app, ProofInput& input) {
  add_charset_option(app, input);
  app.add_option("--beginning", input.beginning, "rif: only games that begin with these moves")
      ->type_name("MOVES");
}

Result<convert::TreeSource> tree_source_of(const ProofInput& input) {
  if (input.size && !is_board_size(*input.size))
    return usage_error("--size: expected 5 to 20, found " + std::to_string(*input.size));
  FIVEPROOF_LET(auto beginning, read_squares(input.beginning, input.size.value_or(max_board_size),
                                             input.letters, "--beginning"));
  convert::TreeSource source{input.size, input.charset, std::move(beginning)};
  if (!input.letters.empty()) {
    FIVEPROOF_LET(source.letters, parse_letters(input.letters));
  }
  if (input.rule.empty()) return source;
  const auto rule = parse_rule_set(input.rule);
  if (!rule.ok()) return rule.error();
  source.rule = rule.value();
  return source;
}

namespace {

Result<convert::Format> named_format(const std::string& name, const std::string& option) {
  auto format = convert::parse_format(name);
  if (!format.ok()) format.error().message = option + ": " + format.error().message;
  return format;
}

Error without_format(const std::string& path, const std::string& option) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return usage_error("expected a file, found a folder", path);
  if (std::filesystem::is_character_file(path, none))
    return usage_error("expected a file, found a device: give " + option + " if it holds one", path);
  return usage_error(
      "the name does not tell the format: give " + option + " (" + convert::format_names() + ")", path);
}

}  // namespace

Result<convert::Format> choose_format(const std::string& path, const std::string& name,
                                      const std::string& option) {
  if (!name.empty()) return named_format(name, option);
  if (const auto format = convert::format_of_path(path)) return *format;
  return without_format(path, option);
}

Result<convert::Format> choose_input_format(const std::string& path, const std::string& name) {
  const std::string option = "--from";
  if (!name.empty()) return named_format(name, option);
  if (convert::is_typed_game(path)) return convert::Format::moves;
  FIVEPROOF_LET(const auto format, convert::format_of_input(path));
  if (format) return *format;
  return without_format(path, option);
}

bool is_of_format(const std::string& path, const std::string& name, const std::string& format) {
  return name.empty() ? std::filesystem::path(path).extension() == "." + format : name == format;
}

bool is_store(const ProofInput& input) { return is_of_format(input.file, input.from, "fvs"); }

bool is_database(const ProofInput& input) {
  const auto format = choose_input_format(input.file, input.from);
  return format.ok() && format.value() == convert::Format::db;
}

Result<GapList> read_gaps(const std::string& path) {
  constexpr std::uint64_t most_unpacked = std::uint64_t{1} << 30;
  if (!convert::is_packed(path)) return read_gap_list_file(path);
  const auto is_list = [](std::string_view name) { return name.ends_with(".jsonl"); };
  FIVEPROOF_LET(const auto file, convert::read_unpacked(path, is_list, most_unpacked));
  return read_gap_list(file.bytes, {}, input_name(file.name));
}

Status set_limits(const ProofInput& input, ReaderLimits& limits) {
  const auto memory = memory_of(input.memory);
  if (!memory.ok()) return memory.error();
  limits.budget.bytes = memory.value() / parts_of_memory / input.at_once;
  if (input.max_records) limits.max_records = *input.max_records;
  limits.dropped = input.dropped;
  return Done{};
}

namespace {

/// What the store says it is must be what the caller says.
Status check_identity(const std::string& path, const solve::StoreIdentity& game,
                      const convert::Wanted& wanted) {
  const auto other = [&](const std::string& option, std::string_view is) {
    return usage_error(option + " says otherwise: the store is of " + std::string(is), path);
  };
  if (wanted.rule && *wanted.rule != game.rule) return other("--rule", name_of(game.rule));
  if (wanted.size && *wanted.size != game.size) return other("--size", std::to_string(game.size));
  if (wanted.attacker && *wanted.attacker != game.attacker)
    return other("--attacker", name_of(game.attacker));
  return Done{};
}

std::string text_of(const session::StoreReadingOptions::Progress& progress) {
  if (progress.check) return "checking the store: " + progress_text(*progress.check);
  if (progress.to_search > 0)
    return "searching what the store lacks: " + std::to_string(progress.searched) + " of " +
           convert::counted(progress.to_search, "position");
  return "reading the store: " + convert::counted(progress.answers, "answer");
}

Result<std::vector<Root>> claims_of(const std::vector<std::vector<Square>>& roots, int size) {
  std::vector<Root> claims;
  for (const auto& moves : roots) {
    auto position = position_after(moves, size);
    if (!position.ok()) return position.error();
    claims.push_back({std::move(position).value(), moves});
  }
  return claims;
}

Result<convert::Reading> read_store(const ProofInput& input, const convert::Wanted& wanted) {
  const std::string& path = input.file;
  const auto store = solve::Store::open_to_read(path);
  if (!store.ok()) return store.error();
  const solve::StoreIdentity& game = store.value().identity();
  FIVEPROOF_TRY(check_identity(path, game, wanted));
  session::StoreReadingOptions options;
  options.limits = wanted.limits;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  if (wanted.roots) {
    auto claims = claims_of(*wanted.roots, game.size);
    if (!claims.ok()) return claims.error();
    options.claims = std::move(claims).value();
  }
  if (input.progress != nullptr)
    options.on_progress = [line = input.progress](const auto& progress) { line->show(text_of(progress)); };
  auto read = session::read_store(store.value(), options);
  if (!read.ok()) {
    read.error().file = path;
    return read.error();
  }
  convert::Reading reading{std::move(read.value().proof)};
  const auto& [proof, answers, found, gaps] = read.value();
  const std::size_t records = reading.proof.records.count();
  reading.carried.push_back(convert::counted(records - found, "answer") + " of " +
                            convert::counted(answers, "answer") + " in the store: what " +
                            convert::counted(reading.proof.roots.size(), "claim") + " needs");
  if (found > 0)
    reading.carried.push_back(convert::counted(found, "answer") +
                              " searched for: the store leaves them to threat sequences");
  if (gaps > 0)
    reading.losses.push_back(convert::counted(gaps, "gap") +
                             " that the store does not close: verify says where");
  return reading;
}

/// "none" alone is no root.
Result<std::vector<std::vector<Square>>> parse_roots(const ProofInput& input) {
  std::vector<std::vector<Square>> roots;
  if (input.roots.size() == 1 && input.roots.front() == "none") return roots;
  for (const std::string& text : input.roots) {
    // The largest board: whether it fits that of the file is asked once that is known.
    FIVEPROOF_LET(auto moves,
                  read_squares(text, input.size.value_or(max_board_size), input.letters, "--root"));
    roots.push_back(std::move(moves));
  }
  return roots;
}

Result<convert::Wanted> wanted_of(const ProofInput& input) {
  auto source = tree_source_of(input);
  if (!source.ok()) return source.error();
  convert::Wanted wanted{std::move(source).value()};
  if (!input.attacker.empty()) {
    const auto attacker = parse_color(input.attacker);
    if (!attacker.ok()) return attacker.error();
    wanted.attacker = attacker.value();
  }
  if (!input.roots.empty()) {
    auto roots = parse_roots(input);
    if (!roots.ok()) return roots.error();
    wanted.roots = std::move(roots).value();
  }
  if (input.roots_after && !input.roots.empty())
    return usage_error("--roots-after and --root both say what is claimed: give one of them");
  wanted.roots_after = input.roots_after;
  if (!input.prefer.empty()) {
    const auto prefer = convert::parse_move_choice(input.prefer);
    if (!prefer.ok()) return usage_error("--prefer: " + prefer.error().message);
    wanted.prefer = prefer.value();
  }
  wanted.drop_annotations = input.drop_annotations;
  FIVEPROOF_TRY(set_limits(input, wanted.limits));
  return wanted;
}

}  // namespace

Result<convert::Reading> read_input(const ProofInput& input) {
  const auto wanted = wanted_of(input);
  if (!wanted.ok()) return wanted.error();
  if (is_store(input) && input.dropped != nullptr)
    return usage_error("--salvage is for files, and not for a store", input.file);
  if (is_store(input) && input.roots_after)
    return usage_error("--roots-after is for trees of moves", input.file);
  if (is_store(input)) return read_store(input, wanted.value());
  const auto format = choose_input_format(input.file, input.from);
  if (!format.ok()) return format.error();
  return convert::read_proof_file(input.file, format.value(), wanted.value());
}

Result<convert::Contents> read_input_or_tree(const ProofInput& input) {
  if (is_store(input)) {
    auto reading = read_input(input);
    if (!reading.ok()) return reading.error();
    return convert::Contents{std::move(reading).value(), {}, {}};
  }
  const auto wanted = wanted_of(input);
  if (!wanted.ok()) return wanted.error();
  const auto format = choose_input_format(input.file, input.from);
  if (!format.ok()) return format.error();
  return convert::read_contents(input.file, format.value(), wanted.value());
}

void tell_lines(const Streams& streams, const std::string& file, const std::string& word,
                const std::vector<std::string>& lines) {
  constexpr std::size_t told = 20;
  const std::string head = input_name(file) + ": " + word;
  for (std::size_t i = 0; i < lines.size() && i < told; ++i) streams.err << head << visible(lines[i]) << '\n';
  if (lines.size() > told) streams.err << head << "and " << lines.size() - told << " more lines like this\n";
}

void tell_oddities(const Streams& streams, const std::string& file,
                   const std::vector<std::string>& oddities) {
  tell_lines(streams, file, "odd: ", oddities);
}

std::vector<std::string> lines_of(const std::vector<Gap>& findings) {
  constexpr std::size_t told = 20;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < findings.size() && i < told; ++i)
    lines.push_back(convert::text_of(findings[i]));
  if (findings.size() > told) lines.push_back("and " + std::to_string(findings.size() - told) + " more");
  return lines;
}

void tell_findings(const Streams& streams, const std::string& file, const std::vector<Gap>& findings) {
  for (const std::string& line : lines_of(findings))
    streams.err << input_name(file) << ": finding: " << line << '\n';
}

void tell_losses(const Streams& streams, const std::string& file, const std::vector<std::string>& losses) {
  for (const std::string& loss : losses)
    streams.err << input_name(file) << ": lost: " << visible(loss) << '\n';
}

}  // namespace fiveproof::cli
